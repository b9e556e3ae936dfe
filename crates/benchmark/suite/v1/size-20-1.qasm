OPENQASM 3.0;
include "stdgates.inc";
// blocking last ply of: a3-b4 d6^c5e5 e3^d4f4 f6^e5g5 g3^f4h4 g7^f6h6 f2^e3g3 e7^d6f6 e1^d2f2 f6'^e5g5 d2^c3e3 d6^c5e5 b2^a3c3 c7^b6d6 g1^f2h2 d6'^c5e5 f2''^e3g3 e5'xg3
// encoding minimal, optimize 1; in bit strings the first character is bit 0
// q[0]: d6 then c5
// q[1]: e5
// q[2]: f6
// q[3]: g5
// q[4]: e5'
// q[5]: g7
// q[6]: f6'
// q[7]: e7
// q[8]: d6
// q[9]: f6''
// q[10]: e5''
// q[11]: g5'
// q[12]: e5''' then c5'
// q[13]: e5'''' then e5'''
// q[14]: e5'''' then c7
// q[15]: c5''' then d6'
// q[16]: c5''
// q[17]: e5''''
// q[18]: c5'''
// q[19]: e5'''''
// c[0]: c5
// c[1]: e5
// c[2]: g5
// c[3]: d6
// c[4]: f6
// c[5]: c7
// c[6]: e7
// c[7]: g7
// c[8]: c5'
// c[9]: e5'
// c[10]: g5'
// c[11]: d6'
// c[12]: f6'
// c[13]: c5''
// c[14]: e5''
// c[15]: f6''
// c[16]: e5'''
// c[17]: e5''''
qubit[20] q;
bit[18] c;
// d6^c5e5
h q[1];
cx q[1], q[0];
// f6^e5g5
x q[2];
h q[3];
cx q[3], q[2];
cx q[2], q[4];
ccx q[2], q[1], q[4];
cx q[4], q[2];
// g7^f6h6
x q[5];
x q[2];
x q[6];
h q[5];
tdg q[5];
cx q[2], q[5];
t q[5];
h q[5];
cx q[5], q[6];
x q[2];
// e7^d6f6
x q[7];
h q[8];
cx q[8], q[7];
cx q[7], q[9];
ccx q[7], q[2], q[9];
ccx q[7], q[6], q[9];
cx q[9], q[7];
// f6'^e5g5
x q[12];
cx q[1], q[12];
cx q[4], q[12];
cx q[6], q[10];
h q[6];
tdg q[6];
ccx q[12], q[10], q[6];
t q[6];
h q[6];
cx q[6], q[10];
x q[3];
cx q[6], q[11];
h q[6];
tdg q[6];
ccx q[3], q[11], q[6];
t q[6];
h q[6];
cx q[6], q[11];
x q[3];
cx q[1], q[12];
cx q[4], q[12];
x q[12];
// d6^c5e5
cx q[8], q[12];
h q[8];
tdg q[8];
ccx q[0], q[12], q[8];
t q[8];
h q[8];
cx q[8], q[12];
x q[14];
cx q[1], q[14];
cx q[4], q[14];
cx q[10], q[14];
cx q[8], q[13];
h q[8];
tdg q[8];
ccx q[14], q[13], q[8];
t q[8];
h q[8];
cx q[8], q[13];
cx q[1], q[14];
cx q[4], q[14];
cx q[10], q[14];
x q[0];
// c7^b6d6
x q[8];
x q[15];
h q[14];
tdg q[14];
cx q[8], q[14];
t q[14];
h q[14];
cx q[14], q[15];
x q[8];
// d6'^c5e5
x q[18];
cx q[0], q[18];
cx q[12], q[18];
cx q[15], q[16];
h q[15];
tdg q[15];
ccx q[18], q[16], q[15];
t q[15];
h q[15];
cx q[15], q[16];
x q[19];
cx q[1], q[19];
cx q[4], q[19];
cx q[10], q[19];
cx q[13], q[19];
cx q[15], q[17];
h q[15];
tdg q[15];
ccx q[19], q[17], q[15];
t q[15];
h q[15];
cx q[15], q[17];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[3];
c[3] = measure q[8];
c[4] = measure q[2];
c[5] = measure q[14];
c[6] = measure q[7];
c[7] = measure q[5];
c[8] = measure q[12];
c[9] = measure q[4];
c[10] = measure q[11];
c[11] = measure q[15];
c[12] = measure q[6];
c[13] = measure q[16];
c[14] = measure q[10];
c[15] = measure q[9];
c[16] = measure q[13];
c[17] = measure q[17];
