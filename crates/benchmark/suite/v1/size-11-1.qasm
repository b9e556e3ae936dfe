OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: e3^d4f4 d6^c5e5 f4xd6 e7xc5 c3^b4d4 c5xe3 f2xd4 f6^e5g5 b4xd6 e5g5^f4 g3xe5 b6^a5c5 d2^c3e3 a5c5^b4 a3xc5 c7-b6 f2-g3 b6xd4 d4xf2 g1xe3 d8^c7e7 e3^d4f4 e7xc5 c5xe3 b2^a3c3 e3^d2f2 c1xe3 c5^b4d4 a3xc5 d4xb2 c1xa3 f8-e7 e1^d2f2 e7^d6f6 e5xc7 f6xd4 f4^e5g5 h6xf4 e5^d6f6 g7xe5 d2f2^e3 h6-g5 e3^d4f4 g5xe3 d4-c5 e3^d2f2 g3^f4h4 g5xe3 f4h4^g5 d2^c1e1 g5^f6h6 g7xe5 h6xf8 e1^d2f2 a1-b2 f2^e1g3 h2xf4 e5xg3 b2-c3 e5^d4f4 c3xe5 f4^e3g3 h2xf4 e3^d2f2 c3^b4d4 f2-g1 b4^a5c5 a7-b6 c5xa7 b6^a5c5 d4xb6 b8-a7 d4^c5e5 g1-f2 c7^b8d8 f2^e3g3 h2xf4 e3xg5 d6^c7e7 e1-f2 e5^d6f6 d2-c1 a3-b4 a5xc3 b4^a5c5 f2^g1e3 e7-f8 e3^d2d4 f8^e7g7 h8xf6 e7xg5 d2d4^c3 e7^d6f6 c3^b4d4 f6^e5e7 d4xf6 e5-f4 c1^b2d2 f4^e5g5 b2^a1a3 b8d8^c7 d2^c1e3 e5e7^f6 e3^d2d4 d6f6^e5 b4xd6 d6xf4 e5xc3 a7xc5 f6^e5e7 d4xf6 e5^d4d6 c5xe3 c7-b6 e3^d2f2 b6xd4 b4^c3c5 d4xb2 c5xe3 e7^d6f8 e3^d2f2 d6^c5e7 f2^g1g3 h2xf4 d2^c1c3 c5^b4b6 a3xc5 c5xa7 f4^e5g5 c3^d2d4 e5g5^f6 d2^e1e3 f6^e7g7 h8xf6 f8-g7 h8xf6 e7^d8f8 a3-b4 d8f8^e7 b4^a3c5 e7xg5 a3-b2 g5^f4f6 c5^b4d6 f6^e7g7 d6xf8 f4^e3e5 d6xf4 f4xd2 a5-b6 f4^e3g3 b6^a7c7 e3^d2f2 a7c7^b8 g3^h2h4 b8^a7c7 d2f2^e3 c7^b6b8 h2^g1g3 b6^c5c7 g1g3^f2 c7^b6d6 h4^g3g5 d6^c7e7 g3g5^f4 c5^b4d6 f4^g3g5 b6^a5c5 e3g3^f4 c7e7^d8 f2^e1e3 d6d8^c7 e3^d2f2 a5a7^b6 g5^f6h6 c5c7^d6 f6^e5e7 d6xf8 f2^g1e3 c7^b8d8 e7-f8 b8d8^c7 g1g3^f2 c7^b6d8 h6^g5g7 b6^c5c7 e5^d4d6 c5xe7 d6xb8
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: f4 then e3 then d2 then e3 then f4
// q[1]: g3 then h2 then g1 then f2 then e1
// q[2]: f2 then g3 then g5 then g5 then f6 then e5 then d4
// q[3]: h4 then g3 then f4 then g3
// q[4]: e3 then d2
// q[5]: f2 then g1 then f2
// q[6]: h6 then g5
// q[7]: e7 then f8
// q[8]: e3
// q[9]: g7
// q[10]: d6
// c[0]: e1
// c[1]: d2
// c[2]: f2
// c[3]: e3
// c[4]: g3
// c[5]: d4
// c[6]: f4
// c[7]: g5
// c[8]: d6
// c[9]: g7
// c[10]: f8
qubit[11] q;
bit[11] c;
// f4^e3g3
x q[0];
h q[1];
cx q[1], q[0];
// g3^h2h4
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// f4^g3g5
h q[2];
t q[2];
cx q[3], q[2];
tdg q[2];
h q[2];
sdg q[3];
cx q[2], q[3];
// e3g3^f4
h q[3];
sdg q[0];
h q[0];
sdg q[0];
cx q[3], q[0];
s q[3];
h q[3];
t q[3];
h q[3];
tdg q[0];
cx q[3], q[0];
s q[0];
h q[0];
// f2^e1e3
h q[4];
t q[4];
cx q[1], q[4];
tdg q[4];
h q[4];
cx q[4], q[1];
// e3^d2f2
h q[5];
t q[5];
cx q[4], q[5];
tdg q[5];
h q[5];
sdg q[4];
cx q[5], q[4];
// g5^f6h6
h q[6];
t q[6];
cx q[2], q[6];
tdg q[6];
h q[6];
cx q[6], q[2];
// f6^e5e7
h q[7];
t q[7];
cx q[2], q[7];
tdg q[7];
h q[7];
cx q[7], q[2];
// f2^g1e3
h q[8];
t q[8];
cx q[5], q[8];
tdg q[8];
h q[8];
sdg q[5];
cx q[8], q[5];
// g1g3^f2
sdg q[5];
h q[5];
sdg q[5];
cx q[3], q[5];
h q[3];
t q[3];
h q[3];
tdg q[5];
cx q[3], q[5];
sdg q[3];
h q[3];
s q[5];
h q[5];
// h6^g5g7
h q[9];
t q[9];
cx q[6], q[9];
tdg q[9];
h q[9];
cx q[9], q[6];
// e5^d4d6
h q[10];
t q[10];
cx q[2], q[10];
tdg q[10];
h q[10];
cx q[10], q[2];
c[0] = measure q[1];
c[1] = measure q[4];
c[2] = measure q[5];
c[3] = measure q[8];
c[4] = measure q[3];
c[5] = measure q[2];
c[6] = measure q[0];
c[7] = measure q[6];
c[8] = measure q[10];
c[9] = measure q[9];
c[10] = measure q[7];
