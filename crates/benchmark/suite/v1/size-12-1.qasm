OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3^f4h4 f6-g5 h4xf6 g7xe5 e3-f4 e5xg3 h2xf4 h8-g7 c3-b4 d6-c5 b4xd6 e7xc5 g1-h2 c5-d4 f4^e5g5 h6xf4 d2-c3 f4^e3g3 h2xf4 g7-f6 e5xg7 h6-g5 c3xe5 f8xh6 h2-g3 b6^a5c5 e5^d6f6 c7xe5 g3^f4h4 g5xe3 e3xg1 f6-e7 d8xf6 e1-d2 a7-b6 a3-b4 c5xa3 d2-c3 g1^f2h2 c3-d4 f2-e1 d4-e5 f6xd4 b2-c3 d4xb2 a1xc3 b8-a7 c3-d4 a3-b2 c1xa3 h2-g3 a3-b4 g3-h4 d4^c5e5 b6xd4 b4-c5 c7-d6 c5xe7 h6-g5 e7-f8 e1-f2 e5-f6 f2^e1g3 f8-g7 b6-c5 g7^h6h8 g3-f2 h6xf4 f2-g1 f4-g3 h4xf2 f6-g7 f2-e1 g7-h8 d4-c3 h8-g7 a7-b6 g7^h6h8 b6-a5 h6-g7 e1-f2 g7-f8 f2^e1g3 f8-e7 c5-d4 e7^f6f8 g3^f2f4 f6^e5e7 f4xd6 e5-d6 c3-b2 h8-g7 d4-c3 g7^f6h6 e1-d2 f6^e5g7 d2-e1 h6-g5 a5-b4 g5^f4f6 b2^a1c1 f4^g3g5 a1-b2 g5^h4h6 e1-f2 g3xe1
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d4 then c5 then d4 then c3 then b2 then a1 then b2
// q[1]: e5 then f6 then g7 then h8 then g7 then h6 then g7 then f8 then e7 then f6 then e5 then d6
// q[2]: b6 then c5 then d4 then c3
// q[3]: h8 then g7 then f6 then e5
// q[4]: f8
// q[5]: e7
// q[6]: h6 then g5 then f4 then g3
// q[7]: g7
// q[8]: f6
// q[9]: c1
// q[10]: g5 then h4
// q[11]: h6
// c[0]: c1
// c[1]: b2
// c[2]: c3
// c[3]: g3
// c[4]: h4
// c[5]: e5
// c[6]: d6
// c[7]: f6
// c[8]: h6
// c[9]: e7
// c[10]: g7
// c[11]: f8
qubit[12] q;
bit[12] c;
// d4^c5e5
x q[0];
h q[1];
cx q[1], q[0];
// b6xd4
x q[2];
cx q[0], q[2];
// g7^h6h8
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// e7^f6f8
h q[4];
t q[4];
cx q[1], q[4];
tdg q[4];
h q[4];
cx q[4], q[1];
// f6^e5e7
h q[5];
t q[5];
cx q[1], q[5];
tdg q[5];
h q[5];
cx q[5], q[1];
// g7^f6h6
h q[6];
t q[6];
cx q[3], q[6];
tdg q[6];
h q[6];
cx q[6], q[3];
// f6^e5g7
h q[7];
t q[7];
cx q[3], q[7];
tdg q[7];
h q[7];
cx q[7], q[3];
// g5^f4f6
h q[8];
t q[8];
cx q[6], q[8];
tdg q[8];
h q[8];
cx q[8], q[6];
// b2^a1c1
h q[9];
t q[9];
cx q[0], q[9];
tdg q[9];
h q[9];
cx q[9], q[0];
// f4^g3g5
h q[10];
t q[10];
cx q[6], q[10];
tdg q[10];
h q[10];
cx q[10], q[6];
// g5^h4h6
h q[11];
t q[11];
cx q[10], q[11];
tdg q[11];
h q[11];
cx q[11], q[10];
c[0] = measure q[9];
c[1] = measure q[0];
c[2] = measure q[2];
c[3] = measure q[6];
c[4] = measure q[10];
c[5] = measure q[3];
c[6] = measure q[1];
c[7] = measure q[8];
c[8] = measure q[11];
c[9] = measure q[5];
c[10] = measure q[7];
c[11] = measure q[4];
