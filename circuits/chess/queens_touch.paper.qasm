OPENQASM 3.0;
include "stdgates.inc";
// queens-chess at the start
// encoding paper; in bit strings the first character is bit 0
// q[0]: e2
// c[0]: e2
qubit[1] q;
bit[1] c;
h q[0];
c[0] = measure q[0];
