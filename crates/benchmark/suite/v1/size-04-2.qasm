OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: e3-d4 f6-e5 d4xf6 g7xe5 c3^b4d4 e5xc3 b2xd4 b6-c5 d4xb6 c7xa5 d2^c3e3 a7-b6 c1-b2 d6-e5 c3^b4d4 e5xc3 b2xd4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d2 then c3 then b4
// q[1]: e3
// q[2]: d4 then c3
// q[3]: e5
// c[0]: c3
// c[1]: e3
// c[2]: b4
// c[3]: e5
qubit[4] q;
bit[4] c;
// d2^c3e3
x q[0];
h q[1];
cx q[1], q[0];
// c3^b4d4
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// e5xc3
x q[3];
cx q[2], q[3];
c[0] = measure q[2];
c[1] = measure q[1];
c[2] = measure q[0];
c[3] = measure q[3];
