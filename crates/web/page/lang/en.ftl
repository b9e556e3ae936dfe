### The words of the page in English. `{ $name }` is filled in by the page; see https://projectfluent.org for the syntax.
### A catalogue in another language is one more file beside this one, with the same messages.

language-name = English

## Pages

page-loading = Loading…
page-nothing = Page not found
page-nothing-about = This address is incomplete or misspelled.
page-no-game = Game not found
page-no-game-about = This link is incomplete, or the game has been deleted.
page-wrong = Something went wrong
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
copy-link = Copy link
copy = Copy
copied = Copied
copy-refused = Copying is not allowed here
again = Try again
share = Share
play-on = New game from here
sentence = { $text }.

## The board

board = Board
board-and-moves = Board and moves

status-yours = Your move.
status-yours-must = Your move: you must capture.
status-turn = { side } to move.
status-turn-must = { side } to move, and must capture.
status-thinks = { $player } is thinking…

told-wait = { side } moves first.
must-capture = You must capture: { $captures }.
must-capture-more = You must capture: { $captures }, or make another capture.
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
half-together = there together with { $squares }
half-negative = opposite sign
half-colour = { $colour ->
    [red] red half
   *[blue] blue half
}
taken = Captured by { $side ->
    [white] White
   *[black] Black
}: { $pieces }
taken-none = Captured by { $side ->
    [white] White
   *[black] Black
}: none
square-picked = selected
square-last = last move
square-source = can move
square-partner = can merge with the selected part
square-target = legal target
square-capture = capture
square-confirm = press again to confirm

## Choosing a move

choose-which = Which move?
choose-which-about = More than one move goes to { $square }.
choose-out-of-reach = { $square } is out of reach. Selection cleared.
choose-confirm = Press { $to } again { $purpose }, or { $from } to cancel.
choose-no-split = Nothing can be split now.
choose-no-merge = Nothing can be merged now.
choose-not-over = { $from } can’t be split over { $first } and { $second }.

## Below the board

tools = Moves and board
tool-split = Split
tool-merge = Merge
tool-undo = Undo
tool-undo-agreed = Your opponent must agree
tool-undo-measured = Undoes a measurement
tool-undo-measured-agreed = Undoes a measurement: your opponent must agree
tool-undo-nothing = There is nothing to undo.
tool-redo = Redo
tool-redo-about = Redo { $move }, with the same outcome
tool-numbers = Numbers
tool-numbers-about = Show the probability of each piece
tool-flip = Flip
tool-sound = Sound
tool-help = Help
tool-move = Move
tool-play = Play

hint-begin = Select a piece to see where it can go.
hint-split = Split: select a piece, then two targets.
hint-split-half = Split: select a piece, then where half of it goes.
hint-split-from = Split { $from }: select two targets.
hint-split-half-from = Split { $from }: select where half of it goes.
hint-split-second = Split { $from } over { $first } and …: select the second target.
hint-merge = Merge: select a part, then another part.
hint-merge-from = Merge { $from } with …: select a highlighted part.
hint-merge-both = Merge { $from } and { $with }: select the target. Press { $with } again to move it alone.
hint-confirm = { $from }: select a target, then press it again { $purpose }.
hint-to-split = { $from }: select a target, or the arrows between two to split.
hint-to-half = { $from }: select a target, or the arrows before one to send half there.
hint-to-merge = { $from }: select a target, or a highlighted part to merge with.
hint-to-split-merge = { $from }: select a target, the arrows between two to split, or a highlighted part to merge with.
hint-to-half-merge = { $from }: select a target, the arrows before one to send half there, or a highlighted part to merge with.
hint-to-many = { $from }: select a target, or press “Split” for two targets.
hint-to-many-merge = { $from }: select a target, press “Split” for two targets, or select a highlighted part to merge with.

## What is new in a game

news-ply = { side }: { $move }.
news-undone = { $count ->
    [one] One move was undone.
   *[other] { $count } moves were undone.
}
news-withdrawn = The measurement of { $move } was cancelled; the position is unchanged.
news-declined = { $offer ->
    [draw] The draw was declined.
    [undo] The undo was declined.
   *[rematch] The rematch was declined.
}

## What would come of a move, beside its probability

foreseen-absent = Not found on { $squares }.
foreseen-found = Found on { $squares }.
foreseen-found-many = Of { $all } other pieces { $found } are there.
foreseen-nothing = Nothing is found.
foreseen-missed = Nothing is captured.
foreseen-done = { $done ->
    [yes] It succeeds.
   *[no] It fails.
}
foreseen-entangled = Nothing is measured: the pieces become entangled.
foreseen-now = Then on { $places }.
foreseen-there = Then { $piece ->
    [unknown] an unknown piece
   *[known] a { $piece }
} is on { $square }.
foreseen-maybe = Then { $piece ->
    [unknown] an unknown piece
   *[known] a { $piece }
} is on { $square } with { $chance }.
foreseen-captured = Captured: { $squares }.
foreseen-promoted = On { $square } it becomes: { $piece }.
foreseen-place = { $square } ({ $chance })

## How a game stands

standing-chain = { $yours ->
    [yes] Your move: go on capturing with the piece on { $square }.
   *[no] { side } must go on capturing with the piece on { $square }.
}
standing-may-go-on = { $yours ->
    [yes] Your move: go on capturing with the piece on { $square }, or pass.
   *[no] { side } may go on capturing with the piece on { $square }, or pass.
}
standing-must-move = { $yours ->
    [yes] Your move: move the piece on { $square }.
   *[no] { side } must move the piece on { $square }.
}
standing-must-promote = { $yours ->
    [yes] Your move: promote the pawn on { $square }.
   *[no] { side } must promote the pawn on { $square }.
}
standing-deal = The types are to be dealt.
standing-check = Check.
standing-draw-near-captures = { $count ->
    [one] A draw after this turn, unless something is captured.
   *[other] A draw in { $count } turns, unless something is captured.
}
standing-draw-near-kings = { $count ->
    [one] A draw after this turn, unless something is captured or a man moves.
   *[other] A draw in { $count } turns, unless something is captured or a man moves.
}
standing-draw-near-lone-king = { $count ->
    [one] A draw after this turn if it stays a king alone.
   *[other] A draw in { $count } turns if it stays a king alone.
}
standing-draw-near-leaving = { $count ->
    [one] A draw after this turn, unless something leaves the board.
   *[other] A draw in { $count } turns, unless something leaves the board.
}
standing-draw-near-progress = { $count ->
    [one] A draw after this turn, unless something is captured or a pawn moves.
   *[other] A draw in { $count } turns, unless something is captured or a pawn moves.
}
ended = { $result ->
    [won] You won.
    [lost] You lost.
    [white] White has won.
    [black] Black has won.
   *[draw] A draw.
}
ended-agreed = Both sides agreed.
ended-stopped = { $yours ->
    [yes] Your teacher ended the round.
   *[no] The teacher ended the round.
}
ended-resigned = { side } resigned.
ended-time = { side } ran out of time.
ended-forfeited = { side } forfeited the game.
ended-no-pieces = { side } has no pieces left.
ended-no-move = { side } can’t move.
ended-no-captures = { $count } turns without a capture.
ended-repetition = The same position for the third time.
ended-kings-alone = { $count } turns of kings alone.
ended-lone-king = The lone king has held out for { $count } turns.
ended-none-left = No piece is left.
ended-nothing-left = Nothing left the board for { $count } turns.
ended-last-attempt = No piece is left, and { side } did not try the last capture.
ended-mated = Checkmate.
ended-stalemate = { side } has no legal move and is not in check.
ended-only-kings = Only the kings are left.
ended-no-progress = { $count } turns without a capture or a pawn’s move.
ended-king-captured = The king of { side } is captured.

## Before a move is made

preview-if = If { $move } is played:
preview-sure = If { $move } is played: { $told }
preview-again = { $move } has the same outcome as before it was undone: { $told }
preview-try = Explore
preview-try-of = Explore this outcome: { $told }
preview-try-about = The game itself is not affected
preview-other = Other outcomes: { $chance }.

## Notes above the moves

note-lost = Connection lost. Reconnecting…
note-polls = This page is refreshed every two seconds.
note-crowded = Many pages are open at your address, so this one is refreshed every two seconds.
note-gone = This game no longer exists.
note-start = Starting position.
note-past = Position after { $number } { $move }.
note-now = { $over ->
    [yes] Back to the final position
   *[no] Back to the current position
}
note-over = { $measurements ->
    [0] { $moves ->
        [one] One move.
       *[other] { $moves } moves.
    }
    [one] { $moves ->
        [one] One move and one measurement.
       *[other] { $moves } moves and one measurement.
    }
   *[other] { $moves ->
        [one] One move and { $measurements } measurements.
       *[other] { $moves } moves and { $measurements } measurements.
    }
}
note-rematch = The rematch has started.
note-rematch-go = Open rematch
rematch = Rematch

rest-failed = { $player } could not move, and is trying again.
rest-full = The position has become too complex for { $player } to move.
rest-full-ways = The position has become too complex for { $player } to move. Undo, offer a draw or resign.
rest-long = { $player } has stopped: the game has reached its maximum length.
rest-long-ways = { $player } has stopped: the game has reached its maximum length. Offer a draw or resign.

waiting-price = { $move } will be measured by { $backend }. Nothing is sent before you agree.
waiting-price-why = { $move } will be measured by { $backend }: { $why }. Nothing is sent before you agree.
waiting-failed = The measurement of { $move } by { $backend } failed. The position is unchanged.
waiting-failed-why = The measurement of { $move } by { $backend } failed: { $why }. The position is unchanged.
waiting-state = { $state ->
    [sending] sending
    [queued] queued
    [running] running
   *[done] done
}
waiting-place = { $before ->
    [0] queued, next
    [one] queued, one job ahead
   *[other] queued, { $before } jobs ahead
}
waiting-measured = { $backend } is measuring { $move }: { $state }
waiting-measured-job = { $backend } is measuring { $move } (job { $job }): { $state }
waiting-pool = { $backend } is measuring common circuits first, then { $move }: { $state }
waiting-pool-job = { $backend } is measuring common circuits first, then { $move } (job { $job }): { $state }
waiting-seconds = { $seconds } s
waiting-minutes = { $minutes } min { $seconds } s
waiting-agree = Agree and measure
waiting-local = Use the local simulator

offer-draw = { $yours ->
    [yes] You offer a draw.
   *[no] { side } offers a draw.
}
offer-rematch = { $yours ->
    [yes] You offer a rematch.
   *[no] { side } offers a rematch.
}
offer-undo = { $measured ->
    [yes] { $yours ->
        [yes] { $count ->
            [one] You ask to undo a move and its measurement.
           *[other] You ask to undo { $count } moves and their measurements.
        }
       *[no] { $count ->
            [one] { side } asks to undo a move and its measurement.
           *[other] { side } asks to undo { $count } moves and their measurements.
        }
    }
   *[no] { $yours ->
        [yes] { $count ->
            [one] You ask to undo a move.
           *[other] You ask to undo { $count } moves.
        }
       *[no] { $count ->
            [one] { side } asks to undo a move.
           *[other] { side } asks to undo { $count } moves.
        }
    }
}
offer-withdraw = Withdraw
offer-accept = Accept
offer-decline = Decline

## Clocks

clock-of = { side }’s clock
clock-control = { $base } per side
clock-control-increment = { $base } per side + { $increment } s per move
clock-left = { $left ->
    [minute] { side } has one minute left.
   *[seconds] { side } has ten seconds left.
}
clock-runs = running
clock-runs-low = running, low on time
clock-low = low on time
clock-measures = paused for the measurement
clock-stopped = paused
clock-free = starts after the first move

## Who plays

player = { $kind ->
    [person] a person
    [random] the computer (random moves)
    [mcts] the computer ({ $strength } simulated games per move)
    [expert] the computer ({ $strength } ms per move)
   *[other] { $name }
}
player-strength = the computer ({ strength-name })
seat-you = { side }: you
seat-other = { side }: your opponent
seat-computer = { side }: { $player }
seat-named-you = { $side }: { $player } (you)
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
game-has = { $merges ->
    [yes] splits and merges
   *[no] splits, no merges
}

## Measurements by devices

consent = Measure on a remote service?
consent-about = Measurements are sent to { $backend } as separate jobs. A job may cost money and may have to queue.
consent-agree = Agree for this game
turn-title = Your move: { $title }
turn-notify = Notify me of my turn
answer-title = Result: { $title }
answer-measured = { $move } was measured.
answer-notify = Notify me when the result arrives
answer-waits = { $backend } has been measuring { $move } for { $minutes } min
answer-failed = The measurement of { $move } by { $backend } failed
answer-standing = Result: { $status }
page-title = { $title } – Cheqqers

## Help

help = Help
help-move = To move
help-move-about = Select a piece, then its target, or drag it there.
help-split-about = To split, press the first target and drag to the second, press the arrows between them, or press “Split”.
help-merge-about = To merge, press a part, then another part that is lit, then the square where they meet; or the icon on that square, or the button “Merge”.
help-later-merge = Merging comes with { $setting } { $choice }.
help-later-begin = Begin such a game
help-keys = Keys
help-marks = Symbols on the board
help-learn = Learn step by step
key-arrows = arrows
key-arrows-about = on the board: move from square to square
key-pick = Enter or Space
key-pick-about = select the square
key-escape = Escape
key-escape-about = clear the selection
key-type = /
key-type-about = type a move
key-undo = u
key-undo-about = undo
key-flip = f
key-flip-about = flip the board
key-travel = arrows left and right, Home, End
key-travel-about = off the board: browse the game
key-help = ?
key-help-about = this help
key-split = s
key-split-about = split: select a piece and its targets
key-merge = m
key-merge-about = merge: select a part, another part, and a target
mark-ring = ring and number
mark-ring-about = probability of this part of the piece
mark-letter = letter
mark-letter-about = letter at the upper right: parts with the same letter belong together
mark-frame = frame
mark-frame-about = squares with the same frame share one circuit and are measured together
mark-hand = hand
mark-hand-about = the phase relative to the first part of the piece
mark-target = green dot
mark-target-about = the selected piece can go there
mark-capture = red dashed ring
mark-capture-about = the selected piece can capture and land there
mark-foreseen = purple ring with an arrow
mark-foreseen-about = probability of the piece being there after the move
mark-found = green ring
mark-found-about = just measured: found there
mark-missed = cross
mark-missed-about = just measured: not there
mark-split = diverging arrows
mark-split-about = between two targets: split over both of them; before a target: half goes there
mark-merge = converging arrows
mark-merge-about = on a target: merge there with another part
mark-chain = chain
mark-chain-about = entangled with two or more other pieces
mark-confirm = purple square
mark-confirm-about = press it again { $purpose }

## Panels

facts-rules = Rule set
facts-measured = Measurements
facts-fallback = The device failed: simulated here since
facts-clock = Clock
facts-loaded = Loaded record
facts-tag = { $name }: { $value }
facts-you = You play
facts-watch = no side (watching)
links = Links
links-about = Anyone with a link can use it. Keep links for playing private.
link-play = Play as { side }
link-watch = Watch
record = Record
record-about = Load a record or paste moves under Custom game. The command continues in a terminal.
record-keep = Download record
record-form = As a { $form }
record-moves = Copy moves
record-command = Copy command
counted = Number the squares
draw = Offer a draw
resign = Resign
resign-ask = Resign?
resign-ask-about = The other side wins, and the game ends.

moves-travel = Browse the game
moves-start = Start
moves-back = Back
moves-forward = Forward
moves-now = Now
play-on-about = Starts a separate game on this screen; this one does not change
play-on-ask = Start a separate game?
play-on-ask-about = It begins at the position shown, and both sides are moved on this screen. You find this game again under “{ saved }”.
play-on-go = Start a separate game
moves-about = Press a move to see the position after it. ⌁ marks a measurement, ✗ a move that failed.
moves-keys = Arrow keys go through the moves.
move-told = { $number } { side }, { $move }
move-told-measured = { $number } { side }, { $move }, measured
move-told-missed = { $number } { side }, { $move }, measured, failed

measured-count = { $count ->
    [0] No measurements yet.
    [one] One measurement.
   *[other] { $count } measurements.
}
measured-found = { $squares }: { $found } occupied ({ $chance }).
measured-found-nothing = { $squares }: nothing there ({ $chance }).
measured-by = { $backend ->
    [forced] Chosen beforehand.
    [local] Simulated here.
   *[other] Measured by { $backend }.
}
measured-by-job = Measured by { $backend }, job { $job }.
measured-shots = { $shots ->
    [one] one shot
   *[other] { $shots } shots
}
measured-accepted = { $accepted } of { $shots } shots accepted

## The start page

start = Quantum checkers
start-about = Pieces are in two places at once, until a measurement decides.
start-play = Play now
start-friend = Play with a friend
start-learn = Learn in five minutes
start-games = More games
demo-pause = Pause
demo-play = Play
custom = Custom game
games-about = Against the computer, or a friend by link. Every move adds a few gates to a circuit you can see.
games-play = Play
games-play-of = Play { $game }
games-friend-of = Play with a friend: { $game }
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
setup-preset-none-about = the default settings
setup-game = Game
setup-players = Players
setup-time = Time
setup-more = Advanced
setup-moves = Moves
setup-moves-about = played before the game starts
setup-outcomes = Outcomes
setup-outcomes-about = of the measurements in these moves
setup-seed = Seed
setup-seed-about = for everything left to chance
setup-seed-new = random
setup-play = Play
setup-where = Where
setup-where-screen = On this screen
setup-where-screen-about = you play both sides in turn
setup-where-link = By link, I play { side }
setup-where-link-about = a friend gets a link for the other side
setup-backend = Measurements
setup-backend-name = { $name ->
    [local] Simulated here
   *[other] { $name }
}
setup-backend-remote = { $name } (remote)
setup-backend-about = Each measurement is a separate job. It may cost money and may have to queue; nothing is sent before you agree. You can leave the game meanwhile and come back to it.
setup-pool = Measured in advance
setup-pool-none = Nothing
setup-pool-common = The most common circuits
setup-pool-about = in up to four jobs that the first measurement waits for; most later ones need no job, and moves that measure can’t be undone
setup-fallback = If it fails
setup-fallback-none = You choose what to do
setup-fallback-local = Simulated here from then on
setup-fallback-about = when a job certainly has no answer

control-usual = default
control-least-off = { $about }: { $least } or more, or off
control-range-off = { $about }: { $least } to { $most }, or off
control-word = { $word ->
    [true] on
    [false] off
   *[other] { $word }
}
clock = Clock
clock-none = No clock
clock-preset = { $minutes } min + { $seconds } s per move
clock-other = Custom…
clock-own = Minutes + seconds
clock-own-about = minutes per side, and seconds added per move
clock-own-title = minutes per side and seconds per move, such as 20+10
clock-own-wrong = 1 second to 180 minutes, plus at most 180 seconds per move
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
    [easy] sees simple threats
    [medium] simulates many games before each move
    [strong] looks ahead for a fifth of a second
   *[strongest] looks ahead for two seconds
}
computer = Computer
computer-other = Computer, custom strength
player-option = { $kind ->
    [person] A person
    [mcts] Tree search, games per move
    [expert] Expert, time per move
   *[other] { $name }
}
load = Load a game
load-about = The game continues from the end of the record, with the players chosen above. A finished game can be replayed and continued from any move.
load-file = File
load-large = { $name } is larger than 4 MiB. Is it a single game?
load-empty = Choose a file, or paste a record.
load-record-about = downloaded from a game, or written by selfplay --trace; one game per file
load-record-about-forms = downloaded from a game, or written by selfplay --trace, or a { $forms }; one game per file
load-go = Load

## Setting up a position

editor = Set up a position
editor-piece = Piece
editor-turn = Side to move
editor-to-move = { side } to move
editor-empty = Empty
editor-empty-board = Empty board
editor-usual = Starting position
editor-position = Position
editor-position-about = the position as text; empty for the starting position
editor-uncertain = Pieces in superposition are not shown here, but remain in the game.
editor-stale = The board does not show the position of the text. Clear the text, or press a button below.
editor-emptied = { $square } is empty.
editor-put = { $square }: { $piece }.
editor-left-out = { $count ->
    [one] One piece did not fit on this board and was left out.
   *[other] { $count } pieces did not fit on this board and were left out.
}

## What went wrong

error-unreachable = The server can’t be reached. Check your connection.
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
learn-other-move = Not the move we are looking for.
learn-over = The game ended before you reached the goal.
learn-circuit = Circuit of { $squares }

## Around the page

nav = Main menu
nav-play = Play
nav-puzzles = Puzzles
nav-learn = Learn
nav-class = Class
nav-manual = Manual
skip = Skip to content
language = Language

## Analysis. Scores are in per cent of a game: 100 % is won, 50 % is drawn.

analysis = Analysis
analysis-later = Once the game is over you can analyse it here: who stood better, which moves were mistakes, and how lucky each measurement was.
analysis-about = The computer evaluates every position: who stood better, what the best move was, and how lucky each measurement was.
analysis-start = Analyse the game
analysis-continue = Continue the analysis
analysis-progress = { $done } of { $all } positions
analysis-graph = White’s score over the game
analysis-bar = White’s score
analysis-unknown = not computed yet
analysis-ply = { $ply ->
    [0] Starting position
   *[other] After { $name }
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
analysis-units = Accuracy is 100 % minus the average loss per move. Luck is counted in games: +1.00 turns a loss into a win. On average it is zero for everyone.
analysis-legend = ?! inaccuracy, ? mistake, ?? blunder; ▲ lucky, ▼ unlucky. A position is worth the share of a win that can be expected from it.
analysis-only = { $move } was the only legal move.
analysis-best = { $move } was the best move.
analysis-was-good = { $move } was good; { $best } was a little better.
analysis-was-inaccuracy = { $move } was an inaccuracy: { $best } was better by { $loss }.
analysis-was-mistake = { $move } was a mistake: { $best } was better by { $loss }.
analysis-was-blunder = { $move } was a blunder: { $best } was better by { $loss }.
analysis-try = Try { $move }
analysis-line = Best line: { $line }
analysis-play-out = Play through
analysis-play-out-line = Play through: { $line }
analysis-lucky-by = { side } expected { $expected } and got { $came }: lucky, { $luck }.
analysis-unlucky-by = { side } expected { $expected } and got { $came }: unlucky, { $luck }.
analysis-even-by = { side } expected { $expected } and got { $came }: luck { $luck }.
analysis-outcomes = Outcomes of { $move }
analysis-outcome-score = { side }’s score: { $score }
analysis-came = actual outcome
analysis-chosen = tried here
analysis-explore = Explore
analysis-explore-outcome = Explore this outcome: { $outcome }
analysis-solved = Solved board: White’s exact score after each move

## What if

explore = What if
explore-about = Nothing you try here affects the game. You can move both sides.
explore-back = Back to the game
explore-game = The game: { $words }
explore-variations = Variations
explore-start = Start
explore-main = as played

## Classes

class = Class
class-join = Join a class
class-join-now = Join
class-code = Code
class-code-about = Six letters and digits, from your teacher.
class-nickname = Nickname
class-nickname-about = The others in the class see it. Don’t use your full name.
class-unknown = No class has this code. Check the spelling.
class-shut = Joining is closed at the moment.
class-over = The class has ended.
class-gone = This class no longer exists.
class-removed = You are no longer in this class.
class-go-on = Continue as { $name }
class-teachers = For teachers
class-teachers-about = Start a class, show its code, and pair your pupils. Nobody needs an account. A class is kept for two weeks.
class-title = Name of the class
class-title-about = Optional. Pupils see it.
class-start = Start a class

class-hello = Hello, { $name }!
class-waiting = Waiting for a game. The board opens automatically when your teacher starts one.
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
class-next = The game is over. The next one opens automatically.
class-back = Back to the class

class-heading = { $title }, round { $round }
class-invite = To join: { $address }
class-qr = Show QR code
class-qr-alt = QR code of the class
class-door = Allow pupils to join
class-plan = Next games
class-game = Game
class-strength = Computer
class-odd = Pupil without a partner
class-odd-computer = plays the computer
class-odd-wait = sits out
class-pair = Pair everyone
class-computer = Everyone against the computer
class-stop = End the round
class-stop-one = End this game
class-stop-ask = End the round?
class-stop-about = { $count ->
    [one] One game is under way. It ends at once and counts as a draw.
   *[other] { $count } games are under way. They end at once and count as draws.
}
class-end = End the class
class-end-ask = End the class?
class-end-about = All games end, and nobody can join any more. The games can still be viewed.
class-pupils = { $count ->
    [one] 1 pupil
   *[other] { $count } pupils
}
class-pupils-none = Nobody has joined yet.
class-pick = Select two pupils to pair them.
class-pick-other = Who plays against { $name }?
class-stands = { $stands ->
    [plays] plays
    [here] free
   *[away] away
}
class-more = Options for { $name }
class-rename = Rename
class-remove = Remove from the class
class-boards = Boards
class-boards-none = No games in this round yet.
class-board = { $status } Moves: { $plies }, measurements: { $measured }
class-games = All games of this class
class-games-white = White
class-games-black = Black
class-games-result = Result
class-games-plies = Moves
class-games-measured = Measurements
class-result = { $outcome ->
    [white_won] White wins.
    [black_won] Black wins.
    [draw] Draw.
    [stopped] Ended by the teacher.
   *[in_progress] In progress.
}

## Circuit

circuit-none = Once a move puts a piece in superposition, its circuit appears here.
circuit-ended = { $squares }, before { $name }
circuit-before = { $measured ->
    [yes] As it was before { $name } measured it.
   *[no] As it was before { $name } merged parts of it.
}
circuit-certain = { $square } is classical and has no circuit.
circuit-lesson = Learn how a piece splits
circuit-components = Component
circuit-encoding = Encoding
circuit-encoding-about = Minimal: only as many qubits as there are squares where a piece may be. The paper’s: as the paper draws it.
circuit-encoding-minimal = Minimal encoding
circuit-encoding-paper = Encoding of the paper
circuit-format = Format
circuit-format-qasm3 = OpenQASM 3
circuit-format-qasm2 = OpenQASM 2
circuit-format-braket = Amazon Braket
circuit-format-ionq = IonQ
circuit-format-ibm = IBM
circuit-format-quirk = Quirk (JSON)
circuit-format-quirk-url = Quirk (link)
circuit-format-json = JSON
circuit-format-svg = SVG
circuit-format-latex = LaTeX
circuit-format-text = Text
circuit-download = Download
circuit-quirk = Open in Quirk
circuit-quirk-json = Copy JSON for Quirk
circuit-quirk-long = The circuit is too long for a link. Copy it and paste it into Quirk.
circuit-quirk-small = Quirk has 16 wires; this circuit needs { $qubits }. Choose another format.
circuit-expand = Full screen
circuit-about = { $size ->
    [one] { $squares }, alone in its circuit
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
circuit-moves = Moves behind these gates
circuit-prepared = Starting position
circuit-earlier = before: { $squares }
circuit-on = P(1)
circuit-ones = Probability that each qubit reads 1
circuit-wire = reads 1 with { $share }
# A gate of the drawing: "Gate 2 of 5: CX, control c3 and target d4".
circuit-gate = Gate { $at } of { $all }: { $gate }, { $on }
circuit-gate-of-move = Gate { $at } of { $all }: { $gate }, { $on }; of { $turn } { $move }
circuit-gate-prepares = Gate { $at } of { $all }: { $gate }, { $on }; prepares the state after { $turn } { $move }
circuit-control = control { $square }
circuit-target = target { $square }
circuit-stepper = Step through the circuit
circuit-step = Gates applied
circuit-step-back = Previous gate
circuit-step-on = Next gate
circuit-after = After { $gates } of { $all } gates
circuit-whole = End of the circuit. Step back to see intermediate states.
circuit-large = This circuit is too large to step through.
circuit-outcomes = Possible outcomes of a measurement
circuit-outcomes-about = Each row is an outcome; select it to see it on the board. The first bit is that of { $square }. The radius of a disc is the modulus of the amplitude, its hand shows the phase; the most likely amplitude is taken as real.
circuit-state = State after { $gates } of { $all } gates
circuit-state-about = The first bit is that of { $square }. The radius of a disc is the modulus of the amplitude, its hand shows the phase; the most likely amplitude is taken as real.
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

share-what = What to share
share-position = This position
share-position-about = { $ply ->
    [0] snapshot of the starting position
   *[other] snapshot after { $name }
}
share-game = The whole game
share-game-about = { $moves ->
    [0] no moves yet
    [one] its only move, to step through
   *[other] its { $moves } moves, to step through
}
share-watch = Live game
share-watch-about = read-only
share-create = Create link
share-link = Link
share-send = Share…
share-picture = Picture
share-picture-alt = { $ply ->
    [0] The starting position
   *[other] The position after { $name }
}
share-download = Download { $format }
share-embed = Embed
share-code = Embed code
share-copy-code = Copy code
share-embed-about = Only on sites that this server allows (cheqqers serve --allow-embed).

## Studies

study-status = Snapshot. { $status }
study-still = This is a snapshot, in which nothing moves. To move pieces, press “{ play-on }”.
study-write = Add comments
study-title = Title
study-comment = { $ply ->
    [0] Comment on the starting position
   *[other] Comment on the position after { $name }
}
study-comment-about = Browse the game and comment on any position. Saving makes a new link; this page does not change.
study-save = Save as a new link
study-none = Shared game not found
study-none-about = This link is incomplete, or belongs to another server.

## Boards on other pages

embed-ply = { $ply ->
    [0] Start
   *[other] { $name }
}
embed-open = Open in Cheqqers

## Invitations

invite-title = Invite your opponent
invite-about = Send this link to your opponent, who plays { side }. Anyone who has it can move.
invite-link = Link for { side }
invite-text = Play { $title } with me
invite-qr = QR code of the link
invite-waits = Waiting for your opponent. The game opens automatically.
invite-board = Go to the board
invite-joined = { side } has joined. The game starts.
seeded-title = Your opponent may know every outcome
seeded-about = This game uses a fixed random seed. Whoever chose it can foresee every measurement.
seeded-play = Play anyway
seeded-leave = Leave

## Puzzles

puzzle = Puzzle
puzzles = Puzzles
puzzle-none = Puzzle not found
puzzles-about = Positions from computer games in which one move is clearly best, with every outcome of every measurement taken into account. The worth of a move is its expected share of a win.
puzzles-daily = Puzzle of the day
puzzles-daily-done = Puzzle of the day: solved
puzzles-streak = { $days ->
    [one] Solved 1 day in a row.
   *[other] Solved { $days } days in a row.
}
puzzles-choose = Choose puzzles
puzzles-game = Game
puzzles-grade = Difficulty
puzzles-theme = Theme or kind of move
puzzles-any = Any
puzzles-count = { $name } ({ $count })
puzzles-solved = { $solved } of { $count } solved.
puzzles-begin = Start
puzzles-continue = Continue
puzzles-none = No puzzles match. Choose another difficulty, game or theme.
puzzles-all-solved = All of them are solved.
puzzles-again = Solve them again
puzzles-list = All puzzles
puzzles-one = { $number }: { $game }, { $grade }
puzzles-one-done = { $name }, solved
puzzle-task = { $side ->
    [white] White
   *[black] Black
} to move: find the best move.
puzzle-moves = { $moves ->
    [one] One move to find.
   *[other] { $moves } moves to find.
}
puzzle-facts = { $title }. { puzzle-moves }
puzzle-facts-daily = { $title }. { puzzles-daily }. { puzzle-moves }
puzzle-wrong = { $move } is worth { $score }; there is a move worth { $best }. Try again.
puzzle-right = Right: { $move } is worth { $best }, every other move at most { $second }. What is next?
puzzle-solved = Solved: { $move } is worth { $best }, every other move at most { $second }.
puzzle-over = The puzzle is over.
puzzle-solution = The move is { $move }: it is worth { $best }, every other move at most { $second }.
puzzle-chance = This outcome had a probability of { $chance }.
puzzle-helped = Not counted as solved: you used help.
puzzle-found = Found by { $weak } of weak, { $middling } of medium and { $strong } of strong computer players.
puzzle-worth = The worth of a move is its expected share of a win; a draw counts half.
puzzle-about = About this puzzle
puzzle-hint = Hint
puzzle-hint-from = Look for: { $kind } from { $squares }.
puzzle-hint-kind = Look for: { $kind }.
puzzle-show = Show solution
puzzle-next = Next puzzle

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
theme-quantum-target = Attack on a piece in superposition
theme-sacrifice = Sacrifice
theme-line = Several moves
