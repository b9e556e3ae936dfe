OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c3-d4 f6^e5g5 d4xf6
// encoding paper; in bit strings the first character is bit 0
// q[0]: f6
// q[1]: e5
// q[2]: g5
// q[3]: d4
// q[4]: f6
// c[0]: d4
// c[1]: g5
// c[2]: f6
qubit[5] q;
bit[3] c;
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
c[0] = measure q[3];
c[1] = measure q[2];
c[2] = measure q[4];
