OPENQASM 3.0;
include "stdgates.inc";
// blocking last ply of: c3^b4d4 b6^a5c5 g3^f4h4 f6^e5g5 f2^e3g3 e5xc3 e3^d4f4 d6^c5e5 e1^d2f2 c7^b6d6 g3^f4h4 e7^d6f6 g1^f2h2 d6''^c5e5 f2''^e3g3 d8^c7e7 f2'^e3g3 e7'^d6f6 e3'^d4f4 d6'^c5e5 e3''^d4f4 d6'''^c5e5 d4'xb6
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: g3 then f4
// q[1]: h4
// q[2]: f2
// q[3]: g3
// q[4]: e3
// q[5]: d4
// q[6]: f4'
// q[7]: e1
// q[8]: f2'
// q[9]: f4''
// q[10]: h4'
// q[11]: f4''' then g1
// q[12]: f4'''' then f2''
// q[13]: f2''' then e3'
// q[14]: g3'
// q[15]: e3''' then e3''
// q[16]: g3''
// q[17]: e3'''' then d4'
// q[18]: f4'''
// q[19]: f4'''' then d4''
// q[20]: d4''' then f4''''
// q[21]: f4'''''
// c[0]: e1
// c[1]: g1
// c[2]: f2
// c[3]: e3
// c[4]: g3
// c[5]: d4
// c[6]: f4
// c[7]: h4
// c[8]: f2'
// c[9]: e3'
// c[10]: g3'
// c[11]: d4'
// c[12]: f4'
// c[13]: h4'
// c[14]: f2''
// c[15]: e3''
// c[16]: g3''
// c[17]: d4''
// c[18]: f4''
// c[19]: f4'''
// c[20]: f4''''
qubit[22] q;
bit[21] c;
// g3^f4h4
x q[0];
h q[1];
cx q[1], q[0];
// f2^e3g3
h q[3];
cx q[3], q[2];
// e3^d4f4
x q[4];
h q[5];
cx q[5], q[4];
cx q[4], q[6];
ccx q[4], q[0], q[6];
cx q[6], q[4];
// e1^d2f2
x q[7];
x q[8];
h q[7];
tdg q[7];
cx q[2], q[7];
t q[7];
h q[7];
cx q[7], q[8];
x q[2];
// g3^f4h4
x q[11];
cx q[0], q[11];
cx q[6], q[11];
cx q[3], q[9];
h q[3];
tdg q[3];
ccx q[11], q[9], q[3];
t q[3];
h q[3];
cx q[3], q[9];
x q[1];
cx q[3], q[10];
h q[3];
tdg q[3];
ccx q[1], q[10], q[3];
t q[3];
h q[3];
cx q[3], q[10];
x q[1];
cx q[0], q[11];
cx q[6], q[11];
// g1^f2h2
x q[13];
cx q[2], q[13];
cx q[8], q[13];
x q[12];
h q[11];
tdg q[11];
cx q[13], q[11];
t q[11];
h q[11];
cx q[11], q[12];
cx q[2], q[13];
cx q[8], q[13];
x q[13];
// f2''^e3g3
x q[4];
cx q[12], q[13];
h q[12];
tdg q[12];
ccx q[4], q[13], q[12];
t q[12];
h q[12];
cx q[12], q[13];
x q[3];
cx q[12], q[14];
h q[12];
tdg q[12];
ccx q[3], q[14], q[12];
t q[12];
ccx q[3], q[14], q[12];
ccx q[4], q[3], q[15];
tdg q[12];
ccx q[15], q[14], q[12];
t q[12];
h q[12];
cx q[12], q[14];
ccx q[4], q[3], q[15];
// f2'^e3g3
cx q[8], q[15];
h q[8];
tdg q[8];
ccx q[4], q[15], q[8];
t q[8];
h q[8];
cx q[8], q[15];
cx q[8], q[16];
h q[8];
tdg q[8];
ccx q[3], q[16], q[8];
t q[8];
ccx q[3], q[16], q[8];
ccx q[4], q[3], q[17];
tdg q[8];
ccx q[17], q[16], q[8];
t q[8];
h q[8];
cx q[8], q[16];
ccx q[4], q[3], q[17];
x q[3];
x q[4];
// e3'^d4f4
x q[5];
cx q[13], q[17];
h q[13];
tdg q[13];
ccx q[5], q[17], q[13];
t q[13];
h q[13];
cx q[13], q[17];
x q[19];
cx q[0], q[19];
cx q[6], q[19];
cx q[9], q[19];
cx q[13], q[18];
h q[13];
tdg q[13];
ccx q[19], q[18], q[13];
t q[13];
h q[13];
cx q[13], q[18];
cx q[0], q[19];
cx q[6], q[19];
cx q[9], q[19];
x q[19];
// e3''^d4f4
cx q[15], q[19];
h q[15];
tdg q[15];
ccx q[5], q[19], q[15];
t q[15];
h q[15];
cx q[15], q[19];
x q[21];
cx q[0], q[21];
cx q[6], q[21];
cx q[9], q[21];
cx q[15], q[20];
h q[15];
tdg q[15];
ccx q[21], q[20], q[15];
t q[15];
h q[15];
cx q[15], q[20];
x q[5];
c[0] = measure q[7];
c[1] = measure q[11];
c[2] = measure q[2];
c[3] = measure q[4];
c[4] = measure q[3];
c[5] = measure q[5];
c[6] = measure q[0];
c[7] = measure q[1];
c[8] = measure q[8];
c[9] = measure q[13];
c[10] = measure q[14];
c[11] = measure q[17];
c[12] = measure q[6];
c[13] = measure q[10];
c[14] = measure q[12];
c[15] = measure q[15];
c[16] = measure q[16];
c[17] = measure q[19];
c[18] = measure q[9];
c[19] = measure q[18];
c[20] = measure q[20];
