OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b4d4 h8-g7 d4^c3e3 g7-f8 c3^b2d4 f8-g7 d4^c3c5 g7-h8 e3^d2d4 h8-g7 b4^a3a5 g7-h8 d2^e1e3 h8-g7 e3^d2f4 g7-f8 a5^b4b6 f8-e7 b6^a5a7 e7-f8 f4^e3g3 f8-e7 g3^f2h4 e7-f8 a7^b6b8 f8-e7 f2^g1g3 e7-f8 b6^a7c7 f8-e7 g3^f2f4 e7-f6 h4^g3g5 f6xh4 f4^e5g5
// start: position W:WK22,29,30:BK4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c3 then b4 then a3
// q[1]: d4 then c3 then b2
// q[2]: e3 then d2 then e1
// q[3]: d4 then c3
// q[4]: c5
// q[5]: d4
// q[6]: a5 then b4
// q[7]: e3 then d2
// q[8]: f4 then e3
// q[9]: b6 then a5
// q[10]: a7 then b6 then a7
// q[11]: g3 then f2 then g1
// q[12]: h4 then g3
// q[13]: b8
// q[14]: g3 then f2
// q[15]: c7
// q[16]: f4 then e5
// q[17]: g5 then h4
// q[18]: f6
// q[19]: g5
// c[0]: e1
// c[1]: g1
// c[2]: b2
// c[3]: d2
// c[4]: f2
// c[5]: a3
// c[6]: c3
// c[7]: e3
// c[8]: g3
// c[9]: b4
// c[10]: d4
// c[11]: h4
// c[12]: a5
// c[13]: c5
// c[14]: e5
// c[15]: g5
// c[16]: f6
// c[17]: a7
// c[18]: c7
// c[19]: b8
qubit[20] q;
bit[20] c;
// c3^b4d4
x q[0];
h q[1];
cx q[1], q[0];
// d4^c3e3
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// c3^b2d4
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// d4^c3c5
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
// e3^d2d4
h q[5];
t q[5];
cx q[2], q[5];
tdg q[5];
h q[5];
cx q[5], q[2];
// b4^a3a5
h q[6];
t q[6];
cx q[0], q[6];
tdg q[6];
h q[6];
cx q[6], q[0];
// d2^e1e3
h q[7];
t q[7];
cx q[2], q[7];
tdg q[7];
h q[7];
cx q[7], q[2];
// e3^d2f4
h q[8];
t q[8];
cx q[7], q[8];
tdg q[8];
h q[8];
cx q[8], q[7];
// a5^b4b6
h q[9];
t q[9];
cx q[6], q[9];
tdg q[9];
h q[9];
cx q[9], q[6];
// b6^a5a7
h q[10];
t q[10];
cx q[9], q[10];
tdg q[10];
h q[10];
cx q[10], q[9];
// f4^e3g3
h q[11];
t q[11];
cx q[8], q[11];
tdg q[11];
h q[11];
cx q[11], q[8];
// g3^f2h4
h q[12];
t q[12];
cx q[11], q[12];
tdg q[12];
h q[12];
cx q[12], q[11];
// a7^b6b8
h q[13];
t q[13];
cx q[10], q[13];
tdg q[13];
h q[13];
cx q[13], q[10];
// f2^g1g3
h q[14];
t q[14];
cx q[11], q[14];
tdg q[14];
h q[14];
cx q[14], q[11];
// b6^a7c7
h q[15];
t q[15];
cx q[10], q[15];
tdg q[15];
h q[15];
cx q[15], q[10];
// g3^f2f4
h q[16];
t q[16];
cx q[14], q[16];
tdg q[16];
h q[16];
cx q[16], q[14];
// h4^g3g5
h q[17];
t q[17];
cx q[12], q[17];
tdg q[17];
h q[17];
cx q[17], q[12];
// f6xh4
x q[18];
cx q[17], q[18];
// f4^e5g5
h q[19];
t q[19];
cx q[16], q[19];
tdg q[19];
h q[19];
cx q[19], q[16];
c[0] = measure q[2];
c[1] = measure q[11];
c[2] = measure q[1];
c[3] = measure q[7];
c[4] = measure q[14];
c[5] = measure q[0];
c[6] = measure q[3];
c[7] = measure q[8];
c[8] = measure q[12];
c[9] = measure q[6];
c[10] = measure q[5];
c[11] = measure q[17];
c[12] = measure q[9];
c[13] = measure q[4];
c[14] = measure q[16];
c[15] = measure q[19];
c[16] = measure q[18];
c[17] = measure q[10];
c[18] = measure q[15];
c[19] = measure q[13];
