OPENQASM 3.0;
include "stdgates.inc";
// queens-chess last ply of: a2?
// start: position k7/8/8/8/8/8/(P?)7/K7 w - - 0 P2N1R2Q1/-
// encoding paper; in bit strings the first character is bit 0
// q[0]: pawn0
// q[1]: knight0
// q[2]: rook0
// q[3]: queen0
// c[0]: pawn0
// c[1]: knight0
// c[2]: rook0
// c[3]: queen0
qubit[4] q;
bit[4] c;
// a2?
x q[0];
ry(1.9106332362490184) q[1];
cx q[1], q[0];
ry(1.0471975511965979) q[2];
cx q[1], q[2];
ry(-1.0471975511965979) q[2];
cx q[1], q[2];
cx q[2], q[1];
ry(0.6154797086703874) q[3];
cx q[2], q[3];
ry(-0.6154797086703874) q[3];
cx q[2], q[3];
cx q[3], q[2];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[3];
