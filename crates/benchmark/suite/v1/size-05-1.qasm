OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: e3^d4f4 d6^c5e5 f4xd6 c5xe3 d2xf4 b6-a5 g3-h4 c7-d6 f2-g3 d8-c7 f4^e5g5 f6xd4 c3xe5 h6xf4 g3xe5 d6xf4 e1^d2f2 a5-b4 a3xc5 f6^e5g5 h4xf6 f6xd8 e7^d6f6 c5xe7 f8xd6 h2-g3 f4xh2 h4-g5 c7-b6 d2f2^e3 b6-a5 g1-f2 h2-g1 c3-d4 e5xc3 b2xd4 a7-b6 f2-g3 b8^a7c7 g3-f4 g1^f2h2 g5-f6 g7xe5 e5xc3 a1-b2 f2xd4 c1-d2 c3xa1 f4-g5 d4^c3e5 d2xb4 a5xc3 d2-e3 e5-f6 g5xe7 d6-c5 e3-f4 c7-d6 e7^d8f8 a5-b4 d8-e7 b6-a5 f4-e5 d6xf4 e7^f6d8 f4^e3g3 d8-c7 c5-d4 c7^b8d8 h8-g7 f6xh8 g3-h2 b8-a7 a1-b2 a7^b6b8 b2^c1a3 b6-c5 e3-f2 c5xe3 g7-f6 b8-a7 f6-g5 a7^b6b8 d4-e3 b6^c5c7 g5^f4h4 c5^d4b6 c1-d2 d4^c5e5 f2-g1 e5xg3
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: a7 then b6 then c5 then d4 then c5
// q[1]: b8
// q[2]: c7
// q[3]: b6
// q[4]: e5
// c[0]: c5
// c[1]: e5
// c[2]: b6
// c[3]: c7
// c[4]: b8
qubit[5] q;
bit[5] c;
// a7^b6b8
x q[0];
h q[1];
cx q[1], q[0];
// b6^c5c7
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// c5^d4b6
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
// d4^c5e5
h q[4];
t q[4];
cx q[0], q[4];
tdg q[4];
h q[4];
cx q[4], q[0];
c[0] = measure q[0];
c[1] = measure q[4];
c[2] = measure q[3];
c[3] = measure q[2];
c[4] = measure q[1];
