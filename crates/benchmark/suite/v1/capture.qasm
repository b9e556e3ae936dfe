OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3-d4 f6^e5g5 d4xf6
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: f6 then e5 then f6
// q[1]: g5
// q[2]: d4
// c[0]: d4
// c[1]: g5
// c[2]: f6
qubit[3] q;
bit[3] c;
// f6^e5g5
x q[0];
h q[1];
cx q[1], q[0];
// d4xf6
x q[2];
cx q[0], q[2];
c[0] = measure q[2];
c[1] = measure q[1];
c[2] = measure q[0];
