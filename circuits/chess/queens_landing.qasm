OPENQASM 3.0;
include "stdgates.inc";
// queens-chess after: b1? b1-c3
// start: position 4k3/8/8/8/8/8/8/1(NP)2K3 w - - 0 -/-
// encoding minimal; in bit strings the first character is bit 0
// q[0]: c3
// c[0]: c3
qubit[1] q;
bit[1] c;
// b1-c3
h q[0];
c[0] = measure q[0];
