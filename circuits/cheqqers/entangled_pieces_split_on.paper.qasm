OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: f6^e5g5 d4xf6 g5^f4h4 d4^c5e5 f4^e3g3 c5^b6d6
// start: position B:W18,29:B4,11
// encoding paper; in bit strings the first character is bit 0
// q[0]: f6
// q[1]: e5
// q[2]: g5
// q[3]: d4
// q[4]: f6
// q[5]: f4
// q[6]: h4
// q[7]: c5
// q[8]: e5
// q[9]: e3
// q[10]: g3
// q[11]: b6
// q[12]: d6
// c[0]: e3
// c[1]: g3
// c[2]: h4
// c[3]: e5
// c[4]: b6
// c[5]: d6
// c[6]: f6
qubit[13] q;
bit[7] c;
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
// d4xf6
x q[3];
ccx q[3], q[1], q[4];
cx q[4], q[1];
cx q[4], q[3];
s q[4];
// g5^f4h4
h q[2];
s q[2];
h q[6];
sdg q[6];
cx q[2], q[6];
h q[2];
t q[2];
h q[2];
tdg q[6];
cx q[2], q[6];
sdg q[2];
h q[2];
s q[6];
h q[6];
s q[2];
s q[5];
h q[2];
cx q[2], q[5];
cx q[5], q[2];
h q[5];
// d4^c5e5
h q[3];
s q[3];
h q[8];
sdg q[8];
cx q[3], q[8];
h q[3];
t q[3];
h q[3];
tdg q[8];
cx q[3], q[8];
sdg q[3];
h q[3];
s q[8];
h q[8];
s q[3];
s q[7];
h q[3];
cx q[3], q[7];
cx q[7], q[3];
h q[7];
// f4^e3g3
h q[5];
s q[5];
h q[10];
sdg q[10];
cx q[5], q[10];
h q[5];
t q[5];
h q[5];
tdg q[10];
cx q[5], q[10];
sdg q[5];
h q[5];
s q[10];
h q[10];
s q[5];
s q[9];
h q[5];
cx q[5], q[9];
cx q[9], q[5];
h q[9];
// c5^b6d6
h q[7];
s q[7];
h q[12];
sdg q[12];
cx q[7], q[12];
h q[7];
t q[7];
h q[7];
tdg q[12];
cx q[7], q[12];
sdg q[7];
h q[7];
s q[12];
h q[12];
s q[7];
s q[11];
h q[7];
cx q[7], q[11];
cx q[11], q[7];
h q[11];
c[0] = measure q[9];
c[1] = measure q[10];
c[2] = measure q[6];
c[3] = measure q[8];
c[4] = measure q[11];
c[5] = measure q[12];
c[6] = measure q[4];
