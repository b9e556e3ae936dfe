OPENQASM 3.0;
include "stdgates.inc";
// box-chess last ply of: b1^b1c3 a7-a6 b1zc3 a6-a5 b1c3^c3
// start: unequal false, phase true
// encoding paper; in bit strings the first character is bit 0
// q[0]: b1
// q[1]: c3
// c[0]: b1
// c[1]: c3
qubit[2] q;
bit[2] c;
// b1^b1c3
x q[0];
h q[1];
cx q[1], q[0];
// b1zc3
z q[1];
// b1c3^c3
cx q[1], q[0];
h q[1];
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
