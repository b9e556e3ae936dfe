OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3-h4 f6-g5 h4xf6 e7xg5 c3-b4 b6-a5 e3^d4f4 g5xe3 d2xf4 a5xc3 d2xb4 g7-f6 d4^c5e5 f6xd4 c5xe7 f8xd6 c1-d2 d8-e7 d2^c3e3 d6-e5 b4^a5c5 e5^d4f4 c3xe5 f4-g3 f2xh4 c7-d6 g1-f2 d6xb4 b4xd2 c3-b4 d6-e5 f2-e3 h8-g7 e1^d2f2 e5-f4 h2-g3 f4xh2 b4-c5 f6-e5 h4xf6 f6xh8 e7^d6f6 c5xe7 e5-f4 e3xg5 h6xf4 a3-b4 a7-b6 a5xc7 b8xd6 b2-a3 f4-g3 f2xh4 d6-e5 d2^c3e3 e5-f4 e3xg5 f6^e5g5 b4-a5 f4-e3 e7^d8f8 e3-f2 a5-b6 e5g5^f4 d8-e7 h2-g1 c3-b4 f2-e1 a1-b2 g3^f2h2 b6-a7 f4-g3 a7-b8 e1-d2 c5-d6 d2^e1c3 b2xd4 e1-d2 b2-c3 d2^c1e3 d4^c5e5 e3^d4f4 d6-c7 d4xb6
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d2 then e1 then d2 then c1
// q[1]: c3 then d4 then c5
// q[2]: b2 then c3
// q[3]: e3 then d4
// q[4]: e5
// q[5]: f4
// c[0]: c1
// c[1]: c3
// c[2]: d4
// c[3]: f4
// c[4]: c5
// c[5]: e5
qubit[6] q;
bit[6] c;
// d2^e1c3
x q[0];
h q[1];
cx q[1], q[0];
// b2xd4
x q[2];
cx q[1], q[2];
// d2^c1e3
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
// d4^c5e5
h q[4];
t q[4];
cx q[1], q[4];
tdg q[4];
h q[4];
cx q[4], q[1];
// e3^d4f4
h q[5];
t q[5];
cx q[3], q[5];
tdg q[5];
h q[5];
cx q[5], q[3];
c[0] = measure q[0];
c[1] = measure q[2];
c[2] = measure q[3];
c[3] = measure q[5];
c[4] = measure q[1];
c[5] = measure q[4];
