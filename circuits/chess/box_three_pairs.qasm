OPENQASM 3.0;
include "stdgates.inc";
// box-chess after: e4^e4>f4 f6^d5&f4 e4-e5 a1^d4&e5 a8-b8 d5-c3
// start: position k7/8/5N2/8/4r3/8/8/B5K1 b - - 0 -
// encoding minimal; in bit strings the first character is bit 0
// q[0]: e4 then e5
// q[1]: f4
// q[2]: d5 then c3
// q[3]: f6
// q[4]: d4
// q[5]: a1
// c[0]: a1
// c[1]: c3
// c[2]: d4
// c[3]: f4
// c[4]: e5
// c[5]: f6
qubit[6] q;
bit[6] c;
// e4^e4>f4
x q[0];
ry(0.8410686705679301) q[1];
cx q[1], q[0];
// f6^d5&f4
cx q[1], q[2];
cx q[0], q[3];
// a1^d4&e5
cx q[0], q[4];
cx q[1], q[5];
c[0] = measure q[5];
c[1] = measure q[2];
c[2] = measure q[4];
c[3] = measure q[1];
c[4] = measure q[0];
c[5] = measure q[3];
