OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c3^b4d4 h8-g7 d4^c5e5 f8-e7 b4-a5 g7-h6 a5c5^b6
// start: position W:W22:B1,2,3,4
// encoding minimal; in bit strings the first character is bit 0
// q[0]: c3 then b4 then a5 then b6
// q[1]: d4 then c5
// q[2]: e5
// c[0]: c5
// c[1]: e5
// c[2]: b6
qubit[3] q;
bit[3] c;
// c3^b4d4
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
// d4^c5e5
s q[1];
s q[2];
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[1];
// b4-a5
s q[0];
// a5c5^b6
cx q[1], q[0];
s q[1];
h q[1];
t q[1];
cx q[0], q[1];
tdg q[1];
h q[1];
sdg q[1];
cx q[1], q[0];
sdg q[0];
z q[1];
c[0] = measure q[1];
c[1] = measure q[2];
c[2] = measure q[0];
