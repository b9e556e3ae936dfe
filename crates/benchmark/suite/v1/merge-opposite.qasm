OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b4d4 h8-g7 d4-e3 g7-h8 e3-d4 h8-g7 b4d4^c5
// start: position W:WK22:BK4
// encoding minimal; in bit strings the first character is bit 0
// q[0]: c3 then b4 then c5
// q[1]: d4 then e3 then d4
// c[0]: d4
// c[1]: c5
qubit[2] q;
bit[2] c;
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
// d4-e3
s q[1];
// e3-d4
s q[1];
// b4d4^c5
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
c[1] = measure q[0];
