### The words of the page in English. `{ $name }` is filled in by the page; see https://projectfluent.org for the syntax.
### A catalogue in another language is one more file beside this one, with the same messages.

language-name = English

## Pages

page-loading = Loading …
page-nothing = There is nothing here
page-nothing-about = This address is incomplete or misspelt.
page-no-game = There is no such game
page-no-game-about = This link is incomplete, or the game is no longer kept.
page-wrong = Something went wrong
page-again = Try again
page-new = Start a new game

## Words used in other messages

side = { $side ->
    [white] White
   *[black] Black
}
percent = { NUMBER($value, maximumFractionDigits: 1) } %
percent-least = <{ NUMBER(0.1) } %
percent-most = >{ NUMBER(99.9) } %
cancel = Cancel
close = Close
copy = Copy
copied = Copied
copy-refused = Copying is not allowed here

## The board

board = Board
board-and-moves = Board and moves

status-yours = Your move.
status-yours-must = Your move: you must capture.
status-turn = { side } to move.
status-turn-must = { side } to move, and must capture.
status-thinks = { $player } is thinking …

told-begin = Press a piece to see where it can go.
must-capture = You must capture: { $captures }.
must-capture-more = You must capture: { $captures }, or another piece.
capture = { $from } takes { $takes }
capture-chance = { $from } takes { $takes } ({ $chance })

## What a square is said to be

piece-of-side = { $side ->
    [white] white { $kind }
    [black] black { $kind }
   *[none] { $kind }
}
kind-unknown = unknown
kind-of = { $kind } ({ $types })
part = { $piece }, { $percent } percent
part-turned = { $piece }, { $percent } percent, phase { $turns } turns
square-empty = empty
square-outside = { $square }, not in play
square-other-parts = { $count ->
    [one] other part on { $squares }
   *[other] other parts on { $squares }
}
square-entangled = entangled with { $squares }
square-picked = picked
square-last = last move
square-source = can move
square-partner = can merge with the picked part
square-target = legal target
square-capture = capture
square-confirm = to be confirmed: press once more

## Choosing a move

choose-which = Which move?
choose-which-about = More than one move goes to { $square }.
choose-out-of-reach = { $square } can’t be reached; nothing is picked now.
choose-confirm = Press { $to } once more { $purpose }, or { $from } to undo.
choose-no-split = There is nothing to split now.
choose-no-merge = There is nothing to merge now.
choose-not-over = { $from } can’t be split over { $first } and { $second }.

## Below the board

tools = Moves and board
tool-split = Split
tool-merge = Merge
tool-undo = Undo
tool-undo-agreed = The other side must agree
tool-undo-measured = Undoes a measurement
tool-undo-measured-agreed = Undoes a measurement: the other side must agree
tool-undo-nothing = There is nothing to undo.
tool-redo = Redo
tool-redo-about = Redo { $move }, with the same outcome
tool-numbers = Numbers
tool-numbers-about = How likely each piece is there
tool-flip = Flip
tool-sound = Sound
tool-help = Help
tool-move = Move
tool-play = Play

hint-split = Split: pick a piece, then two targets.
hint-split-half = Split: pick a piece, then where half of it goes.
hint-split-from = Split { $from }: pick two targets.
hint-split-half-from = Split { $from }: pick where half of it goes.
hint-split-second = Split { $from } over { $first } and …: pick the second target.
hint-merge = Merge: pick a part, then another part of the same piece.
hint-merge-from = Merge { $from } with …: pick a lit part.
hint-merge-both = Merge { $from } and { $with }: pick the target. Press { $with } again to move it alone.
hint-confirm = { $from }: pick a target, then press it once more { $purpose }.
hint-to-split = { $from }: pick a target, or the arrows between two to split.
hint-to-half = { $from }: pick a target, or the arrows before one to send half there.
hint-to-merge = { $from }: pick a target, or a lit part to merge with.
hint-to-split-merge = { $from }: pick a target, the arrows between two to split, or a lit part to merge with.
hint-to-half-merge = { $from }: pick a target, the arrows before one to send half there, or a lit part to merge with.
hint-to-many = { $from }: pick a target, or press Split for two targets.
hint-to-many-merge = { $from }: pick a target, press Split for two targets, or pick a lit part to merge with.

## What is new in a game

news-ply = { side }: { $move }.
news-undone = { $count ->
    [one] One move was undone.
   *[other] { $count } moves were undone.
}
news-withdrawn = The measurement of { $move } was cancelled: the position is as it was.
news-declined = { $offer ->
    [draw] The draw was declined.
    [undo] The undo was declined.
   *[rematch] The rematch was declined.
}

## What happened, from what the server says of it

told-move = { side }: { $move } ({ $kind }).
told-found = Measured: found on { $squares }.
told-found-nothing = Measured: nothing was found.
told-captured = Captured: { $squares }.
told-there = On { $square } now: { $piece }.
told-maybe = On { $square } now: { $piece } with { $chance }.
ended-draw = A draw.
ended-agreed = A draw by agreement.
ended-won = { side } has won.
ended-resigned = { side } has won: the other side resigned.
ended-time = { side } has won on time.

## Before a move is made

preview-measured = { $move } is measured.
preview-told = { $move }: { $told }
preview-try = Explore this outcome
preview-try-of = Explore this outcome: { $told }
preview-try-about = Nothing of it happens in the game
preview-other = Otherwise ({ $chance }): not listed.

## Notes above the moves

note-lost = Connection lost. Reconnecting …
note-polls = This page is refreshed every two seconds.
note-crowded = Many pages are open at your address: this one is refreshed every two seconds.
note-gone = This game no longer exists.
note-start = This is the start.
note-past = This is the board after { $number } { $move }.
note-now = Back to the game
note-over = { $moves ->
    [one] The game is over after one move.
   *[other] { $measurements ->
        [0] The game is over after { $moves } moves.
        [one] The game is over after { $moves } moves and one measurement.
       *[other] The game is over after { $moves } moves and { $measurements } measurements.
    }
}
note-rematch = The rematch has begun.
note-rematch-go = Go to it
rematch = Rematch

rest-failed = { $player } could not move just now, and tries again.
rest-full = { $player } has no room left for a move.
rest-full-ways = { $player } has no room left for a move. Undo, offer a draw or resign.
rest-long = { $player } moves no more: the game is as long as games may get.
rest-long-ways = { $player } moves no more: the game is as long as games may get. Offer a draw or resign.

waiting-price = { $move } will be measured by { $backend }. Nothing is sent before you agree.
waiting-price-why = { $move } will be measured by { $backend }: { $why }. Nothing is sent before you agree.
waiting-failed = The measurement of { $move } by { $backend } has failed. The position is as it was.
waiting-failed-why = The measurement of { $move } by { $backend } has failed: { $why }. The position is as it was.
waiting-state = { $state ->
    [sending] sending
    [queued] waiting in the queue
    [running] running
   *[done] done
}
waiting-place = { $before ->
    [0] waiting in the queue, next
    [one] waiting in the queue, one job before it
   *[other] waiting in the queue, { $before } jobs before it
}
waiting-measured = { $move } is measured by { $backend }: { $state }
waiting-measured-job = { $move } is measured by { $backend } (job { $job }): { $state }
waiting-seconds = { $seconds } s
waiting-minutes = { $minutes } min { $seconds } s
waiting-agree = Agree and measure
waiting-local = Measure locally
waiting-again = Try again

offer-draw = { side } offers a draw.
offer-rematch = { side } offers a rematch.
offer-undo = { $measured ->
    [yes] { $count ->
        [one] { side } asks to undo a move that measured.
       *[other] { side } asks to undo { $count } moves, with what was measured.
    }
   *[no] { $count ->
        [one] { side } asks to undo a move.
       *[other] { side } asks to undo { $count } moves.
    }
}
offer-withdraw = Withdraw
offer-accept = Accept
offer-decline = Decline

## Clocks

clock-of = { side }’s clock
clock-control = { $base } each
clock-control-increment = { $base } each, and { $increment } s more for each move
clock-left = { $left ->
    [minute] { side } has one minute left.
   *[seconds] { side } has ten seconds left.
}
clock-runs = running
clock-runs-low = running, little time
clock-low = little time
clock-measures = stopped during the measurement
clock-stopped = stopped
clock-free = the first move is free

## Who plays

player = { $kind ->
    [person] a person
    [random] the computer (random moves)
    [mcts] the computer ({ $strength } games tried per move)
    [expert] the computer ({ $strength } ms per move)
   *[other] { $name }
}
player-strength = the computer ({ strength-name })
seat-you = { side }: you
seat-other = { side }: your opponent
seat-computer = { side }: { $player }
seats-here = Both sides on this screen
seats-one = { side } against { $player }
seats-none = White: { $white }; Black: { $black }
game-about = { $seats }. { $status }

## The page of a game

game = Game
game-beside = Beside the board
game-tab-moves = Moves
game-tab-circuit = Circuit
game-tab-measured = Measurements
game-tab-game = Game
game-branch = from { $number } { $move }
game-branch-start = from the start
game-noted = { $title }, { $note }

## Measurements by devices

consent = Measure on a remote service?
consent-about = Measurements of this game are sent to { $backend }. Each is one job: it may cost money, and may wait in a queue.
consent-agree = Agree for this game
turn-title = Your move: { $title }
turn-notify = Notify me of my turn
answer-title = Answered: { $title }
answer-measured = { $move } was measured.
answer-notify = Notify me of the answer
answer-waits = { $move } is measured by { $backend }, for { $minutes } min
answer-failed = The measurement of { $move } by { $backend } has failed
answer-standing = Answered: { $status }
page-title = { $title } – Cheqqers

## Help

help = Help
help-move = To move
help-move-about = Press a piece, then its target, or drag it there.
help-split-about = To split, press the first target and drag to the second, press the icon between them, or the button “Split”.
help-keys = Keys
help-marks = What is drawn
help-learn = Learn it step by step
key-arrows = arrows
key-arrows-about = on the board: go from square to square
key-pick = Enter or Space
key-pick-about = pick the square
key-escape = Escape
key-escape-about = let go
key-type = /
key-type-about = type a move
key-undo = u
key-undo-about = undo
key-flip = f
key-flip-about = flip the board
key-travel = arrows left and right, Home, End
key-travel-about = off the board: go through the game
key-help = ?
key-help-about = this page
key-split = s
key-split-about = split: pick a piece and its targets
key-merge = m
key-merge-about = merge: pick a part, another part of the same piece, and a target
mark-ring = ring and number
mark-ring-about = how likely this part of the piece is there
mark-letter = letter
mark-letter-about = parts with the same letter are parts of one piece
mark-frame = frame
mark-frame-about = squares with the same frame are together in one circuit: they are measured together
mark-hand = hand
mark-hand-about = the phase of a part, beside that of the first part of its piece
mark-target = dot, circle
mark-target-about = where the picked piece can go, and what it can capture
mark-split = two arrows apart
mark-split-about = between two targets: split over both of them; before a target: half goes there
mark-merge = two arrows that meet
mark-merge-about = on a target: merge there with another part
mark-chain = chain
mark-chain-about = linked with two other pieces or more
mark-confirm = purple square
mark-confirm-about = press it once more { $purpose }

## Panels

facts-rules = Rules
facts-measured = Measurements
facts-clock = Clock
facts-loaded = Loaded record
facts-tag = { $name }: { $value }
facts-you = You play
facts-watch = nobody: you watch
links = Links
links-about = Whoever has a link can do what it says: keep those that play to yourself.
link-play = To play { side }
link-watch = To watch
record = Record
record-about = A record can be loaded as a custom game, and moves can be pasted there. The command goes on in a terminal.
record-keep = Download the record
record-form = As a { $form }
record-moves = Copy the moves
record-command = Copy as a command
counted = Numbers of squares instead of their names
draw = Offer a draw
resign = Resign
resign-ask = Resign?
resign-ask-about = The other side wins, and the game is over.

moves-travel = Through the game
moves-start = Start
moves-back = Back
moves-forward = Forward
moves-now = Now
moves-branch = Play on from here
moves-branch-about = In a game of its own, both sides at this screen; this one stays as it is
moves-about = Press a move, or use the arrow keys, to see the board after it. ⌁ marks a measurement.
move-told = { $number } { side }, { $move }
move-told-measured = { $number } { side }, { $move }, measured

measured-none = Nothing was measured yet.
measured-found = { $squares }: { $found } occupied
measured-found-nothing = { $squares }: nothing there
measured-by = measured by { $backend }
measured-by-job = measured by { $backend }, job { $job }
measured-shots = { $shots ->
    [one] one shot
   *[other] { $shots } shots
}
measured-accepted = { $accepted } of { $shots } shots accepted

## The start page

start = Quantum board games
start-about = Pieces are in two places at once, until a measurement decides.
start-play = Play now
start-learn = Learn in five minutes
start-games = More games
start-puzzle = Puzzle of the day
demo-pause = Pause
demo-play = Play
custom = Custom game
games-about = Against the computer, or a friend by link. Every move is a few gates of a circuit that you can see.
games-play = Play
games-play-of = Play { $game }
games-options = Options
games-options-of = Options of { $game }
games-custom = Custom game, or load a record
start-loaded = Loaded game
start-begun = new
saved = Your games
saved-remove = Remove
saved-remove-of = Remove { $title }

setup-preset = Preset
setup-preset-none = None
setup-preset-none-about = the usual settings
setup-game = Game
setup-players = Players
setup-time = Time
setup-measured = Measurements
setup-more = More
setup-moves = Moves
setup-moves-about = to be made first
setup-outcomes = Outcomes
setup-outcomes-about = of the measurements of these moves
setup-seed = Seed
setup-seed-about = of what is left to chance
setup-seed-new = a new one
setup-play = Play
setup-where = Where
setup-where-screen = On this screen
setup-where-screen-about = you play both sides by turns
setup-where-link = By link, I play { side }
setup-where-link-about = a friend gets a link for the other side
setup-backend = Backend
setup-backend-remote = { $name } (remote)
setup-backend-about = Each measurement is one job: it may cost money and may wait in a queue, and nothing is sent before you agree. The game can be left and found again meanwhile.

control-usual = as the game has it
control-least-off = { $about }: { $least } or more, or off
control-range-off = { $about }: { $least } to { $most }, or off
control-word = { $word ->
    [true] on
    [false] off
   *[other] { $word }
}
clock = Clock
clock-none = No clock
clock-preset = { $minutes } min + { $seconds } s a move
clock-other = Another one …
clock-own = Minutes + seconds
clock-own-about = minutes for the game, and seconds that each move adds
clock-own-title = minutes for the game, and seconds for each move, as 20+10
clock-own-wrong = From one second up to 180 minutes, and up to 180 seconds a move
strength = Strength
strength-name = { $strength ->
    [beginner] Beginner
    [easy] Easy
    [medium] Medium
    [strong] Strong
   *[strongest] Strongest
}
strength-about = { $strength ->
    [beginner] moves at random
    [easy] sees what is at hand
    [medium] tries many games before each move
    [strong] looks ahead for a fifth of a second
   *[strongest] looks ahead for two seconds
}
computer = Computer
computer-other = Computer, by number
player-option = { $kind ->
    [person] A person
    [mcts] Tree search, games per move
    [expert] Expert, time per move
   *[other] { $name }
}
load = Load a game
load-about = It goes on where its record stands, with the players chosen above. One that is over can be walked through, and played on from any move.
load-file = File
load-large = { $name } is larger than 4 MiB: is it one game?
load-empty = Choose a file, or paste a record.
load-record-about = as downloaded from a game, or of selfplay --trace; one game
load-record-about-forms = as downloaded from a game, or of selfplay --trace, or a { $forms }; one game
load-go = Load

## Setting up a position

editor = Set up a position
editor-piece = Piece
editor-turn = Turn
editor-to-move = { side } to move
editor-empty = Empty
editor-empty-board = Empty board
editor-usual = Usual start
editor-position = Position
editor-position-about = the same as text; nothing for the usual start
editor-uncertain = Uncertain pieces are not shown here, but can be played from.
editor-stale = The board does not show what the text says: clear the text, or begin by a button below.
editor-emptied = { $square } is empty.
editor-put = { $square }: { $piece }.
editor-left-out = { $count ->
    [one] One piece had no place on this board and is left out.
   *[other] { $count } pieces had no place on this board and are left out.
}

## What went wrong

error-unreachable = The server can’t be reached. Is the connection up?
error-status = The server answered { $status }.
error-wait = { $message }; try again in { $seconds } s

## Lessons

learn = Learn
learn-lessons = Lessons
learn-lesson = Lesson
learn-place = { $chapter }. { $at } of { $count }
learn-step = { $at }: { $title }
learn-step-done = { $at }: { $title }, done
learn-next = Next
learn-play = Play a game
learn-again = Try again
learn-other-move = That was another move.
learn-over = The game is over before the goal.
learn-circuit = The circuit of { $squares }

## Around the page

nav = Pages
nav-play = Play
nav-puzzles = Puzzles
nav-learn = Learn
nav-class = Class
nav-manual = Manual
skip = To the content
language = Language

## Analysis. Scores are in per cent of a game: 100 % is won, 50 % is drawn.

analysis = Analysis
analysis-later = When the game is over it can be analysed here: who stood better, which moves were mistakes, and how lucky each measurement was.
analysis-about = The computer looks at every position: who stood better, what would have been best, and how lucky each measurement was.
analysis-start = Analyse the game
analysis-continue = Go on with the analysis
analysis-progress = { $done } of { $all } positions
analysis-graph = White’s score over the game
analysis-bar = White’s score
analysis-unknown = not computed yet
analysis-ply = { $ply ->
    [0] At the start
   *[other] After move { $ply }
}
analysis-score = Score: White { $white }, Black { $black }
analysis-marked = { $told }, { $words }
analysis-inaccuracy = inaccuracy
analysis-mistake = mistake
analysis-blunder = blunder
analysis-lucky = lucky
analysis-unlucky = unlucky
analysis-turning-points = Turning points
analysis-summary = Summary
analysis-accuracy = accuracy { $accuracy }
analysis-inaccuracies = { $count ->
    [one] one inaccuracy
   *[other] { $count } inaccuracies
}
analysis-mistakes = { $count ->
    [one] one mistake
   *[other] { $count } mistakes
}
analysis-blunders = { $count ->
    [one] one blunder
   *[other] { $count } blunders
}
analysis-luck = { $measurements ->
    [0] nothing measured
    [one] luck { $luck } in one measurement
   *[other] luck { $luck } in { $measurements } measurements
}
analysis-side = { side }: { $facts }.
analysis-units = Accuracy is 100 % less what each move lost on average. Luck counts games: +1.00 turns a loss into a win. It is zero on average, whoever plays.
analysis-only = { $move } was the only legal move.
analysis-best = { $move } was the best move.
analysis-was-good = { $move } was good; { $best } was a little better.
analysis-was-inaccuracy = { $move } was an inaccuracy: { $best } was better by { $loss }.
analysis-was-mistake = { $move } was a mistake: { $best } was better by { $loss }.
analysis-was-blunder = { $move } was a blunder: { $best } was better by { $loss }.
analysis-try = Try { $move }
analysis-line = Best from here: { $line }
analysis-play-out = Play it out
analysis-play-out-line = Play it out: { $line }
analysis-lucky-by = { side } expected { $expected } and got { $came }: lucky, { $luck }.
analysis-unlucky-by = { side } expected { $expected } and got { $came }: unlucky, { $luck }.
analysis-even-by = { side } expected { $expected } and got { $came }: luck { $luck }.
analysis-outcomes = Outcomes of { $move }
analysis-outcome-score = { side }’s score: { $score }
analysis-came = came so
analysis-explore = Explore
analysis-explore-outcome = Explore this outcome: { $outcome }

## What if

explore = What if
explore-about = Nothing you try here happens in the game. Every piece can be moved; arrow keys go along the line.
explore-back = Back to the game
explore-play-on = Play on from here
explore-game = The game: { $words }
explore-variations = Variations
explore-start = Start
explore-main = as played

## Classes

class = Class
class-join = Join a class
class-join-now = Join
class-code = Code
class-code-about = Your teacher reads it out or shows it: six letters and digits.
class-nickname = Nickname
class-nickname-about = The others in the class see it. Don't use your full name.
class-unknown = No class has this code. Is it spelt correctly?
class-shut = The teacher lets nobody in just now.
class-over = The lesson has ended.
class-gone = This class no longer exists.
class-removed = You are no longer in this class.
class-go-on = Go on as { $name }
class-teachers = For teachers
class-teachers-about = Start a class, show its code, and pair your pupils. Nobody needs an account. A class is kept for two weeks.
class-title = Name of the class
class-title-about = Pupils see it. It may be empty.
class-start = Start a class

class-hello = Hello, { $name }!
class-waiting = Waiting for a game. You get to the board by yourself as soon as your teacher begins one.
class-here = { $count ->
    [one] 1 pupil is here.
   *[other] { $count } pupils are here.
}
class-last = { $result ->
    [won] You won your last game, against { $name }.
    [lost] You lost your last game, against { $name }.
    [draw] Your last game, against { $name }, was a draw.
   *[stopped] The teacher ended your last game, against { $name }.
}
class-last-look = Look at it again
class-next = The game is over. The next one begins by itself.
class-back = Back to the class

class-heading = { $title }, round { $round }
class-invite = To join: { $address }
class-copy = Copy link
class-qr = Show QR code
class-qr-alt = QR code of the class
class-door = Pupils may join
class-plan = Next games
class-game = Game
class-strength = Computer
class-odd = Whoever has no partner
class-odd-computer = plays the computer
class-odd-wait = waits
class-pair = Pair everyone
class-computer = Everyone against the computer
class-stop = End the round
class-stop-one = End this game
class-end = End the lesson
class-end-ask = End the lesson?
class-end-about = All games end, and nobody can join any more. The games can still be looked at.
class-pupils = { $count ->
    [one] 1 pupil
   *[other] { $count } pupils
}
class-pupils-none = Nobody has joined yet.
class-pick = Pick two pupils to pair them.
class-pick-other = Who plays against { $name }?
class-stands = { $stands ->
    [plays] plays
    [here] free
   *[away] away
}
class-more = More about { $name }
class-rename = Rename
class-remove = Remove from the class
class-boards = Boards
class-boards-none = No game has begun in this round.
class-board = { $status } Moves: { $plies }, measurements: { $measured }
class-games = All games of this lesson
class-games-white = White
class-games-black = Black
class-games-result = Result
class-games-plies = Moves
class-games-measured = Measurements
class-result = { $outcome ->
    [white_won] White won.
    [black_won] Black won.
    [draw] A draw.
    [stopped] Ended by the teacher.
   *[in_progress] In progress.
}

## Circuit

circuit-none = As soon as a move leaves a piece uncertain, as by a split, its circuit is drawn here.
circuit-certain = { $square } is certain: it is in no circuit.
circuit-lesson = Learn how a piece splits
circuit-components = Squares together in one circuit
circuit-encoding = Encoding
circuit-encoding-minimal = Minimal encoding
circuit-encoding-paper = The paper’s encoding
circuit-format = Format
circuit-format-qasm3 = OpenQASM 3
circuit-format-qasm2 = OpenQASM 2
circuit-format-braket = Amazon Braket
circuit-format-ionq = IonQ
circuit-format-ibm = IBM
circuit-format-quirk = Quirk (JSON)
circuit-format-quirk-url = Quirk (address)
circuit-format-json = JSON
circuit-format-svg = SVG
circuit-format-latex = LaTeX
circuit-format-text = Text
circuit-download = Download
circuit-quirk = Open in Quirk
circuit-quirk-json = Copy as JSON for Quirk
circuit-quirk-long = The circuit is too long for an address: copy it, and paste it into Quirk.
circuit-quirk-small = Quirk has 16 wires, and this circuit has { $qubits } qubits: take another format.
circuit-expand = Full screen
circuit-about = { $size ->
    [one] { $squares } in a circuit of its own
    [few] { $squares } together in one circuit
   *[many] { $count } squares together in one circuit
}: { $qubits } { $qubits ->
    [one] qubit
   *[other] qubits
}, { $gates } { $gates ->
    [one] gate
   *[other] gates
}, { $two } on two qubits, depth { $depth }
circuit-drawing = Circuit of { $squares }: { $gates } { $gates ->
    [one] gate
   *[other] gates
}
circuit-moves = Moves that made it
circuit-prepared = Set up
circuit-earlier = before: { $squares }
circuit-on = on
circuit-ones = How likely each wire is on
circuit-wire = on with { $share }
# A gate of the drawing: "Gate 2 of 5: CX, control c3 and target d4".
circuit-gate = Gate { $at } of { $all }: { $gate }, { $on }
circuit-gate-of-move = Gate { $at } of { $all }: { $gate }, { $on }; of { $turn } { $move }
circuit-control = control { $square }
circuit-target = target { $square }
circuit-stepper = Through the circuit
circuit-step = State after so many gates
circuit-step-back = One gate back
circuit-step-on = One gate on
circuit-after = After { $gates } of { $all } gates
circuit-whole = This is the end of the circuit. Go back to see the states on the way.
circuit-large = This circuit is too large to be gone through gate by gate.
circuit-outcomes = What a measurement would find
circuit-outcomes-about = Each row is an outcome; point at it to see it on the board. The first bit is that of { $square }. The radius of a disc is the amplitude’s modulus, its hand the phase; the likeliest one counts as real.
circuit-state = State after { $gates } of { $all } gates
circuit-state-about = The first bit is that of { $square }. The radius of a disc is the amplitude’s modulus, its hand the phase; the likeliest one counts as real.
circuit-amplitude = Amplitude
circuit-occupied = Occupied
# Where a qubit tells the type of a piece: the squares whose qubits read 1.
circuit-read = Reads 1
circuit-probability = Probability
circuit-phase = phase { $degrees } degrees
circuit-nothing = none
circuit-untold = { $count } { $count ->
    [one] more is
   *[other] more are
} not listed, { $share } together.

## Sharing

share-open = Share
share-title = Share
share-what = What
share-position = This position
share-position-about = { $ply ->
    [0] the start, as it is now
    [one] after the first move, as it is now
   *[other] after { $ply } moves, as it is now
}
share-game = The whole game
share-game-about = { $plies ->
    [0] no move has been made yet
    [one] its only move, to be walked through
   *[other] its { $plies } moves, to be walked through
}
share-watch = The game as it goes on
share-watch-about = a link to watch; nobody can move with it
share-link = Link
share-copy = Copy link
share-send = Share …
share-picture = Picture
share-picture-alt = { $ply ->
    [0] The board at the start
   *[other] The board after move { $ply }
}
share-download = Download { $format }
share-embed = Show it on another page
share-code = Code for that page
share-copy-code = Copy code
share-embed-about = It is shown on sites that this server allows (cheqqers serve --allow-embed).

## Studies

study-copy = Copy link
study-share = Share
study-download = Download the record
study-write = Write comments
study-title = Title
study-comment = { $ply ->
    [0] Comment on the start
   *[other] Comment on the position after move { $ply }
}
study-comment-about = Go through the game and comment wherever you like. It is saved under a new link; this page stays as it is.
study-save = Save as a new link
study-none = There is no such study
study-none-about = This link is incomplete, or leads to another server.

## Boards on other pages

embed-ply = { $ply } / { $plies }
embed-open = Open in Cheqqers

## Invitations

invite-title = Invite the other side
invite-about = Send this link to whoever is to play { side }. Only one person should have it: whoever has it can move.
invite-link = Link to play { side }
invite-text = Play { $title } with me
invite-qr = QR code of the link
invite-waits = Waiting for the other side. The game opens by itself when they have come.
invite-board = Go to the board
invite-joined = { side } has joined: the game begins.
seeded-title = The other side may know every outcome
seeded-about = This game was begun with a fixed seed. Whoever chose it can foresee every measurement.
seeded-play = Play anyway
seeded-leave = Leave

## Puzzles

puzzle = Puzzle
puzzles = Puzzles
puzzles-about = Positions from games between players, in which one move is worth clearly more than every other: each was searched with all outcomes of every measurement.
puzzles-daily = Puzzle of the day
puzzles-daily-done = Puzzle of the day: solved
puzzles-streak = { $days ->
    [one] Solved today or yesterday.
   *[other] Solved { $days } days in a row.
}
puzzles-choose = Choose puzzles
puzzles-game = Game
puzzles-grade = Grade
puzzles-theme = Theme or kind of move
puzzles-any = Any
puzzles-count = { $name } ({ $count })
puzzles-solved = { $solved } of { $count } solved.
puzzles-begin = Start
puzzles-continue = Go on
puzzles-none = There are no such puzzles. Choose another grade, game or theme.
puzzles-all-solved = All of these are solved.
puzzles-again = Solve them again
puzzles-list = All puzzles
puzzles-one = { $number }: { $game }, { $grade }
puzzles-one-done = { $name }, solved
puzzle-task = { $side ->
    [white] White
   *[black] Black
} to move: find the best move.
puzzle-daily = Puzzle of the day
puzzle-moves = { $moves ->
    [one] One move to find.
   *[other] { $moves } moves to find.
}
puzzle-wrong = { $move } is worth { $score }; there is a move worth { $best }. Try again.
puzzle-right = Right: { $move } is worth { $best }, every other move at most { $second }. What next?
puzzle-solved = Solved: { $move } is worth { $best }, every other move at most { $second }.
puzzle-solution = The move is { $move }: it is worth { $best }, every other move at most { $second }.
puzzle-chance = What it measured here comes with a probability of { $chance }.
puzzle-helped = Not counted as solved, as you had help.
puzzle-found = Found by { $weak } of the weak, { $middling } of the medium and { $strong } of the strong computer players.
puzzle-worth = A move is worth the share of a win that can be expected from it; a draw counts half.
puzzle-about = About this puzzle
puzzle-hint = Hint
puzzle-hint-from = It is a move of this kind: { $kind }, from { $squares }.
puzzle-hint-kind = It is a move of this kind: { $kind }.
puzzle-show = Show the solution
puzzle-next = Next puzzle
puzzle-all = All puzzles
puzzle-play = Play on from here

grade-easy = Easy
grade-medium = Medium
grade-hard = Hard
theme-win = Certain win
theme-defence = Only defence
theme-superposition = Superposition
theme-interference = Interference
theme-entanglement = Entanglement
theme-measurement = Measurement
theme-certainty = Measurement avoided
theme-quantum-target = Uncertain piece attacked
theme-sacrifice = Sacrifice
theme-line = Several moves
