OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: e3^d2f4 k11-l10 f4^g3e5 f6xd4 d2^c1e1 d4^c3c5 g3^h2f4 c3c5^d4 h2^i1g3 d4^c3c5 i1^h2j2 c5^b4d6 g3^f2h4 d6f6^e7 f4^g3g5 f6^e5g7 j2^i1k1 e7^d6d8 f2^g1e3 b4^a3c5 e3^f2f4 g7^f8h8 h4^i3i5 h8^i7g9 i5^j4h6 i7^h8j8 k1^j2l2
// start: size 12, draw_after off, position W:WK57,K67:BK12,K39
// encoding minimal; in bit strings the first character is bit 0
// q[0]: e3 then d2 then c1
// q[1]: f4 then g3 then h2 then i1 then h2
// q[2]: e5 then d4 then c3 then d4 then c3
// q[3]: f6 then e5
// q[4]: e1
// q[5]: c5 then g3 then f2 then g1
// q[6]: f4 then g3
// q[7]: c5 then b4 then a3
// q[8]: j2 then i1
// q[9]: d6 then e7 then d6
// q[10]: h4 then i3
// q[11]: g5
// q[12]: g7 then f8
// q[13]: k1 then j2
// q[14]: d8
// q[15]: e3 then f2
// q[16]: c5
// q[17]: f4
// q[18]: h8 then i7 then h8
// q[19]: i5 then j4
// q[20]: g9
// q[21]: h6
// q[22]: j8
// q[23]: l2
// c[0]: c1
// c[1]: e1
// c[2]: g1
// c[3]: i1
// c[4]: f2
// c[5]: h2
// c[6]: j2
// c[7]: l2
// c[8]: a3
// c[9]: c3
// c[10]: g3
// c[11]: i3
// c[12]: f4
// c[13]: j4
// c[14]: c5
// c[15]: e5
// c[16]: g5
// c[17]: d6
// c[18]: h6
// c[19]: d8
// c[20]: f8
// c[21]: h8
// c[22]: j8
// c[23]: g9
qubit[24] q;
bit[24] c;
// e3^d2f4
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
// f4^g3e5
s q[1];
s q[2];
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[1];
// f6xd4
x q[3];
cx q[2], q[3];
s q[2];
// d2^c1e1
s q[0];
s q[4];
h q[4];
t q[4];
cx q[0], q[4];
tdg q[4];
h q[4];
sdg q[4];
cx q[4], q[0];
// d4^c3c5
s q[2];
s q[5];
h q[5];
t q[5];
cx q[2], q[5];
tdg q[5];
h q[5];
sdg q[5];
cx q[5], q[2];
// g3^h2f4
s q[1];
s q[6];
h q[6];
t q[6];
cx q[1], q[6];
tdg q[6];
h q[6];
sdg q[6];
cx q[6], q[1];
// c3c5^d4
cx q[5], q[2];
s q[5];
h q[5];
t q[5];
cx q[2], q[5];
tdg q[5];
h q[5];
sdg q[5];
cx q[5], q[2];
sdg q[2];
z q[5];
// h2^i1g3
s q[1];
s q[5];
h q[5];
t q[5];
cx q[1], q[5];
tdg q[5];
h q[5];
sdg q[5];
cx q[5], q[1];
// d4^c3c5
s q[2];
s q[7];
h q[7];
t q[7];
cx q[2], q[7];
tdg q[7];
h q[7];
sdg q[7];
cx q[7], q[2];
// - i1^h2j2
s q[1];
s q[8];
h q[8];
t q[8];
cx q[1], q[8];
tdg q[8];
h q[8];
sdg q[8];
cx q[8], q[1];
// c5^b4d6
s q[7];
s q[9];
h q[9];
t q[9];
cx q[7], q[9];
tdg q[9];
h q[9];
sdg q[9];
cx q[9], q[7];
// g3^f2h4
s q[5];
s q[10];
h q[10];
t q[10];
cx q[5], q[10];
tdg q[10];
h q[10];
sdg q[10];
cx q[10], q[5];
// d6f6^e7
cx q[3], q[9];
s q[3];
h q[3];
t q[3];
cx q[9], q[3];
tdg q[3];
h q[3];
sdg q[3];
cx q[3], q[9];
sdg q[9];
z q[3];
// f4^g3g5
s q[6];
s q[11];
h q[11];
t q[11];
cx q[6], q[11];
tdg q[11];
h q[11];
sdg q[11];
cx q[11], q[6];
// f6^e5g7
s q[3];
s q[12];
h q[12];
t q[12];
cx q[3], q[12];
tdg q[12];
h q[12];
sdg q[12];
cx q[12], q[3];
// j2^i1k1
s q[8];
s q[13];
h q[13];
t q[13];
cx q[8], q[13];
tdg q[13];
h q[13];
sdg q[13];
cx q[13], q[8];
// e7^d6d8
s q[9];
s q[14];
h q[14];
t q[14];
cx q[9], q[14];
tdg q[14];
h q[14];
sdg q[14];
cx q[14], q[9];
// f2^g1e3
s q[5];
s q[15];
h q[15];
t q[15];
cx q[5], q[15];
tdg q[15];
h q[15];
sdg q[15];
cx q[15], q[5];
// b4^a3c5
s q[7];
s q[16];
h q[16];
t q[16];
cx q[7], q[16];
tdg q[16];
h q[16];
sdg q[16];
cx q[16], q[7];
// e3^f2f4
s q[15];
s q[17];
h q[17];
t q[17];
cx q[15], q[17];
tdg q[17];
h q[17];
sdg q[17];
cx q[17], q[15];
// g7^f8h8
s q[12];
s q[18];
h q[18];
t q[18];
cx q[12], q[18];
tdg q[18];
h q[18];
sdg q[18];
cx q[18], q[12];
// h4^i3i5
s q[10];
s q[19];
h q[19];
t q[19];
cx q[10], q[19];
tdg q[19];
h q[19];
sdg q[19];
cx q[19], q[10];
// h8^i7g9
s q[18];
s q[20];
h q[20];
t q[20];
cx q[18], q[20];
tdg q[20];
h q[20];
sdg q[20];
cx q[20], q[18];
// - i5^j4h6
s q[19];
s q[21];
h q[21];
t q[21];
cx q[19], q[21];
tdg q[21];
h q[21];
sdg q[21];
cx q[21], q[19];
// - i7^h8j8
s q[18];
s q[22];
h q[22];
t q[22];
cx q[18], q[22];
tdg q[22];
h q[22];
sdg q[22];
cx q[22], q[18];
// k1^j2l2
s q[13];
s q[23];
h q[23];
t q[23];
cx q[13], q[23];
tdg q[23];
h q[23];
sdg q[23];
cx q[23], q[13];
c[0] = measure q[0];
c[1] = measure q[4];
c[2] = measure q[5];
c[3] = measure q[8];
c[4] = measure q[15];
c[5] = measure q[1];
c[6] = measure q[13];
c[7] = measure q[23];
c[8] = measure q[7];
c[9] = measure q[2];
c[10] = measure q[6];
c[11] = measure q[10];
c[12] = measure q[17];
c[13] = measure q[19];
c[14] = measure q[16];
c[15] = measure q[3];
c[16] = measure q[11];
c[17] = measure q[9];
c[18] = measure q[21];
c[19] = measure q[14];
c[20] = measure q[12];
c[21] = measure q[18];
c[22] = measure q[22];
c[23] = measure q[20];
