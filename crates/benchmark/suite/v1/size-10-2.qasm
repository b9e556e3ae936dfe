OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3-b4 b6-a5 e3^d4f4 a5xc3 d2xb4 c7-b6 b4-c5 d6xb4 a3xc5 f6-g5 d4f4^e5 b6xd4 c1-d2 d4-c3 d2xb4 e7-d6 e5xc7 b8xd6 b4-c5 d6xb4 b2-a3 b4-c3 a1-b2 c3xa1 a3-b4 g7-f6 b4-c5 a1-b2 c5-d6 g5-f4 g3xe5 e5xg7 h8xf6 h2-g3 b2-a3 d6-e7 f8xd6 f2-e3 a3-b4 g3-h4 d8^c7e7 g1^f2h2 b4-a3 e3^d4f4 h6-g5 f4xh6 f6-e5 f2-g3 a7-b6 h6-g7 a3^b2b4 g7-h8 e5^d4f4 g3xe5 d6-e5 h8-g7 b2-a3 e1^d2f2 d4^c3e3 f2xd4 d4xf6 f6xd8 b4-a5 g7^f8h8 a3a5^b4 f6^e7g7 b4^a3c5 h4-g5 b6-a5 d8xb6 c5-b4 g5-f6 a3-b2 f6-g7 b4-c5 h2-g3 c5^b4b6 g3-f4 b2^c1c3 d8-c7 b6xd8 c7-b8 b4^a3c3 f4-g5 c3^d2d4 b8-a7 d4-c5 a7-b8 c5^d4d6 f8-e7 d6xf8 g5-f6 d6-c7 b8xd6 a5-b4 d6^c5c7 b4-a3 c7^d6b8 a3-b2 b8^a7c7 b2-c1 c5a7^b6 c1-b2 c7^b8d8 b2-c1 d6d8^c7 c1^b2d2 b6-a5 b2d2^c1 c7-b6 c1-b2 d8^c7e7 b2^a1c1 e7^d6f8 a1c1^b2 c7-d8 b2-a3 d6^e5e7 a3-b2 b6d8^c7 b2^c1a3 e5^d4f4 c1a3^b2 f4^e3e5 b2-c3 d4xb2
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d6 then c5 then b6 then a5
// q[1]: c7 then d6 then c7 then b6 then c7
// q[2]: b8 then a7
// q[3]: c7 then b8
// q[4]: d8 then c7 then d8
// q[5]: e7 then d6 then e5 then d4
// q[6]: f8
// q[7]: e7
// q[8]: f4 then e3
// q[9]: e5
// c[0]: e3
// c[1]: d4
// c[2]: a5
// c[3]: e5
// c[4]: a7
// c[5]: c7
// c[6]: e7
// c[7]: b8
// c[8]: d8
// c[9]: f8
qubit[10] q;
bit[10] c;
// d6^c5c7
x q[0];
h q[1];
cx q[1], q[0];
// c7^d6b8
h q[2];
t q[2];
cx q[1], q[2];
tdg q[2];
h q[2];
cx q[2], q[1];
// b8^a7c7
h q[3];
t q[3];
cx q[2], q[3];
tdg q[3];
h q[3];
sdg q[2];
cx q[3], q[2];
// c5a7^b6
h q[2];
sdg q[0];
h q[0];
sdg q[0];
cx q[2], q[0];
s q[2];
h q[2];
t q[2];
h q[2];
tdg q[0];
cx q[2], q[0];
sdg q[2];
h q[2];
s q[0];
h q[0];
// c7^b8d8
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
sdg q[3];
cx q[4], q[3];
sdg q[4];
// d6d8^c7
h q[4];
sdg q[1];
h q[1];
sdg q[1];
cx q[4], q[1];
s q[4];
h q[4];
t q[4];
h q[4];
tdg q[1];
cx q[4], q[1];
sdg q[4];
h q[4];
s q[1];
h q[1];
// d8^c7e7
h q[5];
t q[5];
cx q[4], q[5];
tdg q[5];
h q[5];
cx q[5], q[4];
// e7^d6f8
h q[6];
t q[6];
cx q[5], q[6];
tdg q[6];
h q[6];
cx q[6], q[5];
// d6^e5e7
h q[7];
t q[7];
cx q[5], q[7];
tdg q[7];
h q[7];
cx q[7], q[5];
// b6d8^c7
h q[4];
z q[1];
h q[1];
sdg q[1];
cx q[4], q[1];
s q[4];
h q[4];
t q[4];
h q[4];
tdg q[1];
cx q[4], q[1];
sdg q[4];
h q[4];
s q[1];
h q[1];
// e5^d4f4
h q[8];
t q[8];
cx q[5], q[8];
tdg q[8];
h q[8];
cx q[8], q[5];
// f4^e3e5
h q[9];
t q[9];
cx q[8], q[9];
tdg q[9];
h q[9];
cx q[9], q[8];
c[0] = measure q[8];
c[1] = measure q[5];
c[2] = measure q[0];
c[3] = measure q[9];
c[4] = measure q[2];
c[5] = measure q[1];
c[6] = measure q[7];
c[7] = measure q[3];
c[8] = measure q[4];
c[9] = measure q[6];
