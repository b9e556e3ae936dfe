OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b4d4 b6^a5c5 d4xb6 a5xc3 d2xb4 d6-e5 g3-h4 e5-f4 e3xg5 h6xf4 f2-g3 f6-e5 b2-c3 g7^f6h6 h4-g5 f6xh4 h4xf2 e1xg3 e7-d6 g1-f2 c7-b6 b4^a5c5 b6xd4 d4xb2 a5xc7 d8xb6 c3^b4d4 e5xc3 b4-c5 d6xb4 a3xc5 b6xd4 a1-b2 d4-c3 b2xd4 d4xf6 f8-g7 g3xe5 a7-b6 c1-b2 b8-c7 f2-e3 b6^a5c5 b2-a3 c5^b4d4 e3xc5 b4-c3 c5-d6 c3-b2 d6xb8 a5-b4 a3xc5 c7^b6d6 c5xa7 d6xf4 f4xd2 c5-b6 g7xe5 b6^a7c7 e5^d4f4 a7c7^b8 d2^c1e1 b8-a7 d4^c3e3 h2-g3 f4xh2 a7-b6 c1^b2d2 b6^a5a7 d2^c1e3 a5-b6 e3-d4 a7-b8 b2-a1 b6b8^c7 d4^c3e3 c7-b8 e3^d2f2 b8-a7 f2-e3 a7-b8 c1-b2 b8-c7 e3-f2 c7-b6 d2-e3 b6^a5c7 e3^d4f4 c7-b6 f4^e3g3 b6-a7 e3^d2f4 a5^b4b6 c3xa5
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d2 then c1 then b2 then a1
// q[1]: e1
// q[2]: d2 then c1 then b2
// q[3]: e3 then d4 then c3
// q[4]: e3 then d2 then e3 then d4
// q[5]: f2 then e3 then f2
// q[6]: f4 then e3 then d2
// q[7]: g3
// q[8]: f4
// c[0]: a1
// c[1]: e1
// c[2]: b2
// c[3]: d2
// c[4]: f2
// c[5]: c3
// c[6]: g3
// c[7]: d4
// c[8]: f4
qubit[9] q;
bit[9] c;
// d2^c1e1
x q[0];
h q[1];
cx q[1], q[0];
// c1^b2d2
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// d2^c1e3
h q[3];
t q[3];
cx q[2], q[3];
tdg q[3];
h q[3];
cx q[3], q[2];
// d4^c3e3
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
// e3^d2f2
h q[5];
t q[5];
cx q[4], q[5];
tdg q[5];
h q[5];
cx q[5], q[4];
// e3^d4f4
h q[6];
t q[6];
cx q[4], q[6];
tdg q[6];
h q[6];
cx q[6], q[4];
// f4^e3g3
h q[7];
t q[7];
cx q[6], q[7];
tdg q[7];
h q[7];
cx q[7], q[6];
// e3^d2f4
h q[8];
t q[8];
cx q[6], q[8];
tdg q[8];
h q[8];
cx q[8], q[6];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[6];
c[4] = measure q[5];
c[5] = measure q[3];
c[6] = measure q[7];
c[7] = measure q[4];
c[8] = measure q[8];
