OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: f6^e5g5 d4xf6 g5^f4h4 d4^c5e5 f4^e3g3 c5^b6d6
// start: position B:W18,29:B4,11
// encoding minimal; in bit strings the first character is bit 0
// q[0]: f6 then e5 then f6
// q[1]: g5 then f4 then e3
// q[2]: d4 then c5 then b6
// q[3]: h4
// q[4]: e5
// q[5]: g3
// q[6]: d6
// c[0]: e3
// c[1]: g3
// c[2]: h4
// c[3]: e5
// c[4]: b6
// c[5]: d6
// c[6]: f6
qubit[7] q;
bit[7] c;
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
// d4xf6
x q[2];
cx q[0], q[2];
s q[0];
// g5^f4h4
s q[1];
s q[3];
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
sdg q[3];
cx q[3], q[1];
// d4^c5e5
s q[2];
s q[4];
h q[4];
t q[4];
cx q[2], q[4];
tdg q[4];
h q[4];
sdg q[4];
cx q[4], q[2];
// f4^e3g3
s q[1];
s q[5];
h q[5];
t q[5];
cx q[1], q[5];
tdg q[5];
h q[5];
sdg q[5];
cx q[5], q[1];
// c5^b6d6
s q[2];
s q[6];
h q[6];
t q[6];
cx q[2], q[6];
tdg q[6];
h q[6];
sdg q[6];
cx q[6], q[2];
c[0] = measure q[1];
c[1] = measure q[5];
c[2] = measure q[3];
c[3] = measure q[4];
c[4] = measure q[2];
c[5] = measure q[6];
c[6] = measure q[0];
