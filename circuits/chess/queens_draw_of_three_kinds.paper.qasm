OPENQASM 3.0;
include "stdgates.inc";
// queens-chess last ply of: a2?
// start: position k7/8/8/8/8/8/(P?)7/K7 w - - 0 P3B2R1/-
// encoding paper; in bit strings the first character is bit 0
// q[0]: pawn0
// q[1]: bishop0
// q[2]: rook0
// c[0]: pawn0
// c[1]: bishop0
// c[2]: rook0
qubit[3] q;
bit[3] c;
// a2?
x q[0];
ry(1.5707963267948966) q[1];
cx q[1], q[0];
ry(0.6154797086703874) q[2];
cx q[1], q[2];
ry(-0.6154797086703874) q[2];
cx q[1], q[2];
cx q[2], q[1];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
