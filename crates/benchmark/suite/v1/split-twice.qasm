OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b4d4 h6-g5 b4^a5c5
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c3 then b4 then a5
// q[1]: d4
// q[2]: c5
// c[0]: d4
// c[1]: a5
// c[2]: c5
qubit[3] q;
bit[3] c;
// c3^b4d4
x q[0];
h q[1];
cx q[1], q[0];
// b4^a5c5
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
c[0] = measure q[1];
c[1] = measure q[0];
c[2] = measure q[2];
