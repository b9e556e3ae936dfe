OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3^f4h4 d6-c5 f4-e5 f6xd4 c3xe5 b6-a5 e5^d6f6 g7xe5 a3-b4 c5xa3 e3^d4f4 e5xg3 f2^e3g3 c7xe5 e5xc3 d2xb4 e5-d4 e3xc5 g7-f6 h2-g3 e7-d6 c5xe7 f8xd6 b2-c3 a3-b2 c1xa3 d6-e5 f4xd6 a7-b6 c3-d4 f6-g5 e1-f2 g5-h4 f2-e3 h4xf2 d4-e5 d8-e7 d6xf8 a5-b4 a3xc5 c5xa7 h6-g5 f8^e7g7 h8xf6 f6xd4 e3xc5 g5-h4 g1xe3 h4-g3 e3^d4f4 b8-c7 c5-b6 c7xa5 d4-c5 g3-h2 d2-c3 a5-b4 c3xa5 h2-g1 c5-d6 g1-f2 d6^c7e7 f2^g1g3 c7-d8 g3xe5 f4^e5g5 g1-f2 a7-b8 f2-e1 g5^f6h6 e1^d2f2 d8-c7 f2^g1e3 c7^b6d8 d2-c1 b6^c5a7 g1^f2h2 a7-b6 h2-g3 c5^b4d4 e3xc5 b4^a3c3 f2-g3 d4^e3c5 g3^f2h2 e3xg1
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: e3 then d4 then c5 then d6 then c7 then d8 then c7 then b6 then c5 then b4 then a3
// q[1]: f4 then e5
// q[2]: e7
// q[3]: g5 then f6
// q[4]: h6
// q[5]: d8
// q[6]: a7 then b6
// q[7]: d4 then e3
// q[8]: c3
// q[9]: c5
// c[0]: a3
// c[1]: c3
// c[2]: e3
// c[3]: c5
// c[4]: e5
// c[5]: b6
// c[6]: f6
// c[7]: h6
// c[8]: e7
// c[9]: d8
qubit[10] q;
bit[10] c;
// e3^d4f4
x q[0];
h q[1];
cx q[1], q[0];
// d6^c7e7
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// f4^e5g5
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// g5^f6h6
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
// c7^b6d8
h q[5];
t q[5];
cx q[0], q[5];
tdg q[5];
h q[5];
cx q[5], q[0];
// b6^c5a7
h q[6];
t q[6];
cx q[0], q[6];
tdg q[6];
h q[6];
cx q[6], q[0];
// c5^b4d4
h q[7];
t q[7];
cx q[0], q[7];
tdg q[7];
h q[7];
cx q[7], q[0];
// b4^a3c3
h q[8];
t q[8];
cx q[0], q[8];
tdg q[8];
h q[8];
cx q[8], q[0];
// d4^e3c5
h q[9];
t q[9];
cx q[7], q[9];
tdg q[9];
h q[9];
cx q[9], q[7];
c[0] = measure q[0];
c[1] = measure q[8];
c[2] = measure q[7];
c[3] = measure q[9];
c[4] = measure q[1];
c[5] = measure q[6];
c[6] = measure q[3];
c[7] = measure q[4];
c[8] = measure q[2];
c[9] = measure q[5];
