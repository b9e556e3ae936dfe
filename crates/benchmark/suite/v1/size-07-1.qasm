OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: e3^d4f4 f6^e5g5 d4xf6 g5xe3 f2xd4 b6^a5c5 d4xb6 a7xc5 d4^c5e5 d6xb4 a3xc5 e7^d6f6 c5xe7 f8xd6 g3^f4h4 c7^b6d6 c5xe7 f8xd6 c3^b4d4 a5xc3 d2xb4 f6^e5g5 h4xf6 e5xc3 b2xd4 d8^c7e7 d2^c3e3 c7e7^d6 c5xe7 f8xd6 c1^b2d2 d6^c5e5 d4xf6 g7xe5 c3e3^d4 e5xc3 b2xd4 h6-g5 h4xf6 b6-c5 d4xb6 a7xc5 e1^d2f2 c5^b4d4 f6^e7g7 h8xf6 d2f2^e3 d4xf2 e3^d4f4 b8^a7c7 d4^c5e5 f6xd4 e5^d6f6 c7xe5 f4^e5g5 b4^a3c3 e7^d8f8 c3^b2d2 a1xc3 d2^c1e1 f6^e7g7 h8xf6 f6xh4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: e3 then d4 then c5
// q[1]: f4 then e5
// q[2]: e5 then d6
// q[3]: f6 then e7
// q[4]: g5
// q[5]: g7 then f6
// q[6]: h8
// c[0]: c5
// c[1]: e5
// c[2]: g5
// c[3]: d6
// c[4]: f6
// c[5]: e7
// c[6]: h8
qubit[7] q;
bit[7] c;
// e3^d4f4
x q[0];
h q[1];
cx q[1], q[0];
// d4^c5e5
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// e5^d6f6
h q[3];
t q[3];
cx q[2], q[3];
tdg q[3];
h q[3];
cx q[3], q[2];
// f4^e5g5
h q[4];
t q[4];
cx q[1], q[4];
tdg q[4];
h q[4];
cx q[4], q[1];
// f6^e7g7
h q[5];
t q[5];
cx q[3], q[5];
tdg q[5];
h q[5];
cx q[5], q[3];
// h8xf6
x q[6];
cx q[5], q[6];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[4];
c[3] = measure q[2];
c[4] = measure q[5];
c[5] = measure q[3];
c[6] = measure q[6];
