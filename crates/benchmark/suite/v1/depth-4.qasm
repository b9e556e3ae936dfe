OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3-h4 f6^e5g5 h4xf6 e7xg5 c3-d4 e5xc3 b2xd4 b6-a5 h2-g3 d6-e5 d4xf6 e7xg5 h4xf6 g7xe5 a3-b4 a5xc3 d2xb4 c7-b6 e3^d4f4 e5xc3 f4xd6 b6-a5 g3-h4 a5xc3 a1-b2 c3xa1 g1-h2 d8-e7 h2-g3 e7xc5 e1-d2 a1-b2 c1xa3 b8-c7 g3-f4 c5-b4 a3xc5 c7-d6 c5xe7 f8xd6 d2-e3 h6-g5 f4xh6 d6^c5e5 h4-g5 e5-f4 g5-f6 f4xd2 f6-g7 h8xf6 e3-f4 c5-d4 h6-g7 d4-c3 g7^f8h8 f6-e5 f4xd6 c3-d2 d6-e7 d2-c1 f8h8^g7 c1-b2 g7-f8 b2^a1c1 f2^e3g3 c1-d2 g3-f4 a1-b2 f4-e5 d2xf4 f8-g7 f4^g3g5 g7^f6h6 g3^f4h4 f6-g7 f4^g3e5 h6xf4 g5^f6h6 e7-d8 f6xh8 g7-h8 h6^g5g7 h8xf6 f6xh4 g5-h4 d8-c7 a7-b6 c7xa5 h4-g5 a5-b6 g5^f4h4 b6-c5 f4h4^g3 c5^b4d4 g3^h2f4 d4^c3e3 f4xd2 h8-g7 d2-c1 g7^f8h8 c1^b2d2 f8-e7 b2-a1 e7^d6d8 d2^c1e1 d6-e7 c1^b2d2 h8-g7 b2-a3 e7g7^f8 a1a3^b2 d8-c7 d2-e3 g7-h8 a3-b4 c7^d6d8 e3-d4 d6-c7 b4^c3a5 d8-e7 e1-f2 f8-g7 d4^e3e5 c7^d6d8 e5xc7
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c1 then b2 then a1 then b2
// q[1]: d2 then c1 then b2 then a3 then b4 then c3
// q[2]: e1 then f2
// q[3]: d2 then e3 then d4 then e3
// q[4]: a5
// q[5]: e5
// c[0]: b2
// c[1]: f2
// c[2]: c3
// c[3]: e3
// c[4]: a5
// c[5]: e5
qubit[6] q;
bit[6] c;
// c1^b2d2
x q[0];
h q[1];
cx q[1], q[0];
// d2^c1e1
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// c1^b2d2
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// a1a3^b2
h q[1];
sdg q[0];
h q[0];
sdg q[0];
cx q[1], q[0];
s q[1];
h q[1];
t q[1];
h q[1];
tdg q[0];
cx q[1], q[0];
sdg q[1];
h q[1];
s q[0];
h q[0];
// b4^c3a5
h q[4];
t q[4];
cx q[1], q[4];
tdg q[4];
h q[4];
cx q[4], q[1];
// d4^e3e5
h q[5];
t q[5];
cx q[3], q[5];
tdg q[5];
h q[5];
cx q[5], q[3];
c[0] = measure q[0];
c[1] = measure q[2];
c[2] = measure q[1];
c[3] = measure q[3];
c[4] = measure q[4];
c[5] = measure q[5];
