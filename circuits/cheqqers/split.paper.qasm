OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c3^b4d4
// encoding paper; in bit strings the first character is bit 0
// q[0]: c3
// q[1]: b4
// q[2]: d4
// c[0]: b4
// c[1]: d4
qubit[3] q;
bit[2] c;
// c3^b4d4
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
c[0] = measure q[1];
c[1] = measure q[2];
