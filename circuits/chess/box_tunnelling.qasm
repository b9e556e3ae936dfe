OPENQASM 3.0;
include "stdgates.inc";
// box-chess last ply of: a1|a4
// start: tunnelling true, position 7k/8/8/8/8/p7/8/R6K w - - 0 -
// encoding minimal; in bit strings the first character is bit 0
// q[0]: a4
// c[0]: a4
qubit[1] q;
bit[1] c;
// a1|a4
ry(0.8410686705679301) q[0];
c[0] = measure q[0];
