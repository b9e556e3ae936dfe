OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3-d4 f6^e5g5 d4xf6 g7xe5 g3^f4h4 d6-c5 h4xf6 e7xg5 h2-g3 c7-d6 a3-b4 c5xa3 g1-h2 g5^f4h4 g3xe5 e5xc7 b8xd6 e3-f4 d8^c7e7 f2-e3 h6-g5 f4xh6 d6-c5 b2-c3 c7e7^d6 d4-e5 d6xf4 e3xg5 b6-a5 h2-g3 c5-d4 c3xe5 g7-f6 e5xg7 h8xf6 f6xh4 h4xf2 e1xg3 f8-e7 g3^f4h4 a7-b6 c1-b2 a3xc1 f4^e5g5 c1xe3 e5-d6 e7xc5 a1-b2 e3-d4 h6-g7 d4^c3e5 b2xd4 d4xf6 c5xe3 g7-h8 e3-f2 h8-g7 f2-e1 g7-f8 e1^d2f2 f8^e7g7 d2^c1e1 e7^d6d8 e1-d2 d6^e5e7 d2-e3 e5^f4f6 e3xg5 f4^e3g5 a5-b4 e3-d2 c1xe3 g5g7^h6 e3-d4 f6h6^g5 d4^c5e5 g7-h8 e5-d6 g5^f4f6 d6xf8
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: f8 then e7 then d6 then e5 then f4 then e3 then d2 then e3 then d4 then c5
// q[1]: g7 then h8
// q[2]: d8
// q[3]: e7
// q[4]: f6 then g5 then f4
// q[5]: g5 then h6
// q[6]: c1
// q[7]: e5 then d6
// q[8]: f6
// c[0]: c1
// c[1]: f4
// c[2]: c5
// c[3]: d6
// c[4]: f6
// c[5]: h6
// c[6]: e7
// c[7]: d8
// c[8]: h8
qubit[9] q;
bit[9] c;
// f8^e7g7
x q[0];
h q[1];
cx q[1], q[0];
// e7^d6d8
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// d6^e5e7
h q[3];
t q[3];
cx q[0], q[3];
tdg q[3];
h q[3];
cx q[3], q[0];
// e5^f4f6
h q[4];
t q[4];
cx q[0], q[4];
tdg q[4];
h q[4];
cx q[4], q[0];
// f4^e3g5
h q[5];
t q[5];
cx q[0], q[5];
tdg q[5];
h q[5];
cx q[5], q[0];
// c1xe3
x q[6];
cx q[0], q[6];
// g5g7^h6
h q[1];
h q[5];
sdg q[5];
cx q[1], q[5];
s q[1];
h q[1];
t q[1];
h q[1];
tdg q[5];
cx q[1], q[5];
sdg q[1];
h q[1];
s q[5];
h q[5];
sdg q[5];
// f6h6^g5
h q[5];
h q[4];
sdg q[4];
cx q[5], q[4];
s q[5];
h q[5];
t q[5];
h q[5];
tdg q[4];
cx q[5], q[4];
sdg q[5];
h q[5];
s q[4];
h q[4];
// d4^c5e5
h q[7];
t q[7];
cx q[0], q[7];
tdg q[7];
h q[7];
cx q[7], q[0];
// g5^f4f6
h q[8];
t q[8];
cx q[4], q[8];
tdg q[8];
h q[8];
cx q[8], q[4];
c[0] = measure q[6];
c[1] = measure q[4];
c[2] = measure q[0];
c[3] = measure q[7];
c[4] = measure q[8];
c[5] = measure q[5];
c[6] = measure q[3];
c[7] = measure q[2];
c[8] = measure q[1];
