// The gates of qelib1.inc, stdgates.inc and Braket that the gate table lacks, global phase included.

gate id a { }
gate i a { }
gate u0(t) a { }
gate u1(t) a { p(t) a; }
gate u2(x, y) a { p(y) a; ry(pi / 2) a; p(x) a; }
gate u3(t, x, y) a { p(y) a; ry(t) a; p(x) a; }
gate u(t, x, y) a { u3(t, x, y) a; }
// OpenQASM 3 gives its own gate and the older ones of its library these phases.
gate U(t, x, y) a { u3(t, x, y) a; gphase(t / 2); }
gate stdgates_u2(x, y) a { u2(x, y) a; gphase(-(x + y) / 2); }
gate stdgates_u3(t, x, y) a { u3(t, x, y) a; gphase(-(x + y) / 2); }
gate phase(t) a { p(t) a; }
gate phaseshift(t) a { p(t) a; }
gate si a { sdg a; }
gate ti a { tdg a; }
gate v a { sx a; }
gate vi a { sxdg a; }
gate prx(t, x) a { rz(-x) a; rx(t) a; rz(x) a; }
gate gpi(x) a { p(-x) a; x a; p(x) a; }
gate gpi2(x) a { prx(pi / 2, x) a; }

gate cnot a, b { cx a, b; }
gate CX a, b { cx a, b; }
gate cy a, b { ctrl @ y a, b; }
gate cp(t) a, b { ctrl @ p(t) a, b; }
gate cphase(t) a, b { cp(t) a, b; }
gate cphaseshift(t) a, b { cp(t) a, b; }
gate cphaseshift00(t) a, b { x a; x b; cp(t) a, b; x b; x a; }
gate cphaseshift01(t) a, b { x a; cp(t) a, b; x a; }
gate cphaseshift10(t) a, b { x b; cp(t) a, b; x b; }
gate cu1(t) a, b { cp(t) a, b; }
gate crz(t) a, b { ctrl @ rz(t) a, b; }
gate cry(t) a, b { ctrl @ ry(t) a, b; }
gate crx(t) a, b { ctrl @ rx(t) a, b; }
// The factor of a controlled u3 is that of the matrix whose first entry is real: older texts of
// qelib1.inc leave the phase of the control out, all toolkits of today have it.
gate cu3(t, x, y) a, b {
    p((y + x) / 2) a; p((y - x) / 2) b;
    cx a, b; u3(-t / 2, 0, -(x + y) / 2) b;
    cx a, b; u3(t / 2, x, 0) b;
}
gate cu(t, x, y, z) a, b { p(z) a; cu3(t, x, y) a, b; }
gate csx a, b { ctrl @ sx a, b; }
gate cv a, b { csx a, b; }

gate rzz(t) a, b { cx a, b; rz(t) b; cx a, b; }
gate rxx(t) a, b { h a; h b; rzz(t) a, b; h b; h a; }
gate ryy(t) a, b { rx(pi / 2) a; rx(pi / 2) b; rzz(t) a, b; rx(-pi / 2) b; rx(-pi / 2) a; }
gate zz(t) a, b { rzz(t) a, b; }
gate xx(t) a, b { rxx(t) a, b; }
gate yy(t) a, b { ryy(t) a, b; }
gate xy(t) a, b { rxx(-t / 2) a, b; ryy(-t / 2) a, b; }
gate ms(x, y, t) a, b { p(-x) a; p(-y) b; rxx(t) a, b; p(x) a; p(y) b; }
gate ecr a, b { h b; rzz(pi / 2) a, b; h b; x a; }
gate pswap(t) a, b { swap a, b; cx a, b; p(t) b; cx a, b; }

gate ccnot a, b, c { ccx a, b, c; }
gate cswap a, b, c { cx c, b; ccx a, b, c; cx c, b; }
gate rccx a, b, c {
    h c; t c; cx b, c; tdg c; cx a, c; t c; cx b, c; tdg c; h c;
}
gate rc3x a, b, c, d {
    h d; t d; cx c, d; tdg d; h d;
    cx a, d; t d; cx b, d; tdg d; cx a, d; t d; cx b, d; tdg d;
    h d; t d; cx c, d; tdg d; h d;
}
gate c3x a, b, c, d {
    h d;
    cp(pi / 2) c, d; ccx a, b, c; cp(-pi / 2) c, d; ccx a, b, c;
    cp(pi / 4) b, d; cx a, b; cp(-pi / 4) b, d; cx a, b; cp(pi / 4) a, d;
    h d;
}
gate c3sqrtx a, b, c, d {
    h d;
    cp(pi / 4) c, d; ccx a, b, c; cp(-pi / 4) c, d; ccx a, b, c;
    cp(pi / 8) b, d; cx a, b; cp(-pi / 8) b, d; cx a, b; cp(pi / 8) a, d;
    h d;
}
gate c4x a, b, c, d, e {
    h e;
    cp(pi / 2) d, e; c3x a, b, c, d; cp(-pi / 2) d, e; c3x a, b, c, d;
    h e;
    c3sqrtx a, b, c, e;
}
