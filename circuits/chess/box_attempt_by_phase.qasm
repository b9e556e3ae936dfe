OPENQASM 3.0;
include "stdgates.inc";
// box-chess last ply of: e1^a1e1 c5^a4a6 a1xa4
// start: unequal false, phase true, group_moves true, attempt hadamard, position 7k/8/8/2n5/8/8/8/4R2K w - - 0 -
// encoding minimal; in bit strings the first character is bit 0
// q[0]: a1
// q[1]: e1
// c[0]: a1
// c[1]: e1
qubit[2] q;
bit[2] c;
// e1^a1e1
x q[0];
h q[1];
cx q[1], q[0];
// a1xa4
cx q[1], q[0];
h q[1];
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
