OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c1^b2d2 f6^e5g5 b2d2^c3 e5^d4f6 e3xc5 f6^e7g7 e3c5^d4 g5^h4f6 c5^b4b6 e7^d8f8
// start: draw_after off, position W:WK23,K30:BK4,K11
// encoding paper; in bit strings the first character is bit 0
// q[0]: f6
// q[1]: e5
// q[2]: g5
// q[3]: d4
// q[4]: f6
// q[5]: e3
// q[6]: c5
// q[7]: e7
// q[8]: g7
// q[9]: d4
// q[10]: h4
// q[11]: f6
// q[12]: b4
// q[13]: b6
// q[14]: d8
// q[15]: f8
// c[0]: b4
// c[1]: d4
// c[2]: h4
// c[3]: b6
// c[4]: f6
// c[5]: g7
// c[6]: d8
// c[7]: f8
qubit[16] q;
bit[8] c;
// f6^e5g5
x q[0];
h q[0];
s q[0];
h q[2];
sdg q[2];
cx q[0], q[2];
h q[0];
t q[0];
h q[0];
tdg q[2];
cx q[0], q[2];
sdg q[0];
h q[0];
s q[2];
h q[2];
s q[0];
s q[1];
h q[0];
cx q[0], q[1];
cx q[1], q[0];
h q[1];
// e5^d4f6
h q[1];
s q[1];
h q[4];
sdg q[4];
cx q[1], q[4];
h q[1];
t q[1];
h q[1];
tdg q[4];
cx q[1], q[4];
sdg q[1];
h q[1];
s q[4];
h q[4];
s q[1];
s q[3];
h q[1];
cx q[1], q[3];
cx q[3], q[1];
h q[3];
// e3xc5
x q[5];
ccx q[5], q[3], q[6];
cx q[6], q[3];
cx q[6], q[5];
s q[6];
// f6^e7g7
h q[4];
s q[4];
h q[8];
sdg q[8];
cx q[4], q[8];
h q[4];
t q[4];
h q[4];
tdg q[8];
cx q[4], q[8];
sdg q[4];
h q[4];
s q[8];
h q[8];
s q[4];
s q[7];
h q[4];
cx q[4], q[7];
cx q[7], q[4];
h q[7];
// e3c5^d4
h q[5];
cx q[5], q[9];
cx q[9], q[5];
h q[9];
sdg q[5];
sdg q[9];
h q[9];
s q[9];
h q[6];
sdg q[6];
cx q[9], q[6];
h q[9];
tdg q[9];
h q[9];
t q[6];
cx q[9], q[6];
sdg q[9];
h q[9];
s q[6];
h q[6];
// g5^h4f6
h q[2];
s q[2];
h q[11];
sdg q[11];
cx q[2], q[11];
h q[2];
t q[2];
h q[2];
tdg q[11];
cx q[2], q[11];
sdg q[2];
h q[2];
s q[11];
h q[11];
s q[2];
s q[10];
h q[2];
cx q[2], q[10];
cx q[10], q[2];
h q[10];
// c5^b4b6
h q[6];
s q[6];
h q[13];
sdg q[13];
cx q[6], q[13];
h q[6];
t q[6];
h q[6];
tdg q[13];
cx q[6], q[13];
sdg q[6];
h q[6];
s q[13];
h q[13];
s q[6];
s q[12];
h q[6];
cx q[6], q[12];
cx q[12], q[6];
h q[12];
// e7^d8f8
h q[7];
s q[7];
h q[15];
sdg q[15];
cx q[7], q[15];
h q[7];
t q[7];
h q[7];
tdg q[15];
cx q[7], q[15];
sdg q[7];
h q[7];
s q[15];
h q[15];
s q[7];
s q[14];
h q[7];
cx q[7], q[14];
cx q[14], q[7];
h q[14];
c[0] = measure q[12];
c[1] = measure q[9];
c[2] = measure q[10];
c[3] = measure q[13];
c[4] = measure q[11];
c[5] = measure q[8];
c[6] = measure q[14];
c[7] = measure q[15];
