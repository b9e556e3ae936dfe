OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: a3^b2b4 g7-h6 b2^c1a3 h6-g5 c1^b2d2 g5-f6 d2^c1e1 f6-e5 e1^d2f2 e5-d4 c3xe5 h8-g7 d2^e1c3 g7-h6 b4^a5c5 h6-g7 c5^b6d6 g7-h8 c3^d2b4 h8-g7 b6^c5a7 g7-h8 f2^g1g3 h8-g7 g3^h2f4 g7-h8 f4^e3g3 h8-g7 g3^f2f4 g7-h6 d6^c7e7 h6-g7 f4^g3g5 g7-h6 g3^f4h4 h6-g7 c7^d6d8 g7-f8 a7^b6b8 f8-g7 e7^f6f8 g7-h6 f8^e7g7 h6xf8 b8^a7c7
// start: position W:WK21,22,29:BK4,K8
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: a3 then b2 then c1 then b2
// q[1]: b4 then a5
// q[2]: a3
// q[3]: d2 then c1
// q[4]: e1 then d2 then e1
// q[5]: f2 then g1
// q[6]: c3 then d2
// q[7]: c5 then b6 then c5
// q[8]: d6 then c7 then d6
// q[9]: b4
// q[10]: a7 then b6
// q[11]: g3 then h2
// q[12]: f4 then e3
// q[13]: g3 then f2
// q[14]: f4 then g3 then f4
// q[15]: e7 then f6
// q[16]: g5
// q[17]: h4
// q[18]: d8
// q[19]: b8 then a7
// q[20]: f8 then e7
// q[21]: g7 then f8
// q[22]: h6
// q[23]: c7
// c[0]: c1
// c[1]: e1
// c[2]: g1
// c[3]: b2
// c[4]: d2
// c[5]: f2
// c[6]: h2
// c[7]: a3
// c[8]: e3
// c[9]: b4
// c[10]: f4
// c[11]: h4
// c[12]: a5
// c[13]: c5
// c[14]: g5
// c[15]: b6
// c[16]: d6
// c[17]: f6
// c[18]: h6
// c[19]: a7
// c[20]: c7
// c[21]: e7
// c[22]: d8
// c[23]: f8
qubit[24] q;
bit[24] c;
// a3^b2b4
x q[0];
h q[1];
cx q[1], q[0];
// b2^c1a3
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// c1^b2d2
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
// d2^c1e1
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
// e1^d2f2
h q[5];
t q[5];
cx q[4], q[5];
tdg q[5];
h q[5];
cx q[5], q[4];
// d2^e1c3
h q[6];
t q[6];
cx q[4], q[6];
tdg q[6];
h q[6];
cx q[6], q[4];
// b4^a5c5
h q[7];
t q[7];
cx q[1], q[7];
tdg q[7];
h q[7];
cx q[7], q[1];
// c5^b6d6
h q[8];
t q[8];
cx q[7], q[8];
tdg q[8];
h q[8];
cx q[8], q[7];
// c3^d2b4
h q[9];
t q[9];
cx q[6], q[9];
tdg q[9];
h q[9];
cx q[9], q[6];
// b6^c5a7
h q[10];
t q[10];
cx q[7], q[10];
tdg q[10];
h q[10];
cx q[10], q[7];
// f2^g1g3
h q[11];
t q[11];
cx q[5], q[11];
tdg q[11];
h q[11];
cx q[11], q[5];
// g3^h2f4
h q[12];
t q[12];
cx q[11], q[12];
tdg q[12];
h q[12];
cx q[12], q[11];
// f4^e3g3
h q[13];
t q[13];
cx q[12], q[13];
tdg q[13];
h q[13];
cx q[13], q[12];
// g3^f2f4
h q[14];
t q[14];
cx q[13], q[14];
tdg q[14];
h q[14];
cx q[14], q[13];
// d6^c7e7
h q[15];
t q[15];
cx q[8], q[15];
tdg q[15];
h q[15];
cx q[15], q[8];
// f4^g3g5
h q[16];
t q[16];
cx q[14], q[16];
tdg q[16];
h q[16];
cx q[16], q[14];
// g3^f4h4
h q[17];
t q[17];
cx q[14], q[17];
tdg q[17];
h q[17];
cx q[17], q[14];
// c7^d6d8
h q[18];
t q[18];
cx q[8], q[18];
tdg q[18];
h q[18];
cx q[18], q[8];
// a7^b6b8
h q[19];
t q[19];
cx q[10], q[19];
tdg q[19];
h q[19];
cx q[19], q[10];
// e7^f6f8
h q[20];
t q[20];
cx q[15], q[20];
tdg q[20];
h q[20];
cx q[20], q[15];
// f8^e7g7
h q[21];
t q[21];
cx q[20], q[21];
tdg q[21];
h q[21];
cx q[21], q[20];
// h6xf8
x q[22];
cx q[21], q[22];
// b8^a7c7
h q[23];
t q[23];
cx q[19], q[23];
tdg q[23];
h q[23];
cx q[23], q[19];
c[0] = measure q[3];
c[1] = measure q[4];
c[2] = measure q[5];
c[3] = measure q[0];
c[4] = measure q[6];
c[5] = measure q[13];
c[6] = measure q[11];
c[7] = measure q[2];
c[8] = measure q[12];
c[9] = measure q[9];
c[10] = measure q[14];
c[11] = measure q[17];
c[12] = measure q[1];
c[13] = measure q[7];
c[14] = measure q[16];
c[15] = measure q[10];
c[16] = measure q[8];
c[17] = measure q[15];
c[18] = measure q[22];
c[19] = measure q[19];
c[20] = measure q[23];
c[21] = measure q[20];
c[22] = measure q[18];
c[23] = measure q[21];
