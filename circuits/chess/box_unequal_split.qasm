OPENQASM 3.0;
include "stdgates.inc";
// box-chess after: b1^c3>a3
// encoding minimal; in bit strings the first character is bit 0
// q[0]: c3
// q[1]: a3
// c[0]: a3
// c[1]: c3
qubit[2] q;
bit[2] c;
// b1^c3>a3
x q[0];
ry(0.8410686705679301) q[1];
cx q[1], q[0];
c[0] = measure q[1];
c[1] = measure q[0];
