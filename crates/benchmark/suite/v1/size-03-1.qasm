OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3-d4 f6^e5g5 d4xf6 g7xe5 d2-c3 g7-f6 d4-c5 d6xb4 b4xd2 e1xc3 g5-h4 c3^b4d4 b6-a5 d4-e5 f6xd4 e3xc5 f8-g7 g3-f4 a7-b6 c5xa7 e7-d6 c1-d2 h4-g3 f2xh4 a5-b4 a3xc5 c5xe7 d8xf6 f4^e5g5 f6xd4 g5xe7 c7^b6d6 b2^a3c3 d4xb2 a1xc3
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: b2 then a3
// q[1]: c3 then b2
// q[2]: d4
// c[0]: b2
// c[1]: a3
// c[2]: d4
qubit[3] q;
bit[3] c;
// b2^a3c3
x q[0];
h q[1];
cx q[1], q[0];
// d4xb2
x q[2];
cx q[1], q[2];
c[0] = measure q[1];
c[1] = measure q[0];
c[2] = measure q[2];
