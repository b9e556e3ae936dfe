OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: g7^f6h6 a7-b8 g3^f4h4 b8-a7 e1^d2f2 c1xe3 e3xg5 g5xe7
// start: position B:WK5,30:BK8,K24,K31
// encoding minimal; in bit strings the first character is bit 0
// q[0]: g7 then f6 then e7
// q[1]: h6
// q[2]: g5
// c[0]: g5
// c[1]: h6
// c[2]: e7
qubit[3] q;
bit[3] c;
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
// g5xe7
x q[2];
cx q[0], q[2];
s q[0];
c[0] = measure q[2];
c[1] = measure q[1];
c[2] = measure q[0];
