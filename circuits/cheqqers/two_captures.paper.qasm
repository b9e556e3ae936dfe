OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: g7^f6h6 d2-c3 f6^e5g5 f4xd6 b8-a7 h4xf6
// start: entanglement unlimited, position B:W19,20,23,26:B1,8
// encoding paper; in bit strings the first character is bit 0
// q[0]: g7
// q[1]: f6
// q[2]: h6
// q[3]: e5
// q[4]: g5
// q[5]: f4
// q[6]: d6
// q[7]: h4
// q[8]: f6
// c[0]: f4
// c[1]: h4
// c[2]: d6
// c[3]: f6
// c[4]: h6
qubit[9] q;
bit[5] c;
// g7^f6h6
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
// f6^e5g5
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
// f4xd6
x q[5];
ccx q[5], q[3], q[6];
cx q[6], q[3];
cx q[6], q[5];
s q[6];
// h4xf6
x q[7];
ccx q[7], q[4], q[8];
cx q[8], q[4];
cx q[8], q[7];
s q[8];
c[0] = measure q[5];
c[1] = measure q[7];
c[2] = measure q[6];
c[3] = measure q[8];
c[4] = measure q[2];
