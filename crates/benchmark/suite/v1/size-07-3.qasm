OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b4d4 d6^c5e5 b4xd6 e5xc3 g3^f4h4 f6^e5g5 h4xf6 e5xg3 h2xf4 e7^d6f6 f4^e5g5 h6xf4 e3xg5 d6xf4 e3xg5 h6xf4 f2^e3g3 f4xh2 e3xg5 c5xe3 d2xf4 b6^a5c5 e1^d2f2 c5^b4d4 a3xc5 g7^f6h6 g5xe7 d8xf6 c5^b6d6 a7xc5 d2f2^e3 f8^e7g7 f4-e5 h6xf4 f4xd2 c1xe3 e7^d6f6 e3^d4f4 a5-b4 a3xc5 c5xe7 c7^b6d6 e5xc7 b8xd6 d6xb4 d4f4^e5 d6xf4 g1^f2h2 d8xf6 f2^e3g3 f4xd2 g3xe5 d2^c1e1 b2^a3c3 f6^e5g5 c3^b4d4 e5xc3 d4^c5e5 g5^f4h4 c5^b6d6 a7xc5 d6^c7e7 e1^d2f2 b4xd6
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: b2 then a3
// q[1]: c3 then b4
// q[2]: d4 then c5 then b6 then c5
// q[3]: e5
// q[4]: d6 then c7
// q[5]: a7
// q[6]: e7
// c[0]: a3
// c[1]: b4
// c[2]: c5
// c[3]: e5
// c[4]: a7
// c[5]: c7
// c[6]: e7
qubit[7] q;
bit[7] c;
// b2^a3c3
x q[0];
h q[1];
cx q[1], q[0];
// c3^b4d4
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// d4^c5e5
h q[3];
t q[3];
cx q[2], q[3];
tdg q[3];
h q[3];
cx q[3], q[2];
// c5^b6d6
h q[4];
t q[4];
cx q[2], q[4];
tdg q[4];
h q[4];
cx q[4], q[2];
// a7xc5
x q[5];
cx q[2], q[5];
// d6^c7e7
h q[6];
t q[6];
cx q[4], q[6];
tdg q[6];
h q[6];
cx q[6], q[4];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[3];
c[4] = measure q[5];
c[5] = measure q[4];
c[6] = measure q[6];
