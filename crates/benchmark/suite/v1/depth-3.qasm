OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3^b4d4 d6^c5e5 b4xd6 e5xc3 b2xd4 b6^a5c5 d4xb6 a7xc5 e3^d4f4 c5xe3 f2xd4 c5^b4d4 a3xc5 c7^b6d6 c5xa7 f6^e5g5 f4xd6 e7xc5 d2^c3e3 d8^c7e7 c3e3^d4 c5xe3 f2xd4 e7^d6f6 c1^b2d2 d6f6^e5 d4xf6 g7xe5 d2^c3e3 f8^e7g7 e3^d4f4 e7^d6f6 e1^d2f2 d6-c5 f4xd6 c5^b4d4 c3xa5 d4xb2 d2f2^e3 e5^d4f4 e3xc5 f4xd2 g3^f4h4 d2^c1e1 f4^e5g5 h6xf4 e5^d6f6 c1e1^d2 d6^c7e7 b8xd6 g1-f2 f4^e3g3 f2xd4 g3xe1 h2-g3 d2^c1c3 d4^c5e5 c1^b2d2 e5^d6f6 d2^c1e1 f6^e7g7 h8xf6 g3^f4h4 c3^b4d4 a1xc3 c3xe5 f6^e5g5 f4xh6 b4xd6 f4^e5g5 d6xf4 f4xh6 g5^f6h6 d6^c5e5 f6^e7g7 h8xf6 e7^d8f8 e5^f4d6 d8^c7e7 f6-g5 c7xe5 c5^b4d4 a5-b6 f4^e3g5 h6-g7 h8xf6 a1-b2 b4^a3c3 b6-c7 c3xa1
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d6 then c5 then b4 then a3
// q[1]: e5 then f4 then e3
// q[2]: d6
// q[3]: d4
// q[4]: g5
// q[5]: c3
// c[0]: a3
// c[1]: c3
// c[2]: e3
// c[3]: d4
// c[4]: g5
// c[5]: d6
qubit[6] q;
bit[6] c;
// d6^c5e5
x q[0];
h q[1];
cx q[1], q[0];
// e5^f4d6
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// c5^b4d4
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
// f4^e3g5
h q[4];
t q[4];
cx q[1], q[4];
tdg q[4];
h q[4];
cx q[4], q[1];
// b4^a3c3
h q[5];
t q[5];
cx q[0], q[5];
tdg q[5];
h q[5];
cx q[5], q[0];
c[0] = measure q[0];
c[1] = measure q[5];
c[2] = measure q[1];
c[3] = measure q[3];
c[4] = measure q[4];
c[5] = measure q[2];
