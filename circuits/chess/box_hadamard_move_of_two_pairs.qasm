OPENQASM 3.0;
include "stdgates.inc";
// box-chess last ply of: e4^e4f4 f6^d5&e4 e4f4^e4
// start: phase true, group_moves true, position k7/8/5N2/8/4r3/8/8/6K1 b - - 0 -
// encoding minimal; in bit strings the first character is bit 0
// q[0]: e4
// q[1]: f4
// q[2]: d5
// q[3]: f6
// c[0]: e4
// c[1]: f4
// c[2]: d5
// c[3]: f6
qubit[4] q;
bit[4] c;
// e4^e4f4
x q[0];
h q[1];
cx q[1], q[0];
// f6^d5&e4
cx q[0], q[2];
cx q[1], q[3];
// e4f4^e4
cx q[0], q[2];
cx q[1], q[3];
cx q[1], q[0];
h q[1];
cx q[1], q[0];
cx q[0], q[2];
cx q[1], q[3];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[3];
