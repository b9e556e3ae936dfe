OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: e3^d4f4 h8-g7 d4^c5e5 f8-e7 c5e5^d6
// start: position W:W23,24:B1,2,3,4
// encoding minimal; in bit strings the first character is bit 0
// q[0]: e3 then d4 then c5 then d6
// q[1]: f4
// c[0]: f4
// c[1]: d6
qubit[2] q;
bit[2] c;
// e3^d4f4
x q[0];
h q[1];
cx q[1], q[0];
c[0] = measure q[1];
c[1] = measure q[0];
