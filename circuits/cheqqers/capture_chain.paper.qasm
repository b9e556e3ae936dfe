OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: g7^f6h6 a7-b8 g3^f4h4 b8-a7 e1^d2f2 c1xe3 e3xg5 g5xe7
// start: position B:WK5,30:BK8,K24,K31
// encoding paper; in bit strings the first character is bit 0
// q[0]: g7
// q[1]: f6
// q[2]: h6
// q[3]: g5
// q[4]: e7
// c[0]: g5
// c[1]: h6
// c[2]: e7
qubit[5] q;
bit[3] c;
// g7^f6h6
x q[0];
h q[0];
s q[0];
h q[2];
sdg q[2];
cx q[0], q[2];
h q[0];
t q[0];
h q[0];
tdg q[2];
cx q[0], q[2];
sdg q[0];
h q[0];
s q[2];
h q[2];
s q[0];
s q[1];
h q[0];
cx q[0], q[1];
cx q[1], q[0];
h q[1];
// g5xe7
x q[3];
ccx q[3], q[1], q[4];
cx q[4], q[1];
cx q[4], q[3];
s q[4];
c[0] = measure q[3];
c[1] = measure q[2];
c[2] = measure q[4];
