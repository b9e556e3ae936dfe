OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: e3^d4f4 f6-g5 d4f4^e5 d6xf4 g3xe5 g5-f4 c3-d4 c7-d6 e5xc7 b8xd6 f2-g3 h6-g5 g3xe5 e5xc7 g5-h4 d2-e3 g7-f6 d4-e5 f6xd4 d4xf2 e1xg3 h4xf2 g1xe3 f8-g7 c1-d2 b6^a5c5 h2-g3 d8xb6 e3-f4 g7-h6 f4-e5 h6-g5 a3-b4 c5xa3 e5-f6 a5xc3 c3xe1 f6xd8 g5^f4h4 g3xe5 h4xf2 e5-f6 e1^d2f2 b2-c3 d2xb4 c3^b4d4 b6-a5 d8-c7 a5xc3 d4^c5e5 a5-b4 f6-g7 h8xf6 f6xd4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c3 then b4 then c3
// q[1]: d4 then c5
// q[2]: a5 then b4
// q[3]: e5
// c[0]: c3
// c[1]: b4
// c[2]: c5
// c[3]: e5
qubit[4] q;
bit[4] c;
// c3^b4d4
x q[0];
h q[1];
cx q[1], q[0];
// a5xc3
x q[2];
cx q[0], q[2];
// d4^c5e5
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
c[0] = measure q[0];
c[1] = measure q[2];
c[2] = measure q[1];
c[3] = measure q[3];
