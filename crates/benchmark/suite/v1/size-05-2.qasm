OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3-d4 f6^e5g5 d4xf6 g7xe5 d2-c3 g7-f6 d4-c5 d6xb4 b4xd2 e1xc3 g5-h4 c3^b4d4 b6-a5 d4-e5 f6xd4 e3xc5 f8-g7 g3-f4 a7-b6 c5xa7 e7-d6 c1-d2 h4-g3 f2xh4 a5-b4 a3xc5 c5xe7 d8xf6 f4^e5g5 f6xd4 g5xe7 c7^b6d6 b2^a3c3 d4xb2 a1xc3 b6-c5 d2-e3 d4xf2 g1xe3 c5-b4 a3xc5 c5xe7 h6-g5 h4xf6 g7xe5 c5-d6 e5^d4f4 e3xg5 d4xf2 d6-c7 b8xd6 a7-b8 d6^c5e5 g5^f6h6 c5-b4 f6^e7g7 h8xf6 b8-c7 b4^a3c3 c7-b8 f6-g5 b8^a7c7 a3c3^b2 a1xc3 e5-d4 c3xe5 g5-f4 a7-b8 f4^e3g3 h2xf4 h8-g7 c7^b6d8 g7-f6 b6^c5a7 f6-e5 b8-c7 e5^d4f4 c5xe3 f4^e3g3 h2xf4 e3-d2 c5^d4b6 d2-c1 h2-g3 c1-b2 b6^a5c5 b2^a1a3 a5-b6 a3^b2b4 c5xa3 b4xd2
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: f4 then e3 then d2 then c1 then b2 then a1
// q[1]: g3 then f4
// q[2]: h2 then g3
// q[3]: a3 then b2
// q[4]: b4
// c[0]: a1
// c[1]: b2
// c[2]: g3
// c[3]: b4
// c[4]: f4
qubit[5] q;
bit[5] c;
// f4^e3g3
x q[0];
h q[1];
cx q[1], q[0];
// h2xf4
x q[2];
cx q[1], q[2];
// b2^a1a3
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
// a3^b2b4
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
c[0] = measure q[0];
c[1] = measure q[3];
c[2] = measure q[2];
c[3] = measure q[4];
c[4] = measure q[1];
