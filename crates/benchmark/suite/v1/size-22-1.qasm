OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b2d4 h8-g7 d4^c3c5 g7-h8 c3^d2d4 h8-g7 c5^b6d6 g7-f6 b6^c5c7 f6-g5 c5^b4b6 g5-h4 d2^e1c3 h4-g3 d6^c5e7 g3-h2 e7^f6d8 h2-g3 e1^d2f2 g3xe1 b4^a3a5 g3-f2 f6^e5g7 f2-g3 g7^f6f8 g3-f2 f8^e7g7 f2-g1 g7^h6h8 g1-f2 e7^d6f8 f2-g3 f6^g5e7 g3-h2 g5^h4f6 e1-f2 f6^g5g7 h2-g1 d2^e1e3
// start: position W:WK22,29,30:BK4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c3 then b2
// q[1]: d4 then c3 then d2 then e1 then d2 then e1
// q[2]: c5 then b6 then c5 then b4 then a3
// q[3]: d4
// q[4]: d6 then c5
// q[5]: c7
// q[6]: b6
// q[7]: c3
// q[8]: e7 then f6 then e5
// q[9]: d8
// q[10]: f2 then e1 then f2
// q[11]: g3 then f2 then g3 then f2 then g1 then f2 then g3 then h2 then g1
// q[12]: a5
// q[13]: g7 then f6 then g5 then h4
// q[14]: f8 then e7 then d6
// q[15]: g7 then h6
// q[16]: h8
// q[17]: f8
// q[18]: e7
// q[19]: f6 then g5
// q[20]: g7
// q[21]: e3
// c[0]: e1
// c[1]: g1
// c[2]: b2
// c[3]: f2
// c[4]: a3
// c[5]: c3
// c[6]: e3
// c[7]: d4
// c[8]: h4
// c[9]: a5
// c[10]: c5
// c[11]: e5
// c[12]: g5
// c[13]: b6
// c[14]: d6
// c[15]: h6
// c[16]: c7
// c[17]: e7
// c[18]: g7
// c[19]: d8
// c[20]: f8
// c[21]: h8
qubit[22] q;
bit[22] c;
// c3^b2d4
x q[0];
h q[1];
cx q[1], q[0];
// d4^c3c5
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// c3^d2d4
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// c5^b6d6
h q[4];
t q[4];
cx q[2], q[4];
tdg q[4];
h q[4];
cx q[4], q[2];
// b6^c5c7
h q[5];
t q[5];
cx q[2], q[5];
tdg q[5];
h q[5];
cx q[5], q[2];
// c5^b4b6
h q[6];
t q[6];
cx q[2], q[6];
tdg q[6];
h q[6];
cx q[6], q[2];
// d2^e1c3
h q[7];
t q[7];
cx q[1], q[7];
tdg q[7];
h q[7];
cx q[7], q[1];
// d6^c5e7
h q[8];
t q[8];
cx q[4], q[8];
tdg q[8];
h q[8];
cx q[8], q[4];
// e7^f6d8
h q[9];
t q[9];
cx q[8], q[9];
tdg q[9];
h q[9];
cx q[9], q[8];
// e1^d2f2
h q[10];
t q[10];
cx q[1], q[10];
tdg q[10];
h q[10];
cx q[10], q[1];
// g3xe1
x q[11];
cx q[10], q[11];
// b4^a3a5
h q[12];
t q[12];
cx q[2], q[12];
tdg q[12];
h q[12];
cx q[12], q[2];
// f6^e5g7
h q[13];
t q[13];
cx q[8], q[13];
tdg q[13];
h q[13];
cx q[13], q[8];
// g7^f6f8
h q[14];
t q[14];
cx q[13], q[14];
tdg q[14];
h q[14];
cx q[14], q[13];
// f8^e7g7
h q[15];
t q[15];
cx q[14], q[15];
tdg q[15];
h q[15];
cx q[15], q[14];
// g7^h6h8
h q[16];
t q[16];
cx q[15], q[16];
tdg q[16];
h q[16];
cx q[16], q[15];
// e7^d6f8
h q[17];
t q[17];
cx q[14], q[17];
tdg q[17];
h q[17];
cx q[17], q[14];
// f6^g5e7
h q[18];
t q[18];
cx q[13], q[18];
tdg q[18];
h q[18];
cx q[18], q[13];
// g5^h4f6
h q[19];
t q[19];
cx q[13], q[19];
tdg q[19];
h q[19];
cx q[19], q[13];
// f6^g5g7
h q[20];
t q[20];
cx q[19], q[20];
tdg q[20];
h q[20];
cx q[20], q[19];
// d2^e1e3
h q[21];
t q[21];
cx q[1], q[21];
tdg q[21];
h q[21];
cx q[21], q[1];
c[0] = measure q[1];
c[1] = measure q[11];
c[2] = measure q[0];
c[3] = measure q[10];
c[4] = measure q[2];
c[5] = measure q[7];
c[6] = measure q[21];
c[7] = measure q[3];
c[8] = measure q[13];
c[9] = measure q[12];
c[10] = measure q[4];
c[11] = measure q[8];
c[12] = measure q[19];
c[13] = measure q[6];
c[14] = measure q[14];
c[15] = measure q[15];
c[16] = measure q[5];
c[17] = measure q[18];
c[18] = measure q[20];
c[19] = measure q[9];
c[20] = measure q[17];
c[21] = measure q[16];
