# A program that speaks Hub and plays 32-28, until it does wrong: $1 says how.
mode=$1
moves=0

# What goes wrong when a move is due. The first move is chosen as it should be.
wrong() {
    case $mode in
        crash) kill -9 $$ ;;
        leave) exit 3 ;;
        illegal) echo "done move=1-50" ;;
        unreadable) echo "done move=castles" ;;
        empty) echo "done" ;;
        garbage) printf 'My "move\nis the 1-50\n'; exit 3 ;;
        error) echo 'error message="no more"' ;;
        silent) sleep 1000 ;;
        late) if test $moves -gt 2; then exit 3; else echo "done move=31-27"; echo "done move=1-50"; fi ;;
        flood) while :; do echo "info depth=1 score=0.1"; done ;;
    esac
}

case $mode in
    # Says more than it was asked for, which must not be taken for an answer.
    late) echo "done move=1-50"; echo "pong" ;;
    dead) exit 3 ;;
esac

while read -r command rest; do
    case $command in
        hub) echo 'id name=Fake version=1 author="A B" country=C'; echo "wait" ;;
        init) if test "$mode" = choosy; then echo 'error message="not today"'; else echo "ready"; fi ;;
        ping) echo "pong" ;;
        go)
            moves=$((moves + 1))
            if test $moves -gt 1; then wrong; else
                echo 'info depth=3 mean-depth=2.5 score=0.5 nodes=10 time=0.01 nps=1.0 pv="32-28 19-23"'
                echo "done move=32-28 ponder=19-23"
                test "$mode" != late || echo "done move=1-50"
            fi ;;
        quit) exit 0 ;;
    esac
done
