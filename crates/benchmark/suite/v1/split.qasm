OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b4d4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c3 then b4
// q[1]: d4
// c[0]: b4
// c[1]: d4
qubit[2] q;
bit[2] c;
// c3^b4d4
x q[0];
h q[1];
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
