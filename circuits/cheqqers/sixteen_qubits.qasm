OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: e3^d4f4 j10-i9 f4^e3g5 f6xh4 e3^d2f4 f6^e7g7 d4-c3 e7^d8f8 d2^e1e3 g7^f6h6 c3^b2d4 f6-g7 d4^c3c5 h4h6^g5 c5-b4 d8^c7c9 c3^d2d4 c9^d8d10 b4d4^c5 f8^e9g9 b2^a3c3
// start: size 10, draw_after off, position W:WK38,K47:BK5,K23
// encoding minimal; in bit strings the first character is bit 0
// q[0]: e3 then d4 then c3 then b2 then a3
// q[1]: f4 then e3 then d2 then e1
// q[2]: g5 then h4 then g5
// q[3]: f6 then e7 then d8 then c7
// q[4]: f4
// q[5]: g7 then f6 then g7
// q[6]: f8 then e9
// q[7]: e3
// q[8]: h6
// q[9]: d4 then c3 then d2
// q[10]: c5 then b4 then c5
// q[11]: c9 then d8
// q[12]: d4
// q[13]: d10
// q[14]: g9
// q[15]: c3
// c[0]: e1
// c[1]: d2
// c[2]: a3
// c[3]: c3
// c[4]: e3
// c[5]: d4
// c[6]: f4
// c[7]: c5
// c[8]: g5
// c[9]: h6
// c[10]: c7
// c[11]: g7
// c[12]: d8
// c[13]: e9
// c[14]: g9
// c[15]: d10
qubit[16] q;
bit[16] c;
// e3^d4f4
x q[0];
s q[0];
s q[1];
h q[1];
t q[1];
cx q[0], q[1];
tdg q[1];
h q[1];
sdg q[1];
cx q[1], q[0];
// f4^e3g5
s q[1];
s q[2];
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[1];
// f6xh4
x q[3];
cx q[2], q[3];
s q[2];
// e3^d2f4
s q[1];
s q[4];
h q[4];
t q[4];
cx q[1], q[4];
tdg q[4];
h q[4];
sdg q[4];
cx q[4], q[1];
// f6^e7g7
s q[3];
s q[5];
h q[5];
t q[5];
cx q[3], q[5];
tdg q[5];
h q[5];
sdg q[5];
cx q[5], q[3];
// d4-c3
s q[0];
// e7^d8f8
s q[3];
s q[6];
h q[6];
t q[6];
cx q[3], q[6];
tdg q[6];
h q[6];
sdg q[6];
cx q[6], q[3];
// d2^e1e3
s q[1];
s q[7];
h q[7];
t q[7];
cx q[1], q[7];
tdg q[7];
h q[7];
sdg q[7];
cx q[7], q[1];
// g7^f6h6
s q[5];
s q[8];
h q[8];
t q[8];
cx q[5], q[8];
tdg q[8];
h q[8];
sdg q[8];
cx q[8], q[5];
// c3^b2d4
s q[0];
s q[9];
h q[9];
t q[9];
cx q[0], q[9];
tdg q[9];
h q[9];
sdg q[9];
cx q[9], q[0];
// f6-g7
s q[5];
// d4^c3c5
s q[9];
s q[10];
h q[10];
t q[10];
cx q[9], q[10];
tdg q[10];
h q[10];
sdg q[10];
cx q[10], q[9];
// h4h6^g5
cx q[8], q[2];
s q[8];
h q[8];
t q[8];
cx q[2], q[8];
tdg q[8];
h q[8];
sdg q[8];
cx q[8], q[2];
sdg q[2];
z q[8];
// c5-b4
s q[10];
// d8^c7c9
s q[3];
s q[11];
h q[11];
t q[11];
cx q[3], q[11];
tdg q[11];
h q[11];
sdg q[11];
cx q[11], q[3];
// c3^d2d4
s q[9];
s q[12];
h q[12];
t q[12];
cx q[9], q[12];
tdg q[12];
h q[12];
sdg q[12];
cx q[12], q[9];
// c9^d8d10
s q[11];
s q[13];
h q[13];
t q[13];
cx q[11], q[13];
tdg q[13];
h q[13];
sdg q[13];
cx q[13], q[11];
// b4d4^c5
cx q[12], q[10];
s q[12];
h q[12];
t q[12];
cx q[10], q[12];
tdg q[12];
h q[12];
sdg q[12];
cx q[12], q[10];
sdg q[10];
z q[12];
// f8^e9g9
s q[6];
s q[14];
h q[14];
t q[14];
cx q[6], q[14];
tdg q[14];
h q[14];
sdg q[14];
cx q[14], q[6];
// b2^a3c3
s q[0];
s q[15];
h q[15];
t q[15];
cx q[0], q[15];
tdg q[15];
h q[15];
sdg q[15];
cx q[15], q[0];
c[0] = measure q[1];
c[1] = measure q[9];
c[2] = measure q[0];
c[3] = measure q[15];
c[4] = measure q[7];
c[5] = measure q[12];
c[6] = measure q[4];
c[7] = measure q[10];
c[8] = measure q[2];
c[9] = measure q[8];
c[10] = measure q[3];
c[11] = measure q[5];
c[12] = measure q[11];
c[13] = measure q[6];
c[14] = measure q[14];
c[15] = measure q[13];
