OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3^f4h4 f6^e5g5 h4xf6 e5xg3 h2xf4 b6^a5c5 c3^b4d4 a5xc3 f4^e5g5 d6xf4 d4^c5e5 d6xb4 e3xg5 h6xf4 c5-d6 e7xc5 e5^d6f6 g7xe5 f2^e3g3 f4xh2 e3xg5 c5^b4d4 a3xc5 d4^c3e3 d2xb4 g7^f6h6 g5xe7 d8xf6 g1^f2h2 f8^e7g7 d2^c3e3 f6^e5g5 c3e3^d4 e5xc3 b2xd4 g7^f6h6 f2h2^g3 c7^b6d6 g3^f4h4 d6xb4 e1^d2f2 b4^a3c3 d2xb4 f6^e5g5 h4xf6 g5xe3 f4^e5g5 e7^d6f6 e5xc7 f6xh4 d2^c3e3 a3-b2 c1xa3 h8-g7 d4^c5e5 g7^f6h6 e5xg7 f6h6^g5 e3^d4f4 g5xe3 c5^b6d6 a7xc5 d4xb6 c5^b4d4 a3xc5 b8^a7c7 c3^b4d4 a5xc3 c5^b6d6 c7xe5 b6d6^c7 c3^b2d2 a1xc3 a7-b6 c7^b8d8 g5-f4 d8^c7e7 f4^e3g3 e7^d6f8 e3g3^f2 d6-e5 f2^e1g1 f8^e7g7 e1^d2f2 e5^f4d6 d2-c3 g7^h6h8 c3xe5 f4d6^e5 b6-c5 d4xb6 f2^e1g1 e5e7^f6 e1^d2f2 f6h8^g7 d2^c1e1 e7^f6f8 f2^e3g3 f6^e5g5 e3^f2d4 e5xc3 d4^e3e5 c7^d6b8 e5xc7 d6^c7e7 g1^f2h2 e7^d6f6 f2^e1g1 f6^e5e7 e1^d2f2 e5e7^f6 d2^c1c3 f6^e5g5 c3^b2d2 a1xc3 d2xb4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: g1 then f2 then e1 then d2 then c1
// q[1]: h2
// q[2]: g1
// q[3]: f2
// q[4]: c3 then b2 then c3
// q[5]: d2
// q[6]: a1
// c[0]: a1
// c[1]: c1
// c[2]: g1
// c[3]: d2
// c[4]: f2
// c[5]: h2
// c[6]: c3
qubit[7] q;
bit[7] c;
// g1^f2h2
x q[0];
h q[1];
cx q[1], q[0];
// f2^e1g1
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// e1^d2f2
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
// d2^c1c3
h q[4];
t q[4];
cx q[0], q[4];
tdg q[4];
h q[4];
cx q[4], q[0];
// c3^b2d2
h q[5];
t q[5];
cx q[4], q[5];
tdg q[5];
h q[5];
cx q[5], q[4];
// a1xc3
x q[6];
cx q[4], q[6];
c[0] = measure q[6];
c[1] = measure q[0];
c[2] = measure q[2];
c[3] = measure q[5];
c[4] = measure q[3];
c[5] = measure q[1];
c[6] = measure q[4];
