OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: e3^d4f4 h8-g7 d4^c5e5 f8-e7 c5e5^d6
// start: position W:W23,24:B1,2,3,4
// encoding minimal; in bit strings the first character is bit 0
// q[0]: e3 then d4 then c5 then d6
// q[1]: f4
// q[2]: e5
// c[0]: f4
// c[1]: d6
qubit[3] q;
bit[2] c;
// e3^d4f4
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
s q[0];
s q[2];
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[0];
// c5e5^d6
cx q[2], q[0];
s q[2];
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[0];
sdg q[0];
z q[2];
c[0] = measure q[1];
c[1] = measure q[0];
