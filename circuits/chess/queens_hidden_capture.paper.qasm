OPENQASM 3.0;
include "stdgates.inc";
// queens-chess last ply of: c3xd5
// start: promotion queen, far_row none, check_ends false, idle requantise, touch any, captured hidden, twins classical, castling false, en_passant false, position 7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1
// encoding paper; in bit strings the first character is bit 0
// q[0]: d5
// c[0]: d5
qubit[1] q;
bit[1] c;
h q[0];
// c3xd5
h q[0];
c[0] = measure q[0];
