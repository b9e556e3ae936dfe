OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c3^b4d4 h6-g5 d4^c5e5
// encoding minimal; in bit strings the first character is bit 0
// q[0]: c3 then b4
// q[1]: d4 then c5
// q[2]: e5
// c[0]: b4
// c[1]: c5
// c[2]: e5
qubit[3] q;
bit[3] c;
// c3^b4d4
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
// d4^c5e5
s q[1];
s q[2];
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[1];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
