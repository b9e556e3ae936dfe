OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c3^b4d4 h8-g7 d4^c5e5 f8-e7 b4-a5 g7-h6 a5c5^b6
// start: position W:W22:B1,2,3,4
// encoding paper; in bit strings the first character is bit 0
// q[0]: c3
// q[1]: b4 then a5
// q[2]: d4
// q[3]: c5
// q[4]: e5
// q[5]: b6
// c[0]: c5
// c[1]: e5
// c[2]: b6
qubit[6] q;
bit[3] c;
// c3^b4d4
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
// d4^c5e5
h q[2];
s q[2];
h q[4];
sdg q[4];
cx q[2], q[4];
h q[2];
t q[2];
h q[2];
tdg q[4];
cx q[2], q[4];
sdg q[2];
h q[2];
s q[4];
h q[4];
s q[2];
s q[3];
h q[2];
cx q[2], q[3];
cx q[3], q[2];
h q[3];
// b4-a5
s q[1];
// a5c5^b6
h q[1];
cx q[1], q[5];
cx q[5], q[1];
h q[5];
sdg q[1];
sdg q[5];
h q[5];
s q[5];
h q[3];
sdg q[3];
cx q[5], q[3];
h q[5];
tdg q[5];
h q[5];
t q[3];
cx q[5], q[3];
sdg q[5];
h q[5];
s q[3];
h q[3];
c[0] = measure q[3];
c[1] = measure q[4];
c[2] = measure q[5];
