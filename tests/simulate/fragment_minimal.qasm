OPENQASM 3.0;
include "stdgates.inc";
qubit[4] q;
bit[4] c;
// the game fragment with one qubit per uncertain square: moves rename qubits
// c3^b4d4: q[0] b4, q[1] d4
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
// b4-a5: q[0] is a5
s q[0];
// d4^c5e5: q[1] c5, q[2] e5
s q[1];
s q[2];
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
sdg q[2];
cx q[2], q[1];
// a5c5^b6: q[0] is b6, q[1] stays c5
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
// f6xd4 over e5: q[3] f6, q[2] is d4
x q[3];
cx q[2], q[3];
s q[2];
c[0] = measure q[1];
c[1] = measure q[0];
c[2] = measure q[3];
c[3] = measure q[2];
