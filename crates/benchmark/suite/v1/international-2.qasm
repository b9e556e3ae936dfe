OPENQASM 3.0;
include "stdgates.inc";
// international last ply of: a3-b4 d6^c5e5 b4xd6
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c5
// q[1]: e5
// c[0]: c5
// c[1]: e5
qubit[2] q;
bit[2] c;
// d6^c5e5
x q[0];
h q[1];
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
