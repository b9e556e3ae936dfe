OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c1^b2d2 f6^e5g5 b2d2^c3 e5^d4f6 e3xc5 f6^e7g7 e3c5^d4 g5^h4f6 c5^b4b6 e7^d8f8
// start: draw_after off, position W:WK23,K30:BK4,K11
// encoding minimal; in bit strings the first character is bit 0
// q[0]: f6 then e5 then d4 then c5 then b4
// q[1]: g5 then h4
// q[2]: f6 then e7 then d8
// q[3]: e3 then d4
// q[4]: g7
// q[5]: f6
// q[6]: b6
// q[7]: f8
// c[0]: b4
// c[1]: d4
// c[2]: h4
// c[3]: b6
// c[4]: f6
// c[5]: g7
// c[6]: d8
// c[7]: f8
qubit[8] q;
bit[8] c;
// f6^e5g5
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
// e5^d4f6
s q[0];
s q[2];
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[0];
// e3xc5
x q[3];
cx q[0], q[3];
s q[0];
// f6^e7g7
s q[2];
s q[4];
h q[4];
t q[4];
cx q[2], q[4];
tdg q[4];
h q[4];
sdg q[4];
cx q[4], q[2];
// e3c5^d4
cx q[0], q[3];
s q[0];
h q[0];
t q[0];
cx q[3], q[0];
tdg q[0];
h q[0];
sdg q[0];
cx q[0], q[3];
sdg q[3];
z q[0];
// g5^h4f6
s q[1];
s q[5];
h q[5];
t q[5];
cx q[1], q[5];
tdg q[5];
h q[5];
sdg q[5];
cx q[5], q[1];
// c5^b4b6
s q[0];
s q[6];
h q[6];
t q[6];
cx q[0], q[6];
tdg q[6];
h q[6];
sdg q[6];
cx q[6], q[0];
// e7^d8f8
s q[2];
s q[7];
h q[7];
t q[7];
cx q[2], q[7];
tdg q[7];
h q[7];
sdg q[7];
cx q[7], q[2];
c[0] = measure q[0];
c[1] = measure q[3];
c[2] = measure q[1];
c[3] = measure q[6];
c[4] = measure q[5];
c[5] = measure q[4];
c[6] = measure q[2];
c[7] = measure q[7];
