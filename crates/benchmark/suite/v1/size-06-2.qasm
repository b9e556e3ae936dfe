OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3-f4 b6-c5 a3-b4 c5xa3 e3-d4 f6-e5 d4xf6 e7xg5 g5xe3 f2xd4 d6-e5 d4xf6 g7xe5 c3^b4d4 e5xc3 b2xd4 f8^e7g7 d2^c3e3 c7-d6 g1-f2 d6-c5 b4xd6 d6xf8 e5-d4 e3xc5 a7-b6 c5xa7 b8-c7 d6xb8 h6-g5 h2-g3 h8-g7 f8xh6 h6xf4 c7^b6d6 f4-e5 d6xf4 f4xh2 a7-b8 d8-e7 b2-c3 e7-f6 b8^a7c7 h2-g1 c7^b6b8 g1xe3 b6-c5 e3^f2f4 e1xg3 g3xe5 f6^e5g5 a1-b2 g5-f4 c3-b4 f4xh2 c5-d6 h2-g1 d6-c5 g1-f2 c5^b6d6 f2^g1e3 b6^a5c5 g1-h2 c5^d4b6 e3xc5
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: b8 then a7
// q[1]: c7 then b6 then c5 then d6 then c5 then b6 then a5
// q[2]: b8
// q[3]: d6
// q[4]: c5 then d4
// q[5]: b6
// c[0]: d4
// c[1]: a5
// c[2]: b6
// c[3]: d6
// c[4]: a7
// c[5]: b8
qubit[6] q;
bit[6] c;
// b8^a7c7
x q[0];
h q[1];
cx q[1], q[0];
// c7^b6b8
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// c5^b6d6
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// b6^a5c5
h q[4];
t q[4];
cx q[1], q[4];
tdg q[4];
h q[4];
cx q[4], q[1];
// c5^d4b6
h q[5];
t q[5];
cx q[4], q[5];
tdg q[5];
h q[5];
cx q[5], q[4];
c[0] = measure q[4];
c[1] = measure q[1];
c[2] = measure q[5];
c[3] = measure q[3];
c[4] = measure q[0];
c[5] = measure q[2];
