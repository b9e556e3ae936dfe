OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3-h4 d6-e5 e3-d4 b6-c5 d4xb6 a7xc5 c3-b4 c7^b6d6 h4-g5 f6xh4 f2-e3 c5-d4 e3xc5 c5xa7 d8-c7 b4-a5 d6xb4 a3xc5 e5-f4 d2-c3 h4-g3 e1-d2 g7-f6 a5-b6 c7xa5 d2-e3 f4xd2 h2xf4 f6-g5 c1xe3 e7-d6 c5xe7 f8xd6 c3^b4d4 a5xc3 g1-f2 h8-g7 d4^c5e5 d6xb4 f4-e5 b8-c7 b2^a3c3 b4xd2 a3xc5 g5-h4 e5-d6 c7xe5 e3-d4 e5xc3 c5-b6 h4-g3 f2xh4 c3-d2 a1-b2 g7-f6 b6-c7 d2-e1 c7-b8 f6-g5 h4xf6 e1-f2 b2^a3c3 h6-g5 f6^e7g7 f2-e1 a3c3^b4 a5xc3 b8-c7 g5-h4 c7^d6d8 e1-f2 g7-h8 c3-b2 d6^c5e5 f2^e1g1 c5e5^d6 b2^a1c1 h8-g7 g1-h2 g7^h6f8 a1-b2 h6^g5g7 b2-a3 d6^c5e5 a3^b2b4 c5xa3 e1^d2f2 e5^d4f4 b2-c3 d4xb2 f2^g1g3 g5-h6 g3xe5 f4^g3e5 h4xf2 e5-f4 c1c3^b2 f4-e3 d2xf4 e7-d8 b2-c1 f8-e7 c3-d4 d8-c7 d2-e1 c7^b6b8 b4^a3c5 e7g7^f8 c5xa7 b6^a5c7 c1-b2 c7-d6 b2^a3c3 d6^c5e7 c3^b2d2 e7^d6f6 b2^a1c3 d6-e5 d2^c1e3 f6f8^e7 c1a3^b2 e7-f6 e3-d4 c5xe3
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: f6 then e7 then d8 then c7 then b6 then a5
// q[1]: g7 then h8 then g7 then h6 then g5 then h6
// q[2]: f8 then e7 then f8
// q[3]: g7
// q[4]: b8
// q[5]: c7 then d6 then c5
// q[6]: e7 then d6 then e5
// q[7]: f6 then e7 then f6
// c[0]: a5
// c[1]: c5
// c[2]: e5
// c[3]: f6
// c[4]: h6
// c[5]: g7
// c[6]: b8
// c[7]: f8
qubit[8] q;
bit[8] c;
// f6^e7g7
x q[0];
h q[1];
cx q[1], q[0];
// g7^h6f8
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// h6^g5g7
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
sdg q[3];
// c7^b6b8
h q[4];
t q[4];
cx q[0], q[4];
tdg q[4];
h q[4];
cx q[4], q[0];
// e7g7^f8
h q[3];
h q[2];
sdg q[2];
cx q[3], q[2];
s q[3];
h q[3];
t q[3];
h q[3];
tdg q[2];
cx q[3], q[2];
sdg q[3];
h q[3];
s q[2];
h q[2];
sdg q[2];
// b6^a5c7
h q[5];
t q[5];
cx q[0], q[5];
tdg q[5];
h q[5];
cx q[5], q[0];
// d6^c5e7
h q[6];
t q[6];
cx q[5], q[6];
tdg q[6];
h q[6];
sdg q[5];
cx q[6], q[5];
// e7^d6f6
h q[7];
t q[7];
cx q[6], q[7];
tdg q[7];
h q[7];
sdg q[6];
cx q[7], q[6];
// f6f8^e7
h q[2];
h q[7];
sdg q[7];
cx q[2], q[7];
s q[2];
h q[2];
t q[2];
h q[2];
tdg q[7];
cx q[2], q[7];
sdg q[2];
h q[2];
s q[7];
h q[7];
c[0] = measure q[0];
c[1] = measure q[5];
c[2] = measure q[6];
c[3] = measure q[7];
c[4] = measure q[1];
c[5] = measure q[3];
c[6] = measure q[4];
c[7] = measure q[2];
