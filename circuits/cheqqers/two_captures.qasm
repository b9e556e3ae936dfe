OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: g7^f6h6 d2-c3 f6^e5g5 f4xd6 b8-a7 h4xf6
// start: entanglement unlimited, position B:W19,20,23,26:B1,8
// encoding minimal; in bit strings the first character is bit 0
// q[0]: g7 then f6 then e5 then d6
// q[1]: h6
// q[2]: g5 then f6
// q[3]: f4
// q[4]: h4
// c[0]: f4
// c[1]: h4
// c[2]: d6
// c[3]: f6
// c[4]: h6
qubit[5] q;
bit[5] c;
// g7^f6h6
x q[0];
s q[0];
s q[1];
h q[1];
t q[1];
cx q[0], q[1];
tdg q[1];
h q[1];
sdg q[1];
cx q[1], q[0];
// f6^e5g5
s q[0];
s q[2];
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[0];
// f4xd6
x q[3];
cx q[0], q[3];
s q[0];
// h4xf6
x q[4];
cx q[2], q[4];
s q[2];
c[0] = measure q[3];
c[1] = measure q[4];
c[2] = measure q[0];
c[3] = measure q[2];
c[4] = measure q[1];
