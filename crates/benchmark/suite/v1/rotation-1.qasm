OPENQASM 3.0;
include "stdgates.inc";
// rotation last ply of: a3-b4 d6-c5 b4xd6
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: a1
// c[0]: a1
qubit[1] q;
bit[1] c;
ry(1.5707963267948968) q[0];
c[0] = measure q[0];
