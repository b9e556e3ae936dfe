OPENQASM 3.0;
include "stdgates.inc";
// blocking last ply of: g3^f4h4 d6^c5e5 e3^d4f4 b6-c5 d2^c3e3 e5xg3
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d6 then c5
// q[1]: e5
// q[2]: b6
// q[3]: c5'
// c[0]: c5
// c[1]: e5
// c[2]: b6
// c[3]: c5'
qubit[4] q;
bit[4] c;
// d6^c5e5
x q[0];
h q[1];
cx q[1], q[0];
// b6-c5
x q[3];
cx q[0], q[3];
cx q[0], q[2];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[3];
