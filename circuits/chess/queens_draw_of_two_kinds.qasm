OPENQASM 3.0;
include "stdgates.inc";
// queens-chess last ply of: c3xd5
// start: position 7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1
// encoding minimal; in bit strings the first character is bit 0
// q[0]: pawn0
// q[1]: knight0
// c[0]: pawn0
// c[1]: knight0
qubit[2] q;
bit[2] c;
// c3xd5
x q[0];
ry(0.7751933733103613) q[1];
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
