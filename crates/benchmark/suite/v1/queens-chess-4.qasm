OPENQASM 3.0;
include "stdgates.inc";
// queens-chess last ply of: c2? c2-c6 h8? d2?
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: pawn0
// q[1]: knight0
// q[2]: bishop0
// q[3]: rook0
// c[0]: pawn0
// c[1]: knight0
// c[2]: bishop0
// c[3]: rook0
qubit[4] q;
bit[4] c;
// d2?
x q[0];
ry(1.4274487578895312) q[1];
cx q[1], q[0];
ry(0.9553166181245092) q[2];
cx q[1], q[2];
ry(-0.9553166181245092) q[2];
cx q[1], q[2];
cx q[2], q[1];
ry(0.7853981633974483) q[3];
cx q[2], q[3];
ry(-0.7853981633974483) q[3];
cx q[3], q[2];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[3];
