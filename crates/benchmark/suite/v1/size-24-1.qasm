OPENQASM 3.0;
include "stdgates.inc";
// blocking last ply of: g3^f4h4 b6^a5c5 f4^e5g5 c5^b4d4 f2^e3g3 c7^b6d6 g3^f4h4 d8^c7e7 e1^d2f2 b6^a5c5 g1^f2h2 b8^a7c7 f4^e5g5 c7'^b6d6 f2''^e3g3 b6'^a5c5 g3'-f4 c5'^b4d4 f4'^e5g5 c7''^b6d6 f2'^e3g3 c5^b4d4 g3''^f4h4 b6''^a5c5 f4''^e5g5 c5''^b4d4 e5''xc7
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: g3 then f4 then e5
// q[1]: h4
// q[2]: g5
// q[3]: f2
// q[4]: g3
// q[5]: f4
// q[6]: h4'
// q[7]: e1
// q[8]: f2'
// q[9]: g1
// q[10]: f2''
// q[11]: f2''' then e5'
// q[12]: g5'
// q[13]: e5''' then g3'
// q[14]: f4'
// q[15]: e5''
// q[16]: g5''
// q[17]: e5''' then g3''
// q[18]: g5''' then f4''
// q[19]: e5'''' then h4''
// q[20]: h4''' then e5'''
// q[21]: f4'''' then g5'''
// q[22]: e5''''
// q[23]: g5''''
// c[0]: e1
// c[1]: g1
// c[2]: f2
// c[3]: g3
// c[4]: f4
// c[5]: h4
// c[6]: e5
// c[7]: g5
// c[8]: f2'
// c[9]: g3'
// c[10]: f4'
// c[11]: h4'
// c[12]: e5'
// c[13]: g5'
// c[14]: f2''
// c[15]: g3''
// c[16]: f4''
// c[17]: h4''
// c[18]: e5''
// c[19]: g5''
// c[20]: e5'''
// c[21]: g5'''
qubit[24] q;
bit[22] c;
// g3^f4h4
x q[0];
h q[1];
cx q[1], q[0];
// f4^e5g5
h q[2];
t q[2];
cx q[0], q[2];
tdg q[2];
h q[2];
cx q[2], q[0];
// f2^e3g3
h q[4];
cx q[4], q[3];
// g3^f4h4
h q[5];
t q[5];
cx q[4], q[5];
tdg q[5];
h q[5];
cx q[5], q[4];
cx q[4], q[6];
ccx q[4], q[1], q[6];
cx q[6], q[4];
// e1^d2f2
x q[7];
x q[8];
h q[7];
tdg q[7];
cx q[3], q[7];
t q[7];
h q[7];
cx q[7], q[8];
x q[3];
// g1^f2h2
x q[9];
x q[11];
cx q[3], q[11];
cx q[8], q[11];
x q[10];
h q[9];
tdg q[9];
cx q[11], q[9];
t q[9];
h q[9];
cx q[9], q[10];
cx q[3], q[11];
cx q[8], q[11];
x q[11];
// f4^e5g5
x q[0];
cx q[5], q[11];
h q[5];
tdg q[5];
ccx q[0], q[11], q[5];
t q[5];
h q[5];
cx q[5], q[11];
x q[2];
cx q[5], q[12];
h q[5];
tdg q[5];
ccx q[2], q[12], q[5];
t q[5];
ccx q[2], q[12], q[5];
ccx q[0], q[2], q[13];
tdg q[5];
ccx q[13], q[12], q[5];
t q[5];
h q[5];
cx q[5], q[12];
ccx q[0], q[2], q[13];
x q[2];
x q[0];
// f2''^e3g3
x q[4];
cx q[10], q[13];
h q[10];
tdg q[10];
ccx q[4], q[13], q[10];
t q[10];
h q[10];
cx q[10], q[13];
// g3'-f4
cx q[13], q[14];
ccx q[13], q[5], q[14];
cx q[14], q[13];
// f4'^e5g5
x q[17];
cx q[0], q[17];
cx q[11], q[17];
cx q[14], q[15];
h q[14];
tdg q[14];
ccx q[17], q[15], q[14];
t q[14];
h q[14];
cx q[14], q[15];
x q[18];
cx q[2], q[18];
cx q[12], q[18];
cx q[14], q[16];
h q[14];
tdg q[14];
ccx q[18], q[16], q[14];
t q[14];
h q[14];
cx q[14], q[16];
cx q[2], q[18];
cx q[12], q[18];
x q[18];
cx q[0], q[17];
cx q[11], q[17];
x q[17];
// f2'^e3g3
cx q[8], q[17];
h q[8];
tdg q[8];
ccx q[4], q[17], q[8];
t q[8];
h q[8];
cx q[8], q[17];
x q[4];
// g3''^f4h4
x q[5];
cx q[17], q[18];
h q[17];
tdg q[17];
ccx q[5], q[18], q[17];
t q[17];
h q[17];
cx q[17], q[18];
x q[20];
cx q[1], q[20];
cx q[6], q[20];
cx q[17], q[19];
h q[17];
tdg q[17];
ccx q[20], q[19], q[17];
t q[17];
ccx q[20], q[19], q[17];
ccx q[5], q[20], q[21];
tdg q[17];
ccx q[21], q[19], q[17];
t q[17];
h q[17];
cx q[17], q[19];
ccx q[5], q[20], q[21];
cx q[1], q[20];
cx q[6], q[20];
x q[20];
x q[5];
// f4''^e5g5
x q[22];
cx q[0], q[22];
cx q[11], q[22];
cx q[18], q[20];
h q[18];
tdg q[18];
ccx q[22], q[20], q[18];
t q[18];
h q[18];
cx q[18], q[20];
x q[23];
cx q[2], q[23];
cx q[12], q[23];
cx q[18], q[21];
h q[18];
tdg q[18];
ccx q[23], q[21], q[18];
t q[18];
h q[18];
cx q[18], q[21];
c[0] = measure q[7];
c[1] = measure q[9];
c[2] = measure q[3];
c[3] = measure q[4];
c[4] = measure q[5];
c[5] = measure q[1];
c[6] = measure q[0];
c[7] = measure q[2];
c[8] = measure q[8];
c[9] = measure q[13];
c[10] = measure q[14];
c[11] = measure q[6];
c[12] = measure q[11];
c[13] = measure q[12];
c[14] = measure q[10];
c[15] = measure q[17];
c[16] = measure q[18];
c[17] = measure q[19];
c[18] = measure q[15];
c[19] = measure q[16];
c[20] = measure q[20];
c[21] = measure q[21];
