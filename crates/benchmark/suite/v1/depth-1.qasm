OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: a3-b4 b6-a5 g3^f4h4 f6-e5 f2-g3 g7-f6 f4-g5 h6xf4 e3xg5 f6xh4 h4xf2 e1xg3 d6-c5 b4xd6 e7xc5 g3-f4 e5xg3 h2xf4 c5^b4d4 c3xe5 f8-g7 e5^d6f6 c7xe5 f4-g5 g7xe5 g1-f2 e5-d4 g5-f6 c7-b6 f2-g3 b8-c7 f6-g7 h8xf6 b2^a3c3 d4xb2 a1xc3 f6-g5 c3-b4 a5xc3 c3xe1 g3-h4 e1^d2f2 c1xe3 f2xd4 h4xf6 b6-a5 e3-f4 d8-e7 f6xd8 c7^b6d6 d8-c7 b6d6^c5 f4^e5g5 c5-d4 c7-d8 d4^c3e3 e5-f6 c3^b2d2 f6-e7 a5-b4 g5-h6 b4-a3 e7-f8 d2-c1 h6-g7 e3-d2 d8-c7 a7-b6 c7xa5 b2-a1 f8-e7 a3-b2 e7^d6f8 d2-e1 d6f8^e7 e1-d2 e7^d6f6 d2^e1c3 f6-e7 c3^b4d4 a5xc3 c3xe5
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d4 then c3 then b2 then a1
// q[1]: e3 then d2 then e1 then d2 then e1
// q[2]: d2 then c1
// q[3]: c3 then b4 then c3
// q[4]: d4
// q[5]: a5
// c[0]: a1
// c[1]: c1
// c[2]: e1
// c[3]: c3
// c[4]: d4
// c[5]: a5
qubit[6] q;
bit[6] c;
// d4^c3e3
x q[0];
h q[1];
cx q[1], q[0];
// c3^b2d2
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// d2^e1c3
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// c3^b4d4
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
// a5xc3
x q[5];
cx q[3], q[5];
c[0] = measure q[0];
c[1] = measure q[2];
c[2] = measure q[1];
c[3] = measure q[3];
c[4] = measure q[4];
c[5] = measure q[5];
