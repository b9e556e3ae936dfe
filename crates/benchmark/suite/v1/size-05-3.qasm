OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3-f4 d6-c5 c3-b4 b6-a5 b4xd6 e7xc5 e3-d4 c5xe3 f2xd4 f6^e5g5 f4xd6 g5xe3 a3-b4 c7xe5 e5xc3 b2xd4 a5xc3 d2xb4 d8-e7 e1^d2f2 g7-f6 f2-g3 f6-g5 d2^c3e3 e7^d6f6 c1^b2d2 d6^c5e5 d4xb6 a7xc5 g1-f2 h8-g7 b2-a3 f8-e7 g3-f4 e7-d6 b4^a5c5 d6xb4 a3xc5 a7-b6 c5xa7 g5-h4 d4-e5 f6xd4 d4xb2 a1xc3 g7-f6 h2-g3 h6-g5 f2-e3 h4xf2 c3-d4 f2-e1 d4-c5 b8-c7 e3-f4 g5xe3 c5-d6 c7xe5 a7-b8 e1-d2 b8-c7 e5-d4 c7-b8 d2^c1c3 b8-a7 c1c3^d2 a7-b6 d2-c1 b6-a5 c1^b2d2 a5^b4b6 b2d2^c1 b6-a5 c1-b2 b4-c5 d4-c3 c5-d6 b2-a1 d6^c5e5 f6xd4 c5^b6d6 c3-d2 b6-c7 a1-b2 c7^b8d8 f6-e5 d6xf4 b2^a1a3 f4-g5 a3-b4 g5^h4f6 b4^a3c3 f6^e5g7 c3^b2b4 g7-f8 b2b4^c3 e5^f4d6 c3^b4d4 f8-g7 d2-e1 f4xd2 d4^c5e5 g7^f6h8 e5xg7
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: b2 then a1
// q[1]: a3 then b4 then a3
// q[2]: c3 then b2 then c3 then b4
// q[3]: b4 then d4 then c5
// q[4]: e5
// c[0]: a1
// c[1]: a3
// c[2]: b4
// c[3]: c5
// c[4]: e5
qubit[5] q;
bit[5] c;
// b2^a1a3
x q[0];
h q[1];
cx q[1], q[0];
// b4^a3c3
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// c3^b4d4
h q[3];
t q[3];
cx q[2], q[3];
tdg q[3];
h q[3];
cx q[3], q[2];
// d4^c5e5
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[3];
c[4] = measure q[4];
