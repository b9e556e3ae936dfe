OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: e3^d4f4 d6-e5 f4xd6 e7xc5 f2-e3 b6-a5 g3-f4 c5-b4 a3xc5 f8-e7 b2-a3 a7-b6 c5xa7 a5-b4 c3xa5 f6-g5 e3-d4 g5xe3 d2xf4 c7-d6 c1^b2d2 b8-c7 b2-c3 d6^c5e5 d4xb6 e5xg3 h2xf4 g7-f6 f4^e5g5 f6xh4 e5xg7 c7-b6 a5xc7 d8xb6 d4-c5 b6xd4 d4xb2 a1xc3 h6-g5 a7-b8 h4-g3 g1-f2 g3-h2 a3-b4 e7-f6 b8-a7 g5-h4 a7-b6 h2-g1 c3-d4 g1xe3 e3xc5 c5xa3 e1^d2f2 f6^e5g5 b6-c5 g5-f4 d2f2^e3 f4xd2 c5^b6d6 h4-g3 d6xf4 e5-d4 e3xc5 a3^b2b4 b6^a5a7 b4xd6 a7-b6 d6^e5e7 b6^c5a7 e7-d6 c5xe7 g3-f2 e7-d8 f2^e1g1 d8-e7 g1-h2 e7^d6f8 h8-g7 f8xh6 h2-g1 d6-e7 g7-h6 e7^d8f8 e1g1^f2 d8-e7 g1-h2 e7^d6f6 h2-g3 d6^c5e5 g3-h2 f6^g5e7 h6xf4 e5xg3
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: e7 then d8 then e7 then d6 then c5
// q[1]: f8
// q[2]: f6 then g5 then f4
// q[3]: e5
// q[4]: e7
// q[5]: h6
// c[0]: f4
// c[1]: c5
// c[2]: e5
// c[3]: h6
// c[4]: e7
// c[5]: f8
qubit[6] q;
bit[6] c;
// e7^d8f8
x q[0];
h q[1];
cx q[1], q[0];
// e7^d6f6
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// d6^c5e5
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
// f6^g5e7
h q[4];
t q[4];
cx q[2], q[4];
tdg q[4];
h q[4];
cx q[4], q[2];
// h6xf4
x q[5];
cx q[2], q[5];
c[0] = measure q[2];
c[1] = measure q[0];
c[2] = measure q[3];
c[3] = measure q[5];
c[4] = measure q[4];
c[5] = measure q[1];
