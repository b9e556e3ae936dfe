OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b2d4 h8-g7 d4^c3c5 g7-f6 c5^b4b6 f6-e7 b4^a3c5 e7-f6 b6^a5a7 f6-g5 a5^b4b6 g5-f6 b6^a5c7 f6-e7 c7^b6d6 e7-d8 d6^c7e7 d8xf6 c3^d2d4 f6-e7 d2^c3e3 e7-f8 e3^d2f2 f8-g7 f2^e1g3 g7-h6 g3^f2f4 h6-g7 f4^g3g5 g7-h6 g5^h4f6
// start: position W:WK22,29,30:BK4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c3 then b2
// q[1]: d4 then c3 then d2 then c3
// q[2]: c5 then b4 then a3
// q[3]: b6 then a5 then b4
// q[4]: c5
// q[5]: a7
// q[6]: b6 then a5
// q[7]: c7 then b6
// q[8]: d6 then c7
// q[9]: e7 then f6 then e7 then f8 then g7 then h6 then g7 then h6
// q[10]: d8
// q[11]: d4
// q[12]: e3 then d2
// q[13]: f2 then e1
// q[14]: g3 then f2
// q[15]: f4 then g3
// q[16]: g5 then h4
// q[17]: f6
// c[0]: e1
// c[1]: b2
// c[2]: d2
// c[3]: f2
// c[4]: a3
// c[5]: c3
// c[6]: g3
// c[7]: b4
// c[8]: d4
// c[9]: h4
// c[10]: a5
// c[11]: c5
// c[12]: b6
// c[13]: f6
// c[14]: h6
// c[15]: a7
// c[16]: c7
// c[17]: d8
qubit[18] q;
bit[18] c;
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
// c5^b4b6
h q[3];
t q[3];
cx q[2], q[3];
tdg q[3];
h q[3];
cx q[3], q[2];
// b4^a3c5
h q[4];
t q[4];
cx q[2], q[4];
tdg q[4];
h q[4];
cx q[4], q[2];
// b6^a5a7
h q[5];
t q[5];
cx q[3], q[5];
tdg q[5];
h q[5];
cx q[5], q[3];
// a5^b4b6
h q[6];
t q[6];
cx q[3], q[6];
tdg q[6];
h q[6];
cx q[6], q[3];
// b6^a5c7
h q[7];
t q[7];
cx q[6], q[7];
tdg q[7];
h q[7];
cx q[7], q[6];
// c7^b6d6
h q[8];
t q[8];
cx q[7], q[8];
tdg q[8];
h q[8];
cx q[8], q[7];
// d6^c7e7
h q[9];
t q[9];
cx q[8], q[9];
tdg q[9];
h q[9];
cx q[9], q[8];
// d8xf6
x q[10];
cx q[9], q[10];
// c3^d2d4
h q[11];
t q[11];
cx q[1], q[11];
tdg q[11];
h q[11];
cx q[11], q[1];
// d2^c3e3
h q[12];
t q[12];
cx q[1], q[12];
tdg q[12];
h q[12];
cx q[12], q[1];
// e3^d2f2
h q[13];
t q[13];
cx q[12], q[13];
tdg q[13];
h q[13];
cx q[13], q[12];
// f2^e1g3
h q[14];
t q[14];
cx q[13], q[14];
tdg q[14];
h q[14];
cx q[14], q[13];
// g3^f2f4
h q[15];
t q[15];
cx q[14], q[15];
tdg q[15];
h q[15];
cx q[15], q[14];
// f4^g3g5
h q[16];
t q[16];
cx q[15], q[16];
tdg q[16];
h q[16];
cx q[16], q[15];
// g5^h4f6
h q[17];
t q[17];
cx q[16], q[17];
tdg q[17];
h q[17];
cx q[17], q[16];
c[0] = measure q[13];
c[1] = measure q[0];
c[2] = measure q[12];
c[3] = measure q[14];
c[4] = measure q[2];
c[5] = measure q[1];
c[6] = measure q[15];
c[7] = measure q[3];
c[8] = measure q[11];
c[9] = measure q[16];
c[10] = measure q[6];
c[11] = measure q[4];
c[12] = measure q[7];
c[13] = measure q[17];
c[14] = measure q[9];
c[15] = measure q[5];
c[16] = measure q[8];
c[17] = measure q[10];
