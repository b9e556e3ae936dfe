OPENQASM 3.0;
include "stdgates.inc";
// blocking last ply of: c3-d4 f6^e5g5 a3-b4 d6^c5e5 b2^a3c3 g5^f4h4 c1^b2d2 e7^d6f6 d2^c3e3 b6^a5c5 e1^d2f2 c7^b6d6 b2^a3c3 b6'^a5c5 d4xb6
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: f6 then e5
// q[1]: g5 then f4
// q[2]: d6
// q[3]: c5
// q[4]: e5'
// q[5]: h4
// q[6]: e7
// q[7]: f6
// q[8]: d6'
// q[9]: b6
// q[10]: a5
// q[11]: c5'
// q[12]: c7
// q[13]: b6'
// q[14]: d6''
// q[15]: d6''' then a5'
// q[16]: b6''' then c5''
// q[17]: c5'''
// c[0]: f4
// c[1]: h4
// c[2]: a5
// c[3]: c5
// c[4]: e5
// c[5]: b6
// c[6]: d6
// c[7]: f6
// c[8]: c7
// c[9]: e7
// c[10]: a5'
// c[11]: c5'
// c[12]: e5'
// c[13]: b6'
// c[14]: d6'
// c[15]: c5''
// c[16]: d6''
qubit[18] q;
bit[17] c;
// f6^e5g5
x q[0];
h q[1];
cx q[1], q[0];
// d6^c5e5
x q[2];
h q[3];
cx q[3], q[2];
cx q[2], q[4];
ccx q[2], q[0], q[4];
cx q[4], q[2];
// g5^f4h4
h q[5];
t q[5];
cx q[1], q[5];
tdg q[5];
h q[5];
cx q[5], q[1];
// e7^d6f6
x q[6];
h q[7];
cx q[7], q[6];
cx q[6], q[8];
ccx q[6], q[2], q[8];
cx q[8], q[6];
// b6^a5c5
x q[9];
h q[10];
cx q[10], q[9];
cx q[9], q[11];
ccx q[9], q[3], q[11];
cx q[11], q[9];
// c7^b6d6
x q[12];
x q[9];
x q[13];
h q[12];
tdg q[12];
cx q[9], q[12];
t q[12];
h q[12];
cx q[12], q[13];
x q[15];
cx q[2], q[15];
cx q[8], q[15];
cx q[12], q[14];
h q[12];
tdg q[12];
ccx q[15], q[14], q[12];
t q[12];
ccx q[15], q[14], q[12];
ccx q[9], q[15], q[16];
tdg q[12];
ccx q[16], q[14], q[12];
t q[12];
h q[12];
cx q[12], q[14];
ccx q[9], q[15], q[16];
cx q[2], q[15];
cx q[8], q[15];
x q[15];
x q[9];
// b6'^a5c5
x q[10];
cx q[13], q[15];
h q[13];
tdg q[13];
ccx q[10], q[15], q[13];
t q[13];
h q[13];
cx q[13], q[15];
x q[17];
cx q[3], q[17];
cx q[11], q[17];
cx q[13], q[16];
h q[13];
tdg q[13];
ccx q[17], q[16], q[13];
t q[13];
h q[13];
cx q[13], q[16];
x q[10];
c[0] = measure q[1];
c[1] = measure q[5];
c[2] = measure q[10];
c[3] = measure q[3];
c[4] = measure q[0];
c[5] = measure q[9];
c[6] = measure q[2];
c[7] = measure q[7];
c[8] = measure q[12];
c[9] = measure q[6];
c[10] = measure q[15];
c[11] = measure q[11];
c[12] = measure q[4];
c[13] = measure q[13];
c[14] = measure q[8];
c[15] = measure q[16];
c[16] = measure q[14];
