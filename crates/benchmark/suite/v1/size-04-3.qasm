OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b4d4 f6-e5 d4xf6 b6-a5 b4-c5 d6xb4 a3xc5 e7-d6 c5xe7 f8xd6 g3^f4h4 e5xg3 h2xf4 d6-e5 f4xd6 c7xe5 b2-c3 g7-f6 f2-g3 a5-b4 c3xa5 e5-f4 g3xe5 e5xg7 h8xf6 a1-b2 f6-e5 b2^a3c3 d8^c7e7 g1-h2 e5-f4 e3xg5 h6xf4 e1-f2 c7e7^d6 c3-b4 d6-c5 b4xd6 f4^e3g3 f2xd4 g3xe1 d6-e7 a7-b6 a5xc7 b8xd6 d4^c5e5 d6xf4 d2^c3e3 d6xb4 b4xd2 c1-b2 b4^a3c3 b2xd4 d2-c1 e7^d8f8 c1xa3 d8^c7e7 a3-b4 c7^d6b8 b4^a3c3 d6-c5 c3-b4 b8-a7 b4xd6
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: e7 then d8 then c7 then d6 then c5
// q[1]: f8
// q[2]: e7
// q[3]: b8 then a7
// c[0]: c5
// c[1]: a7
// c[2]: e7
// c[3]: f8
qubit[4] q;
bit[4] c;
// e7^d8f8
x q[0];
h q[1];
cx q[1], q[0];
// d8^c7e7
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// c7^d6b8
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
c[0] = measure q[0];
c[1] = measure q[3];
c[2] = measure q[2];
c[3] = measure q[1];
