OPENQASM 3.0;
include "stdgates.inc";
// cheqqers after: c3^b4d4 b8-a7 b4^a3a5 a7-b8 a5-b6 b8-a7 d4^c5e5 a7-b8 b6-a5 b8-a7 a5c5^b4
// start: position W:WK22:BK1
// encoding paper; in bit strings the first character is bit 0
// q[0]: c3
// q[1]: b4
// q[2]: d4
// q[3]: a3
// q[4]: a5 then b6 then a5
// q[5]: c5
// q[6]: e5
// q[7]: b4
// c[0]: a3
// c[1]: c5
// c[2]: e5
qubit[8] q;
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
// b4^a3a5
h q[1];
s q[1];
h q[4];
sdg q[4];
cx q[1], q[4];
h q[1];
t q[1];
h q[1];
tdg q[4];
cx q[1], q[4];
sdg q[1];
h q[1];
s q[4];
h q[4];
s q[1];
s q[3];
h q[1];
cx q[1], q[3];
cx q[3], q[1];
h q[3];
// a5-b6
s q[4];
// d4^c5e5
h q[2];
s q[2];
h q[6];
sdg q[6];
cx q[2], q[6];
h q[2];
t q[2];
h q[2];
tdg q[6];
cx q[2], q[6];
sdg q[2];
h q[2];
s q[6];
h q[6];
s q[2];
s q[5];
h q[2];
cx q[2], q[5];
cx q[5], q[2];
h q[5];
// b6-a5
s q[4];
// a5c5^b4
h q[4];
cx q[4], q[7];
cx q[7], q[4];
h q[7];
sdg q[4];
sdg q[7];
h q[7];
s q[7];
h q[5];
sdg q[5];
cx q[7], q[5];
h q[7];
tdg q[7];
h q[7];
t q[5];
cx q[7], q[5];
sdg q[7];
h q[7];
s q[5];
h q[5];
c[0] = measure q[3];
c[1] = measure q[5];
c[2] = measure q[6];
