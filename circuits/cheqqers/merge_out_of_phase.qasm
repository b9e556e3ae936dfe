OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c3^b4d4 b8-a7 b4^a3a5 a7-b8 a5-b6 b8-a7 d4^c5e5 a7-b8 b6-a5 b8-a7 a5c5^b4
// start: position W:WK22:BK1
// encoding minimal; in bit strings the first character is bit 0
// q[0]: c3 then b4 then a3
// q[1]: d4 then c5
// q[2]: a5 then b6 then a5 then b4
// q[3]: e5
// c[0]: a3
// c[1]: c5
// c[2]: e5
qubit[4] q;
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
// b4^a3a5
s q[0];
s q[2];
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[0];
// a5-b6
s q[2];
// d4^c5e5
s q[1];
s q[3];
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
sdg q[3];
cx q[3], q[1];
// b6-a5
s q[2];
// a5c5^b4
cx q[1], q[2];
s q[1];
h q[1];
t q[1];
cx q[2], q[1];
tdg q[1];
h q[1];
sdg q[1];
cx q[1], q[2];
sdg q[2];
z q[1];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[3];
