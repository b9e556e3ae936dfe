OPENQASM 3.0;
include "stdgates.inc";
// queens-chess last ply of: a1?
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: pawn0
// q[1]: knight0
// q[2]: bishop0
// q[3]: rook0
// q[4]: queen0
// c[0]: pawn0
// c[1]: knight0
// c[2]: bishop0
// c[3]: rook0
// c[4]: queen0
qubit[5] q;
bit[5] c;
// a1?
x q[0];
ry(1.5040801783846713) q[1];
cx q[1], q[0];
ry(1.0068536854342678) q[2];
cx q[1], q[2];
ry(-1.0068536854342678) q[2];
cx q[1], q[2];
cx q[2], q[1];
ry(0.8860771237926137) q[3];
cx q[2], q[3];
ry(-0.8860771237926137) q[3];
cx q[2], q[3];
cx q[3], q[2];
ry(0.6154797086703874) q[4];
cx q[3], q[4];
ry(-0.6154797086703874) q[4];
cx q[3], q[4];
cx q[4], q[3];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[3];
c[4] = measure q[4];
