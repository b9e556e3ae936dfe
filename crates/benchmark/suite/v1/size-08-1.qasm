OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3-b4 d6-e5 e3-d4 e5xc3 b2xd4 b6^a5c5 b4xd6 e7xc5 c5xe3 d2xf4 c7-d6 f4-g5 h6xf4 g3xe5 e5xc7 d8xb6 f2^e3g3 b6-a5 e1-f2 a5-b4 a3xc5 f8-e7 c5^b6d6 a7xc5 d6xf8 f6-g5 c1^b2d2 c5-d4 e3xc5 d4-e3 d2xf4 b8-c7 f2xd4 g7^f6h6 b2-c3 g5^f4h4 g3xe5 e5xg7 h8xf6 a1-b2 e7-d6 h2-g3 d6-e5 b2-a3 c7-d6 g3-f4 e5xg3 a3-b4 f6^e5g5 d4xf6 g3-h2 g1-f2 d6-e5 d4-c5 e5-d4 c3xe5 g5-h4 f2-g3 h4xf2 c5^b6d6 f2^e1g1 b6-c7 e1^d2f2 b4-c5 f2^e3g3 c5-b6 e3-d4 c7-b8 d4xf6 b6-a7 g1-f2 d6-c7 f2^e3g3 c7-d8 e3-d2 d8-e7 h2-g1 b8-c7 g1-h2 c7-d8 d2-e1 e5^d6f6 e1-d2 d8-c7 g3^f4h4 c7e7^d8 h4-g3 a7-b8 d2^c3e3 b8^a7c7 e3-d4 c7^b6b8 f4-e5 b6^a5c5 e5xg7 c5^d4b6 g7-h6 e7-d6 h6-g7 d4^c3e3 g7^f6h8 e3^d2d4 f6-g5 d4b6^c5 g5-f4 c3^b4d4 f4^e3g5 d4xf2
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: b8 then a7
// q[1]: c7 then b6 then a5
// q[2]: b8
// q[3]: c5 then d4 then c3 then b4
// q[4]: b6
// q[5]: e3 then d2
// q[6]: d4 then c5
// q[7]: d4
// c[0]: d2
// c[1]: b4
// c[2]: d4
// c[3]: a5
// c[4]: c5
// c[5]: b6
// c[6]: a7
// c[7]: b8
qubit[8] q;
bit[8] c;
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
// b6^a5c5
h q[3];
t q[3];
cx q[1], q[3];
tdg q[3];
h q[3];
cx q[3], q[1];
// c5^d4b6
h q[4];
t q[4];
cx q[3], q[4];
tdg q[4];
h q[4];
cx q[4], q[3];
sdg q[4];
// d4^c3e3
h q[5];
t q[5];
cx q[3], q[5];
tdg q[5];
h q[5];
cx q[5], q[3];
// e3^d2d4
h q[6];
t q[6];
cx q[5], q[6];
tdg q[6];
h q[6];
sdg q[5];
cx q[6], q[5];
// d4b6^c5
h q[4];
z q[6];
h q[6];
sdg q[6];
cx q[4], q[6];
s q[4];
h q[4];
t q[4];
h q[4];
tdg q[6];
cx q[4], q[6];
sdg q[4];
h q[4];
s q[6];
h q[6];
// c3^b4d4
h q[7];
t q[7];
cx q[3], q[7];
tdg q[7];
h q[7];
cx q[7], q[3];
c[0] = measure q[5];
c[1] = measure q[3];
c[2] = measure q[7];
c[3] = measure q[1];
c[4] = measure q[6];
c[5] = measure q[4];
c[6] = measure q[0];
c[7] = measure q[2];
