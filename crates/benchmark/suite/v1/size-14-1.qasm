OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: g3^f4h4 b6^a5c5 f4^e5g5 f6xd4 c3xe5 h6xf4 e3xg5 f6xh4 f2^e3g3 h4xf2 e1xg3 c5^b4d4 c3xe5 d6xf4 c3xa5 g7^f6h6 e3^d4f4 f6^e5g5 d4xf6 d6^c5e5 d4xf6 c5xe3 d2xf4 c7^b6d6 a5xc7 d8xb6 f4^e5g5 h6xf4 e5^d6f6 e7xg5 e1^d2f2 f4^e3g3 h2xf4 e7^d6f6 f2xd4 d6f6^e5 f4xd6 e5^d4f4 d2-c3 b6^a5c5 c3xe5 e3^d2f2 c1xe3 e3xg5 a5c5^b4 c3xa5 f8^e7g7 g5^f6h6 e7xg5 h6xf8 a7-b6 a5xc7 b8xd6 f8^e7g7 h8xf6 e7xg5 f6^e5g5 h2-g3 h4xf2 g1xe3 e5g5^f4 e3xg5 d6^c5e5 g5^f6h6 c5e5^d4 f6h6^g7 d4^c3e3 b2xd4 e3^d2f2 g7^f8h8 f2^e1g1 d4^c5e5 g1^f2h2 c5e5^d6 h2^g1g3 d6^c7e7 g3^h2h4 f8h8^g7 h4^g3g5 c7e7^d8 g5^h4h6 g7^f6f8 h4h6^g5 f6xh4 g3^f4h4 d8^c7e7 f4^e3g3 c7^b8d8 e3^d4f4
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d4 then c3 then d4 then c5 then d6 then c7 then d8 then c7 then b8
// q[1]: e3 then d2
// q[2]: b2
// q[3]: f2 then e1
// q[4]: g1 then f2
// q[5]: e5 then g3 then h2
// q[6]: h2 then g1
// q[7]: e7 then h6 then h4
// q[8]: h4 then g3 then f4 then e3 then d4
// q[9]: g5 then h4 then g5
// q[10]: e7
// q[11]: g3
// q[12]: d8
// q[13]: f4
// c[0]: e1
// c[1]: g1
// c[2]: b2
// c[3]: d2
// c[4]: f2
// c[5]: h2
// c[6]: g3
// c[7]: d4
// c[8]: f4
// c[9]: h4
// c[10]: g5
// c[11]: e7
// c[12]: b8
// c[13]: d8
qubit[14] q;
bit[14] c;
// d4^c3e3
x q[0];
h q[1];
cx q[1], q[0];
// b2xd4
x q[2];
cx q[0], q[2];
// e3^d2f2
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// f2^e1g1
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
// g1^f2h2
h q[6];
t q[6];
cx q[4], q[6];
tdg q[6];
h q[6];
cx q[6], q[4];
// h2^g1g3
h q[5];
t q[5];
cx q[6], q[5];
tdg q[5];
h q[5];
cx q[5], q[6];
// g3^h2h4
h q[8];
t q[8];
cx q[5], q[8];
tdg q[8];
h q[8];
cx q[8], q[5];
// h4^g3g5
h q[9];
t q[9];
cx q[8], q[9];
tdg q[9];
h q[9];
cx q[9], q[8];
// g3^f4h4
h q[7];
t q[7];
cx q[8], q[7];
tdg q[7];
h q[7];
cx q[7], q[8];
// d8^c7e7
h q[10];
t q[10];
cx q[0], q[10];
tdg q[10];
h q[10];
cx q[10], q[0];
// f4^e3g3
h q[11];
t q[11];
cx q[8], q[11];
tdg q[11];
h q[11];
cx q[11], q[8];
// c7^b8d8
h q[12];
t q[12];
cx q[0], q[12];
tdg q[12];
h q[12];
cx q[12], q[0];
// e3^d4f4
h q[13];
t q[13];
cx q[8], q[13];
tdg q[13];
h q[13];
cx q[13], q[8];
c[0] = measure q[3];
c[1] = measure q[6];
c[2] = measure q[2];
c[3] = measure q[1];
c[4] = measure q[4];
c[5] = measure q[5];
c[6] = measure q[11];
c[7] = measure q[8];
c[8] = measure q[13];
c[9] = measure q[7];
c[10] = measure q[9];
c[11] = measure q[10];
c[12] = measure q[0];
c[13] = measure q[12];
