# An engine for tests that chooses the first legal move, until it does wrong: $1 says how, $2 is a
# file that belongs to it alone.
mode=$1
own=$2
moves=0

# Still there when it was told to end.
linger() {
    while :; do sleep 1000; done
}

# What goes wrong when a move is due. The first move is chosen as it should be.
wrong() {
    case $mode in
        crash) kill -9 $$ ;;
        leave) exit 3 ;;
        illegal) echo "bestmove a1-a2" ;;
        unreadable) echo "bestmove castles" ;;
        garbage) printf 'My move \033[31mis\007 the first\n' ;;
        binary) printf '\377\376\n' ;;
        error) echo "error no more" ;;
        silent) sleep 1000 ;;
        children) sleep 1000 & sleep 1000 ;;
        flood) while :; do echo "info nodes 1"; done ;;
        endless) exec tr '\0' x </dev/zero ;;
        closed) exec >&-; linger ;;
        patient) # Thinks until it is told to stop.
            while read -r word rest; do
                case $word in
                    isready) echo readyok ;;
                    stop) echo "bestmove $first"; return ;;
                esac
            done ;;
        *) echo "bestmove $first" ;;
    esac
}

case $mode in
    dead) exit 3 ;;
    mute) linger ;;
    # Only its first start goes well.
    once) if test -e "$own"; then exit 3; else : >"$own"; fi ;;
    # Says more than it was asked for, which must not be taken for an answer.
    eager) echo "bestmove a1-a2"; echo "readyok" ;;
esac

while read -r word rest; do
    case $word in
        cqi)
            case $mode in
                other) echo "uciok" ;;
                newer) echo "cqiok 2" ;;
                *) echo "id name Fake"; echo "want legal"; echo "cqiok 1" ;;
            esac ;;
        newgame) test "$mode" != choosy || echo "error not that game" ;;
        position) first=${rest##* legal }; first=${first%% *} ;;
        isready) # Who is told to stop before it is ready must be heard all the same.
            test "$mode" != patient || sleep 0.1
            echo readyok ;;
        go)
            moves=$((moves + 1))
            if test $moves -gt 1 || test "$mode" = patient; then wrong; else echo "bestmove $first"; fi
            test "$mode" != late || echo "bestmove a1-a2" ;;
        quit) if test "$mode" = stubborn; then linger; else exit 0; fi ;;
    esac
done
test "$mode" != stubborn || linger
