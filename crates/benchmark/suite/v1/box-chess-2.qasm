OPENQASM 3.0;
include "stdgates.inc";
// box-chess last ply of: a2^a2a3 h7^h5>h6 b2^b4>b2 g8^f6>g8 f2^f3>f2 e7^e5e6 d2^d3>d4 f8^c5e7 d1^d2&h5 c5xd4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: c5
// q[1]: e7
// c[0]: c5
// c[1]: e7
qubit[2] q;
bit[2] c;
// f8^c5e7
x q[0];
h q[1];
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
