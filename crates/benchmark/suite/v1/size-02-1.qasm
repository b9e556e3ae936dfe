OPENQASM 3.0;
include "stdgates.inc";
// cheqqers last ply of: c3-d4 f6^e5g5 d4xf6 g7xe5 d2-c3 g7-f6 d4-c5 d6xb4 b4xd2 e1xc3 g5-h4 c3^b4d4 b6-a5 d4-e5 f6xd4 e3xc5 f8-g7 g3-f4 a7-b6 c5xa7 e7-d6 c1-d2 h4-g3 f2xh4 a5-b4 a3xc5 c5xe7 d8xf6 f4^e5g5 f6xd4 g5xe7 c7^b6d6 b2^a3c3 d4xb2 a1xc3 b6-c5 d2-e3 d4xf2 g1xe3 c5-b4 a3xc5 c5xe7 h6-g5 h4xf6 g7xe5 c5-d6 e5^d4f4 e3xg5 d4xf2 d6-c7 b8xd6 a7-b8 d6^c5e5 g5^f6h6 c5-b4 f6^e7g7 h8xf6 b8-c7 b4^a3c3 c7-b8 f6-g5 b8^a7c7 a3c3^b2 a1xc3 e5-d4 c3xe5 g5-f4 a7-b8 f4^e3g3 h2xf4 h8-g7 c7^b6d8 g7-f6 b6^c5a7 f6-e5 b8-c7 e5^d4f4 c5xe3
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: e5 then d4
// q[1]: f4
// c[0]: d4
// c[1]: f4
qubit[2] q;
bit[2] c;
// e5^d4f4
x q[0];
h q[1];
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
