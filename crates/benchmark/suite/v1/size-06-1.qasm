OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: a3-b4 d6^c5e5 b4xd6 e7xc5 c3-b4 c5xa3 e3^d4f4 b6-c5 d4xb6 c7xa5 g3^f4h4 a5-b4 d2^c3e3 b4xd2 e1xc3 b8-c7 c1-d2 a3xc1 f4-g5 h6xf4 e3xg5 c7-b6 h4-g5 f6xh4 f2-g3 h4xf2 e1xg3 d8-c7 g3-f4 c7-d6 f4-g5 h6xf4 e3xg5 c1xe3 g5^f6h6 g7xe5 g1-f2 e3xg1 h2-g3 d6-c5 g3-h4 e5-d4 h4-g5 g1^f2h2 g5-f6 g7xe5 f6-g7 f8xh6 a1-b2 d4^c3e3 b2xd4 f2^g1g3 b2-a3 e3-d2 d4-e5 g3-h4 e5-d6 h4^g3g5 d6-e7 g3^f2h4 e7-d8 g5^f4f6 d8^c7e7 f6xd8
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: g1 then f2 then g1
// q[1]: h2
// q[2]: g3 then h4 then g3 then f2
// q[3]: g5 then f4
// q[4]: h4
// q[5]: f6
// c[0]: g1
// c[1]: f2
// c[2]: h2
// c[3]: f4
// c[4]: h4
// c[5]: f6
qubit[6] q;
bit[6] c;
// g1^f2h2
x q[0];
h q[1];
cx q[1], q[0];
// f2^g1g3
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// h4^g3g5
h q[3];
t q[3];
cx q[2], q[3];
tdg q[3];
h q[3];
cx q[3], q[2];
// g3^f2h4
h q[4];
t q[4];
cx q[2], q[4];
tdg q[4];
h q[4];
cx q[4], q[2];
// g5^f4f6
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
