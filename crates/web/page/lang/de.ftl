### Die Texte der Seite auf Deutsch. Die Seite setzt für `{ $name }` etwas ein; die Schreibweise: https://projectfluent.org.

language-name = Deutsch

## Seiten

page-loading = Wird geladen…
page-nothing = Seite nicht gefunden
page-nothing-about = Diese Adresse ist unvollständig oder falsch geschrieben.
page-no-game = Partie nicht gefunden
page-no-game-about = Dieser Link ist unvollständig, oder die Partie wurde gelöscht.
page-wrong = Etwas ist schiefgegangen
page-new = Neue Partie beginnen

## Wörter in anderen Texten

side = { $side ->
    [white] Weiß
   *[black] Schwarz
}
percent = { NUMBER($value, maximumFractionDigits: 1) } %
percent-least = <{ NUMBER(0.1) } %
percent-most = >{ NUMBER(99.9) } %
cancel = Abbrechen
close = Schließen
copy-link = Link kopieren
copy = Kopieren
copied = Kopiert
copy-refused = Kopieren ist hier nicht erlaubt
again = Noch einmal versuchen
share = Teilen
play-on = Neue Partie ab hier
sentence = { $text }.

## Das Brett

board = Brett
board-and-moves = Brett und Züge

status-yours = Du bist am Zug.
status-yours-must = Du bist am Zug und musst schlagen.
status-turn = { side } ist am Zug.
status-turn-must = { side } ist am Zug und muss schlagen.
status-thinks = { $player } denkt nach…

told-wait = { side } beginnt.
must-capture = Du musst schlagen: { $captures }.
must-capture-more = Du musst schlagen: { $captures }, oder ein anderer Schlag.
capture = { $from } schlägt { $takes }
capture-chance = { $from } schlägt { $takes } ({ $chance })

## Was zu einem Feld vorgelesen wird

piece-of-side = { $side ->
    [white] { $kind }, weiß
    [black] { $kind }, schwarz
   *[none] { $kind }
}
kind-unknown = unbekannt
kind-of = { $kind } ({ $types })
part = { $piece }, { $percent } Prozent
part-turned = { $piece }, { $percent } Prozent, Phase { $turns } Umdrehungen
square-empty = leer
square-outside = { $square }, nicht im Spiel
square-other-parts = { $count ->
    [one] anderer Teil auf { $squares }
   *[other] andere Teile auf { $squares }
}
square-entangled = verschränkt mit { $squares }
half-together = da zusammen mit { $squares }
half-negative = umgekehrtes Vorzeichen
half-colour = { $colour ->
    [red] rote Hälfte
   *[blue] blaue Hälfte
}
taken = Von { $side ->
    [white] Weiß
   *[black] Schwarz
} geschlagen: { $pieces }
taken-none = Von { $side ->
    [white] Weiß
   *[black] Schwarz
} geschlagen: keine
square-picked = ausgewählt
square-last = letzter Zug
square-source = kann ziehen
square-partner = kann sich mit dem ausgewählten Teil vereinen
square-target = erlaubtes Ziel
square-capture = Schlag
square-confirm = zum Bestätigen noch einmal drücken

## Einen Zug wählen

choose-which = Welcher Zug?
choose-which-about = Mehr als ein Zug führt nach { $square }.
choose-out-of-reach = { $square } ist nicht erreichbar. Auswahl aufgehoben.
choose-confirm = Drücke { $to } noch einmal { $purpose }, oder { $from } zum Abbrechen.
choose-no-split = Jetzt lässt sich nichts aufteilen.
choose-no-merge = Jetzt lässt sich nichts vereinen.
choose-not-over = { $from } lässt sich nicht auf { $first } und { $second } aufteilen.

## Unter dem Brett

tools = Züge und Brett
tool-split = Aufteilen
tool-merge = Vereinen
tool-undo = Rückgängig
tool-undo-agreed = Dein Gegner muss zustimmen
tool-undo-measured = Macht eine Messung rückgängig
tool-undo-measured-agreed = Macht eine Messung rückgängig: Dein Gegner muss zustimmen
tool-undo-nothing = Es gibt nichts rückgängig zu machen.
tool-redo = Wiederholen
tool-redo-about = { $move } wiederholen, mit demselben Ergebnis
tool-numbers = Zahlen
tool-numbers-about = Zeigt die Wahrscheinlichkeit jeder Figur
tool-flip = Drehen
tool-sound = Ton
tool-help = Hilfe
tool-move = Zug
tool-play = Ziehen

hint-begin = Wähle eine Figur, um zu sehen, wohin sie ziehen kann.
hint-split = Aufteilen: Wähle eine Figur, dann zwei Ziele.
hint-split-half = Aufteilen: Wähle eine Figur, dann wohin ihre Hälfte zieht.
hint-split-from = { $from } aufteilen: Wähle zwei Ziele.
hint-split-half-from = { $from } aufteilen: Wähle, wohin die Hälfte zieht.
hint-split-second = { $from } auf { $first } und … aufteilen: Wähle das zweite Ziel.
hint-merge = Vereinen: Wähle einen Teil, dann einen anderen Teil.
hint-merge-from = { $from } vereinen mit …: Wähle einen hervorgehobenen Teil.
hint-merge-both = { $from } und { $with } vereinen: Wähle das Ziel. Drücke { $with } noch einmal, um diesen Teil allein zu ziehen.
hint-confirm = { $from }: Wähle ein Ziel und drücke es dann noch einmal { $purpose }.
hint-to-split = { $from }: Wähle ein Ziel oder die Pfeile zwischen zweien zum Aufteilen.
hint-to-half = { $from }: Wähle ein Ziel oder die Pfeile davor, um die Hälfte dorthin zu ziehen.
hint-to-merge = { $from }: Wähle ein Ziel oder einen hervorgehobenen Teil zum Vereinen.
hint-to-split-merge = { $from }: Wähle ein Ziel, die Pfeile zwischen zweien zum Aufteilen oder einen hervorgehobenen Teil zum Vereinen.
hint-to-half-merge = { $from }: Wähle ein Ziel, die Pfeile davor, um die Hälfte dorthin zu ziehen, oder einen hervorgehobenen Teil zum Vereinen.
hint-to-many = { $from }: Wähle ein Ziel, oder drücke auf „Aufteilen“ für zwei Ziele.
hint-to-many-merge = { $from }: Wähle ein Ziel, drücke auf „Aufteilen“ für zwei Ziele, oder wähle einen hervorgehobenen Teil zum Vereinen.

## Was in einer Partie neu ist

news-ply = { side }: { $move }.
news-undone = { $count ->
    [one] Ein Zug wurde rückgängig gemacht.
   *[other] { $count } Züge wurden rückgängig gemacht.
}
news-withdrawn = Die Messung von { $move } wurde abgebrochen; die Stellung ist unverändert.
news-declined = { $offer ->
    [draw] Das Remis wurde abgelehnt.
    [undo] Das Zurücknehmen wurde abgelehnt.
   *[rematch] Die Revanche wurde abgelehnt.
}

## Was bei einem Zug herauskäme, außer seiner Wahrscheinlichkeit

foreseen-absent = Nicht auf { $squares } gefunden.
foreseen-found = Gefunden auf { $squares }.
foreseen-found-many = Von { $all } anderen Figuren sind { $found } da.
foreseen-nothing = Nichts wird gefunden.
foreseen-missed = Nichts wird geschlagen.
foreseen-done = { $done ->
    [yes] Das gelingt.
   *[no] Das misslingt.
}
foreseen-entangled = Gemessen wird nichts: Die Figuren werden verschränkt.
foreseen-now = Danach auf { $places }.
foreseen-there = Auf { $square } danach: { $piece }.
foreseen-maybe = Auf { $square } danach: { $piece } mit { $chance }.
foreseen-captured = Geschlagen: { $squares }.
foreseen-promoted = Auf { $square } wird daraus: { $piece }.
foreseen-place = { $square } ({ $chance })

## Wie eine Partie steht

standing-chain = { $yours ->
    [yes] Du bist am Zug: Schlag mit der Figur auf { $square } weiter.
   *[no] { side } muss mit der Figur auf { $square } weiterschlagen.
}
standing-may-go-on = { $yours ->
    [yes] Du bist am Zug: Schlag mit der Figur auf { $square } weiter, oder setz aus.
   *[no] { side } darf mit der Figur auf { $square } weiterschlagen oder setzt aus.
}
standing-must-move = { $yours ->
    [yes] Du bist am Zug: Zieh mit der Figur auf { $square }.
   *[no] { side } muss mit der Figur auf { $square } ziehen.
}
standing-must-promote = { $yours ->
    [yes] Du bist am Zug: Wandle den Bauern auf { $square } um.
   *[no] { side } muss den Bauern auf { $square } umwandeln.
}
standing-deal = Die Arten werden verteilt.
standing-check = Schach.
standing-draw-near-captures = { $count ->
    [one] Remis nach diesem Zug, wenn nichts geschlagen wird.
   *[other] Remis in { $count } Zügen, wenn nichts geschlagen wird.
}
standing-draw-near-kings = { $count ->
    [one] Remis nach diesem Zug, wenn nichts geschlagen wird und kein Stein zieht.
   *[other] Remis in { $count } Zügen, wenn nichts geschlagen wird und kein Stein zieht.
}
standing-draw-near-lone-king = { $count ->
    [one] Remis nach diesem Zug, wenn die Dame allein bleibt.
   *[other] Remis in { $count } Zügen, wenn die Dame allein bleibt.
}
standing-draw-near-leaving = { $count ->
    [one] Remis nach diesem Zug, wenn nichts das Brett verlässt.
   *[other] Remis in { $count } Zügen, wenn nichts das Brett verlässt.
}
standing-draw-near-progress = { $count ->
    [one] Remis nach diesem Zug, wenn nichts geschlagen wird und kein Bauer zieht.
   *[other] Remis in { $count } Zügen, wenn nichts geschlagen wird und kein Bauer zieht.
}
ended = { $result ->
    [won] Du hast gewonnen.
    [lost] Du hast verloren.
    [white] Weiß hat gewonnen.
    [black] Schwarz hat gewonnen.
   *[draw] Remis.
}
ended-agreed = Beide Seiten waren einverstanden.
ended-stopped = { $yours ->
    [yes] Deine Lehrkraft hat die Runde beendet.
   *[no] Die Lehrkraft hat die Runde beendet.
}
ended-resigned = { side } hat aufgegeben.
ended-time = Die Zeit von { side } ist abgelaufen.
ended-forfeited = { side } verliert durch einen Fehler.
ended-no-pieces = { side } hat keine Figuren mehr.
ended-no-move = { side } kann nicht ziehen.
ended-no-captures = { $count } Züge ohne Schlag.
ended-repetition = Dieselbe Stellung zum dritten Mal.
ended-kings-alone = { $count } Züge nur mit Damen.
ended-lone-king = Die einzelne Dame hat { $count } Züge lang standgehalten.
ended-none-left = Keine Figur ist übrig.
ended-nothing-left = { $count } Züge lang hat nichts das Brett verlassen.
ended-last-attempt = Keine Figur ist übrig, und den letzten Schlag hat nicht { side } versucht.
ended-mated = Schachmatt.
ended-stalemate = { side } hat keinen erlaubten Zug und steht nicht im Schach.
ended-only-kings = Nur die Könige sind übrig.
ended-no-progress = { $count } Züge ohne Schlag und ohne Bauernzug.
ended-king-captured = Der König von { side } ist geschlagen.

## Bevor ein Zug gemacht wird

preview-if = Wenn { $move } gezogen wird:
preview-sure = Wenn { $move } gezogen wird: { $told }
preview-again = { $move } hat dasselbe Ergebnis wie vor dem Rückgängigmachen: { $told }
preview-try = Erkunden
preview-try-of = Dieses Ergebnis erkunden: { $told }
preview-try-about = Die Partie bleibt unverändert
preview-other = Andere Ergebnisse: { $chance }.

## Hinweise über den Zügen

note-lost = Verbindung unterbrochen. Wird wiederhergestellt…
note-polls = Diese Seite wird alle zwei Sekunden aktualisiert.
note-crowded = An deiner Adresse sind viele Seiten offen: Diese wird alle zwei Sekunden aktualisiert.
note-gone = Diese Partie gibt es nicht mehr.
note-start = Ausgangsstellung.
note-past = Stellung nach { $number } { $move }.
note-now = { $over ->
    [yes] Zurück zur Schlussstellung
   *[no] Zurück zur aktuellen Stellung
}
note-over = { $measurements ->
    [0] { $moves ->
        [one] Ein Zug.
       *[other] { $moves } Züge.
    }
    [one] { $moves ->
        [one] Ein Zug und eine Messung.
       *[other] { $moves } Züge und eine Messung.
    }
   *[other] { $moves ->
        [one] Ein Zug und { $measurements } Messungen.
       *[other] { $moves } Züge und { $measurements } Messungen.
    }
}
note-rematch = Die Revanche hat begonnen.
note-rematch-go = Zur Revanche
rematch = Revanche

rest-failed = { $player } konnte nicht ziehen und versucht es noch einmal.
rest-full = Die Stellung ist für { $player } zu komplex geworden.
rest-full-ways = Die Stellung ist für { $player } zu komplex geworden. Nimm einen Zug zurück, biete Remis an oder gib auf.
rest-long = { $player } zieht nicht mehr: Die Partie hat ihre größte Länge erreicht.
rest-long-ways = { $player } zieht nicht mehr: Die Partie hat ihre größte Länge erreicht. Biete Remis an oder gib auf.

waiting-price = { $move } wird von { $backend } gemessen. Nichts wird gesendet, bevor du zustimmst.
waiting-price-why = { $move } wird von { $backend } gemessen: { $why }. Nichts wird gesendet, bevor du zustimmst.
waiting-failed = Die Messung von { $move } durch { $backend } ist fehlgeschlagen. Die Stellung ist unverändert.
waiting-failed-why = Die Messung von { $move } durch { $backend } ist fehlgeschlagen: { $why }. Die Stellung ist unverändert.
waiting-state = { $state ->
    [sending] wird gesendet
    [queued] in der Warteschlange
    [running] läuft
   *[done] fertig
}
waiting-place = { $before ->
    [0] in der Warteschlange, als Nächstes dran
    [one] in der Warteschlange, ein Auftrag davor
   *[other] in der Warteschlange, { $before } Aufträge davor
}
waiting-measured = { $move } wird von { $backend } gemessen: { $state }
waiting-measured-job = { $move } wird von { $backend } gemessen (Auftrag { $job }): { $state }
waiting-pool = { $backend } misst zuerst häufige Schaltkreise, dann { $move }: { $state }
waiting-pool-job = { $backend } misst zuerst häufige Schaltkreise, dann { $move } (Auftrag { $job }): { $state }
waiting-seconds = { $seconds } s
waiting-minutes = { $minutes } min { $seconds } s
waiting-agree = Zustimmen und messen
waiting-local = Lokal messen

offer-draw = { $yours ->
    [yes] Du bietest Remis an.
   *[no] { side } bietet Remis an.
}
offer-rematch = { $yours ->
    [yes] Du bietest eine Revanche an.
   *[no] { side } bietet eine Revanche an.
}
offer-undo = { $measured ->
    [yes] { $yours ->
        [yes] { $count ->
            [one] Du möchtest einen Zug mit seiner Messung rückgängig machen.
           *[other] Du möchtest { $count } Züge mit ihren Messungen rückgängig machen.
        }
       *[no] { $count ->
            [one] { side } möchte einen Zug mit seiner Messung rückgängig machen.
           *[other] { side } möchte { $count } Züge mit ihren Messungen rückgängig machen.
        }
    }
   *[no] { $yours ->
        [yes] { $count ->
            [one] Du möchtest einen Zug rückgängig machen.
           *[other] Du möchtest { $count } Züge rückgängig machen.
        }
       *[no] { $count ->
            [one] { side } möchte einen Zug rückgängig machen.
           *[other] { side } möchte { $count } Züge rückgängig machen.
        }
    }
}
offer-withdraw = Zurückziehen
offer-accept = Annehmen
offer-decline = Ablehnen

## Uhren

clock-of = Uhr von { side }
clock-control = { $base } je Seite
clock-control-increment = { $base } je Seite + { $increment } s je Zug
clock-left = { $left ->
    [minute] { side } hat noch eine Minute.
   *[seconds] { side } hat noch zehn Sekunden.
}
clock-runs = läuft
clock-runs-low = läuft, wenig Zeit
clock-low = wenig Zeit
clock-measures = angehalten während der Messung
clock-stopped = angehalten
clock-free = läuft nach dem ersten Zug

## Wer spielt

player = { $kind ->
    [person] ein Mensch
    [random] der Computer (zufällige Züge)
    [mcts] der Computer ({ $strength } simulierte Partien je Zug)
    [expert] der Computer ({ $strength } ms je Zug)
   *[other] { $name }
}
player-strength = der Computer ({ strength-name })
seat-you = { side }: du
seat-other = { side }: dein Gegner
seat-computer = { side }: { $player }
seat-named-you = { $side }: { $player } (du)
seats-here = Beide Seiten an diesem Bildschirm
seats-one = { side } gegen { $player }
seats-none = Weiß: { $white }; Schwarz: { $black }
game-about = { $seats }. { $status }

## Die Seite einer Partie

game = Partie
game-beside = Neben dem Brett
game-tab-moves = Züge
game-tab-circuit = Schaltkreis
game-tab-measured = Messungen
game-tab-game = Partie
game-branch = ab { $number } { $move }
game-branch-start = ab dem Anfang
game-noted = { $title }, { $note }
game-has = { $merges ->
    [yes] aufteilen und vereinen
   *[no] aufteilen, nicht vereinen
}

## Messungen durch Geräte

consent = Bei einem entfernten Dienst messen?
consent-about = Messungen werden als einzelne Aufträge an { $backend } gesendet. Ein Auftrag kann Geld kosten und in einer Warteschlange stehen.
consent-agree = Für diese Partie zustimmen
turn-title = Du bist am Zug: { $title }
turn-notify = Benachrichtige mich, wenn ich am Zug bin
answer-title = Ergebnis da: { $title }
answer-measured = { $move } wurde gemessen.
answer-notify = Benachrichtige mich, wenn das Ergebnis da ist
answer-waits = { $backend } misst { $move } seit { $minutes } min
answer-failed = Die Messung von { $move } durch { $backend } ist fehlgeschlagen
answer-standing = Ergebnis da: { $status }
page-title = { $title } – Cheqqers

## Hilfe

help = Hilfe
help-move = Ziehen
help-move-about = Wähle eine Figur und dann ihr Ziel, oder zieh sie dorthin.
help-split-about = Zum Aufteilen drücke auf das erste Ziel und zieh zum zweiten, oder drücke auf die Pfeile dazwischen oder auf „Aufteilen“.
help-merge-about = Zum Vereinen drücke auf einen Teil, dann auf einen anderen, markierten Teil, dann auf das Feld, wo sie sich treffen; oder auf das Zeichen auf diesem Feld, oder auf „Vereinen“.
help-later-merge = Vereinen gibt es mit { $setting } { $choice }.
help-later-begin = So ein Spiel beginnen
help-keys = Tasten
help-marks = Zeichen auf dem Brett
help-learn = Schritt für Schritt lernen
key-arrows = Pfeile
key-arrows-about = auf dem Brett: von Feld zu Feld gehen
key-pick = Enter oder Leertaste
key-pick-about = das Feld wählen
key-escape = Esc
key-escape-about = Auswahl aufheben
key-type = /
key-type-about = einen Zug eintippen
key-undo = u
key-undo-about = rückgängig machen
key-flip = f
key-flip-about = das Brett drehen
key-travel = Pfeile links und rechts, Pos1, Ende
key-travel-about = neben dem Brett: in der Partie blättern
key-help = ?
key-help-about = diese Hilfe
key-split = s
key-split-about = aufteilen: eine Figur und ihre Ziele wählen
key-merge = m
key-merge-about = vereinen: einen Teil, einen anderen Teil und ein Ziel wählen
mark-ring = Ring und Zahl
mark-ring-about = Wahrscheinlichkeit dieses Teils der Figur
mark-letter = Buchstabe
mark-letter-about = Buchstabe oben rechts: Teile mit demselben Buchstaben gehören zusammen
mark-frame = Rahmen
mark-frame-about = Felder mit demselben Rahmen haben einen gemeinsamen Schaltkreis und werden zusammen gemessen
mark-hand = Zeiger
mark-hand-about = die Phase gegenüber dem ersten Teil der Figur
mark-target = grüner Punkt
mark-target-about = dorthin kann die gewählte Figur ziehen
mark-capture = rot gestrichelter Ring
mark-capture-about = die gewählte Figur kann schlagen und dort landen
mark-foreseen = violetter Ring mit Pfeil
mark-foreseen-about = Wahrscheinlichkeit, dass die Figur nach dem Zug dort ist
mark-found = grüner Ring
mark-found-about = eben gemessen: dort gefunden
mark-missed = Kreuz
mark-missed-about = eben gemessen: nicht dort
mark-split = auseinanderlaufende Pfeile
mark-split-about = zwischen zwei Zielen: auf beide aufteilen; vor einem Ziel: die Hälfte zieht dorthin
mark-merge = zusammenlaufende Pfeile
mark-merge-about = auf einem Ziel: dort mit einem anderen Teil vereinen
mark-chain = Kette
mark-chain-about = mit zwei oder mehr anderen Figuren verschränkt
mark-confirm = violettes Feld
mark-confirm-about = drücke es noch einmal { $purpose }

## Neben dem Brett

facts-rules = Regelwerk
facts-measured = Messungen
facts-fallback = Das Gerät ist ausgefallen: seitdem hier simuliert
facts-clock = Uhr
facts-loaded = Geladene Aufzeichnung
facts-tag = { $name }: { $value }
facts-you = Du spielst
facts-watch = keine Seite (du schaust zu)
links = Links
links-about = Wer einen Link hat, kann ihn benutzen. Gib Links zum Spielen nicht weiter.
link-play = { side } spielen
link-watch = Zuschauen
record = Aufzeichnung
record-about = Lade eine Aufzeichnung oder füge Züge unter „Eigene Partie“ ein. Der Befehl spielt in einem Terminal weiter.
record-keep = Aufzeichnung herunterladen
record-form = Als { $form }
record-moves = Züge kopieren
record-command = Als Befehl kopieren
counted = Felder nummerieren
draw = Remis anbieten
resign = Aufgeben
resign-ask = Aufgeben?
resign-ask-about = Die andere Seite gewinnt, und die Partie ist zu Ende.

moves-travel = In der Partie blättern
moves-start = Anfang
moves-back = Zurück
moves-forward = Vor
moves-now = Jetzt
play-on-about = Beginnt eine eigene Partie an diesem Bildschirm; diese bleibt unverändert
play-on-ask = Eine eigene Partie beginnen?
play-on-ask-about = Sie beginnt bei der gezeigten Stellung, und du ziehst an diesem Bildschirm für beide Seiten. Diese Partie findest du unter „{ saved }“ wieder.
play-on-go = Eigene Partie beginnen
moves-about = Drücke auf einen Zug, um die Stellung danach zu sehen. ⌁ steht für eine Messung, ✗ für einen misslungenen Zug.
moves-keys = Die Pfeiltasten gehen durch die Züge.
move-told = { $number } { side }, { $move }
move-told-measured = { $number } { side }, { $move }, gemessen
move-told-missed = { $number } { side }, { $move }, gemessen, misslungen

measured-count = { $count ->
    [0] Noch keine Messungen.
    [one] Eine Messung.
   *[other] { $count } Messungen.
}
measured-found = { $squares }: { $found } besetzt ({ $chance }).
measured-found-nothing = { $squares }: nichts dort ({ $chance }).
measured-by = { $backend ->
    [forced] Vorher gewählt.
    [local] Hier simuliert.
   *[other] Gemessen von { $backend }.
}
measured-by-job = Gemessen von { $backend }, Auftrag { $job }.
measured-shots = { $shots ->
    [one] ein Durchlauf
   *[other] { $shots } Durchläufe
}
measured-accepted = { $accepted } von { $shots } Durchläufen angenommen

## Die Startseite

start = Quanten-Dame
start-about = Figuren sind an zwei Orten zugleich, bis eine Messung entscheidet.
start-play = Jetzt spielen
start-friend = Mit jemandem spielen
start-learn = In fünf Minuten lernen
start-games = Weitere Spiele
demo-pause = Anhalten
demo-play = Abspielen
custom = Eigene Partie
games-about = Gegen den Computer oder mit jemandem über einen Link. Jeder Zug fügt einem Schaltkreis, den du sehen kannst, ein paar Gatter hinzu.
games-play = Spielen
games-play-of = { $game } spielen
games-friend-of = Mit jemandem spielen: { $game }
games-options = Optionen
games-options-of = Optionen von { $game }
games-custom = Eigene Partie, oder eine Aufzeichnung laden
start-loaded = Geladene Partie
start-begun = neu
saved = Deine Partien
saved-remove = Entfernen
saved-remove-of = { $title } entfernen

setup-preset = Vorlage
setup-preset-none = Keine
setup-preset-none-about = die Standardeinstellungen
setup-game = Spiel
setup-players = Wer spielt
setup-time = Zeit
setup-more = Erweitert
setup-moves = Züge
setup-moves-about = werden vor Beginn gespielt
setup-outcomes = Ergebnisse
setup-outcomes-about = der Messungen dieser Züge
setup-seed = Startwert
setup-seed-about = für alles, was der Zufall entscheidet
setup-seed-new = zufällig
setup-play = Spielen
setup-where = Wo
setup-where-screen = An diesem Bildschirm
setup-where-screen-about = du spielst abwechselnd beide Seiten
setup-where-link = Per Link, ich spiele { side }
setup-where-link-about = dein Gegner bekommt einen Link für die andere Seite
setup-backend = Messungen
setup-backend-name = { $name ->
    [local] Hier simuliert
   *[other] { $name }
}
setup-backend-remote = { $name } (entfernt)
setup-backend-about = Jede Messung ist ein eigener Auftrag. Er kann Geld kosten und in einer Warteschlange stehen; nichts wird gesendet, bevor du zustimmst. Du kannst die Partie verlassen und später wiederfinden.
setup-pool = Im Voraus gemessen
setup-pool-none = Nichts
setup-pool-common = Die häufigsten Schaltkreise
setup-pool-about = in bis zu vier Aufträgen, auf die die erste Messung wartet; die meisten späteren brauchen keinen Auftrag, und gemessene Züge lassen sich nicht zurücknehmen
setup-fallback = Wenn es fehlschlägt
setup-fallback-none = Du entscheidest dann
setup-fallback-local = Von da an hier simuliert
setup-fallback-about = wenn ein Auftrag sicher keine Antwort bekommt

control-usual = Standard
control-least-off = { $about }: { $least } oder mehr, oder off
control-range-off = { $about }: { $least } bis { $most }, oder off
control-word = { $word ->
    [true] an
    [false] aus
   *[other] { $word }
}
clock = Uhr
clock-none = Ohne Uhr
clock-preset = { $minutes } min + { $seconds } s je Zug
clock-other = Eine andere…
clock-own = Minuten + Sekunden
clock-own-about = Minuten je Seite und Sekunden, die jeder Zug hinzufügt
clock-own-title = Minuten je Seite und Sekunden je Zug, etwa 20+10
clock-own-wrong = 1 Sekunde bis 180 Minuten, dazu höchstens 180 Sekunden je Zug
strength = Stärke
strength-name = { $strength ->
    [beginner] Anfänger
    [easy] Leicht
    [medium] Mittel
    [strong] Stark
   *[strongest] Sehr stark
}
strength-about = { $strength ->
    [beginner] zieht zufällig
    [easy] sieht einfache Drohungen
    [medium] simuliert vor jedem Zug viele Partien
    [strong] rechnet 0,2 Sekunden voraus
   *[strongest] rechnet zwei Sekunden voraus
}
computer = Computer
computer-other = Computer, eigene Stärke
player-option = { $kind ->
    [person] Ein Mensch
    [mcts] Baumsuche, Partien je Zug
    [expert] Experte, Zeit je Zug
   *[other] { $name }
}

load = Partie laden
load-about = Die Partie geht am Ende der Aufzeichnung weiter, mit den oben gewählten Spielern. Eine beendete Partie lässt sich durchblättern und von jedem Zug an weiterspielen.
load-file = Datei
load-large = { $name } ist größer als 4 MiB. Ist das eine einzige Partie?
load-empty = Wähle eine Datei oder füge eine Aufzeichnung ein.
load-record-about = aus einer Partie heruntergeladen oder von selfplay --trace geschrieben; eine Partie je Datei
load-record-about-forms = aus einer Partie heruntergeladen, von selfplay --trace geschrieben oder eine { $forms }; eine Partie je Datei
load-go = Laden

## Eine Stellung aufbauen

editor = Stellung aufbauen
editor-piece = Figur
editor-turn = Am Zug
editor-to-move = { side } ist am Zug
editor-empty = Leer
editor-empty-board = Leeres Brett
editor-usual = Ausgangsstellung
editor-position = Stellung
editor-position-about = die Stellung als Text; leer für die Ausgangsstellung
editor-uncertain = Figuren in Superposition sind hier nicht zu sehen, bleiben aber in der Partie.
editor-stale = Das Brett zeigt nicht die Stellung des Textes. Lösche den Text oder drücke unten auf einen Knopf.
editor-emptied = { $square } ist leer.
editor-put = { $square }: { $piece }.
editor-left-out = { $count ->
    [one] Eine Figur passte nicht auf dieses Brett und fehlt.
   *[other] { $count } Figuren passten nicht auf dieses Brett und fehlen.
}

## Was schiefging

error-unreachable = Der Server ist nicht erreichbar. Prüfe deine Verbindung.
error-status = Der Server hat mit { $status } geantwortet.
error-wait = { $message }; versuch es in { $seconds } s noch einmal

## Lektionen

learn = Lernen
learn-lessons = Lektionen
learn-lesson = Lektion
learn-place = { $chapter }. { $at } von { $count }
learn-step = { $at }: { $title }
learn-step-done = { $at }: { $title }, geschafft
learn-next = Weiter
learn-play = Eine Partie spielen
learn-other-move = Das ist nicht der gesuchte Zug.
learn-over = Die Partie ist zu Ende, bevor das Ziel erreicht war.
learn-circuit = Schaltkreis von { $squares }

## Rund um die Seite

nav = Hauptmenü
nav-play = Spielen
nav-puzzles = Aufgaben
nav-learn = Lernen
nav-class = Klasse
nav-manual = Handbuch
skip = Zum Inhalt
language = Sprache

## Analyse

analysis = Analyse
analysis-later = Nach der Partie kannst du sie hier analysieren: wer besser stand, welche Züge Fehler waren und wie viel Glück bei jeder Messung dabei war.
analysis-about = Der Computer bewertet jede Stellung: wer besser stand, welcher Zug der beste war und wie viel Glück bei jeder Messung dabei war.
analysis-start = Die Partie analysieren
analysis-continue = Analyse fortsetzen
analysis-progress = { $done } von { $all } Stellungen
analysis-graph = Bewertung für Weiß im Verlauf der Partie
analysis-bar = Bewertung für Weiß
analysis-unknown = noch nicht berechnet
analysis-ply = { $ply ->
    [0] Ausgangsstellung
   *[other] Nach { $name }
}
analysis-score = Bewertung: Weiß { $white }, Schwarz { $black }
analysis-marked = { $told }, { $words }
analysis-inaccuracy = Ungenauigkeit
analysis-mistake = Fehler
analysis-blunder = grober Fehler
analysis-lucky = Glück
analysis-unlucky = Pech
analysis-turning-points = Wendepunkte
analysis-summary = Zusammenfassung
analysis-accuracy = Genauigkeit { $accuracy }
analysis-inaccuracies = { $count ->
    [one] eine Ungenauigkeit
   *[other] { $count } Ungenauigkeiten
}
analysis-mistakes = { $count ->
    [one] ein Fehler
   *[other] { $count } Fehler
}
analysis-blunders = { $count ->
    [one] ein grober Fehler
   *[other] { $count } grobe Fehler
}
analysis-luck = { $measurements ->
    [0] nichts gemessen
    [one] Glück { $luck } in einer Messung
   *[other] Glück { $luck } in { $measurements } Messungen
}
analysis-side = { side }: { $facts }.
analysis-units = Die Genauigkeit ist 100 % abzüglich des mittleren Verlusts je Zug. Glück wird in Partien gezählt: +1,00 macht aus einer Niederlage einen Sieg. Im Mittel ist es für alle null.
analysis-legend = ?! Ungenauigkeit, ? Fehler, ?? grober Fehler; ▲ Glück, ▼ Pech. Eine Stellung ist so viel wert, wie im Mittel von einem Sieg zu erwarten ist.
analysis-only = { $move } war der einzige erlaubte Zug.
analysis-best = { $move } war der beste Zug.
analysis-was-good = { $move } war gut; { $best } war etwas besser.
analysis-was-inaccuracy = { $move } war eine Ungenauigkeit: { $best } war um { $loss } besser.
analysis-was-mistake = { $move } war ein Fehler: { $best } war um { $loss } besser.
analysis-was-blunder = { $move } war ein grober Fehler: { $best } war um { $loss } besser.
analysis-try = { $move } ausprobieren
analysis-line = Beste Fortsetzung: { $line }
analysis-play-out = Durchspielen
analysis-play-out-line = Durchspielen: { $line }
analysis-lucky-by = { side } konnte { $expected } erwarten und bekam { $came }: Glück, { $luck }.
analysis-unlucky-by = { side } konnte { $expected } erwarten und bekam { $came }: Pech, { $luck }.
analysis-even-by = { side } konnte { $expected } erwarten und bekam { $came }: Glück { $luck }.
analysis-outcomes = Ergebnisse von { $move }
analysis-outcome-score = Bewertung für { side }: { $score }
analysis-came = tatsächliches Ergebnis
analysis-chosen = hier probiert
analysis-explore = Erkunden
analysis-explore-outcome = Dieses Ergebnis erkunden: { $outcome }
analysis-solved = Gelöstes Brett: die genaue Bewertung für Weiß nach jedem Zug
explore = Was wäre, wenn
explore-about = Was du hier ausprobierst, ändert die Partie nicht. Du kannst beide Seiten ziehen.
explore-back = Zurück zur Partie
explore-game = Die Partie: { $words }
explore-variations = Varianten
explore-start = Anfang
explore-main = wie gespielt

## Schaltkreis

circuit-none = Sobald ein Zug eine Figur in Superposition bringt, erscheint hier ihr Schaltkreis.
circuit-ended = { $squares }, vor { $name }
circuit-before = { $measured ->
    [yes] Stand vor der Messung durch { $name }.
   *[no] Stand vor dem Vereinen durch { $name }.
}
circuit-certain = { $square } steht fest und hat keinen Schaltkreis.
circuit-lesson = Lerne, wie sich eine Figur aufteilt
circuit-components = Komponente
circuit-encoding = Kodierung
circuit-encoding-about = Minimal: nur so viele Qubits, wie es Felder gibt, auf denen eine Figur sein kann. Die des Artikels: wie er sie zeichnet.
circuit-encoding-minimal = Minimale Kodierung
circuit-encoding-paper = Kodierung des Artikels
circuit-format = Format
circuit-format-qasm3 = OpenQASM 3
circuit-format-qasm2 = OpenQASM 2
circuit-format-braket = Amazon Braket
circuit-format-ionq = IonQ
circuit-format-ibm = IBM
circuit-format-quirk = Quirk (JSON)
circuit-format-quirk-url = Quirk (Link)
circuit-format-json = JSON
circuit-format-svg = SVG
circuit-format-latex = LaTeX
circuit-format-text = Text
circuit-download = Herunterladen
circuit-quirk = In Quirk öffnen
circuit-quirk-json = Als JSON für Quirk kopieren
circuit-quirk-long = Der Schaltkreis ist zu lang für einen Link. Kopiere ihn und füge ihn in Quirk ein.
circuit-quirk-small = Quirk hat 16 Leitungen; dieser Schaltkreis braucht { $qubits }. Wähle ein anderes Format.
circuit-expand = Vollbild
circuit-about = { $size ->
    [one] { $squares } in einem eigenen Schaltkreis
    [few] { $squares } zusammen in einem Schaltkreis
   *[many] { $count } Felder zusammen in einem Schaltkreis
}: { $qubits } { $qubits ->
    [one] Qubit
   *[other] Qubits
}, { $gates } { $gates ->
    [one] Gatter
   *[other] Gatter
}, { $two } auf zwei Qubits, Tiefe { $depth }
circuit-drawing = Schaltkreis von { $squares }: { $gates } { $gates ->
    [one] Gatter
   *[other] Gatter
}
circuit-moves = Züge zu diesen Gattern
circuit-prepared = Ausgangsstellung
circuit-earlier = vorher: { $squares }
circuit-on = P(1)
circuit-ones = Wahrscheinlichkeit, dass ein Qubit 1 ergibt
circuit-wire = ergibt 1 mit { $share }
circuit-gate = Gatter { $at } von { $all }: { $gate }, { $on }
circuit-gate-of-move = Gatter { $at } von { $all }: { $gate }, { $on }; aus { $turn } { $move }
circuit-gate-prepares = Gatter { $at } von { $all }: { $gate }, { $on }; stellt den Zustand nach { $turn } { $move } her
circuit-control = Steuerung { $square }
circuit-target = Ziel { $square }
circuit-stepper = Schaltkreis schrittweise
circuit-step = Angewandte Gatter
circuit-step-back = Voriges Gatter
circuit-step-on = Nächstes Gatter
circuit-after = Nach { $gates } von { $all } Gattern
circuit-whole = Ende des Schaltkreises. Geh zurück, um Zwischenzustände zu sehen.
circuit-large = Dieser Schaltkreis ist zu groß, um ihn schrittweise anzusehen.
circuit-outcomes = Mögliche Ergebnisse einer Messung
circuit-outcomes-about = Jede Zeile ist ein Ergebnis; wähle sie, um es auf dem Brett zu sehen. Das erste Bit gehört zu { $square }. Der Radius einer Scheibe ist der Betrag der Amplitude, ihr Zeiger zeigt die Phase; die wahrscheinlichste Amplitude gilt als reell.
circuit-state = Zustand nach { $gates } von { $all } Gattern
circuit-state-about = Das erste Bit gehört zu { $square }. Der Radius einer Scheibe ist der Betrag der Amplitude, ihr Zeiger zeigt die Phase; die wahrscheinlichste Amplitude gilt als reell.
circuit-amplitude = Amplitude
circuit-occupied = Besetzt
circuit-read = Ergibt 1
circuit-probability = Wahrscheinlichkeit
circuit-phase = Phase { $degrees } Grad
circuit-nothing = nichts
circuit-untold = { $count } { $count ->
    [one] weiterer ist
   *[other] weitere sind
} nicht aufgeführt, zusammen { $share }.

## Klassen

class = Klasse
class-join = Einer Klasse beitreten
class-join-now = Beitreten
class-code = Code
class-code-about = Die Lehrkraft liest ihn vor oder zeigt ihn: sechs Buchstaben und Ziffern.
class-nickname = Spitzname
class-nickname-about = Die anderen in der Klasse sehen ihn. Nimm nicht deinen vollen Namen.
class-unknown = Keine Klasse hat diesen Code. Ist er richtig geschrieben?
class-shut = Zurzeit kann niemand beitreten.
class-over = Die Stunde ist zu Ende.
class-gone = Diese Klasse gibt es nicht mehr.
class-removed = Du bist nicht mehr in dieser Klasse.
class-go-on = Weiter als { $name }
class-teachers = Für Lehrkräfte
class-teachers-about = Eröffne eine Klasse, zeige ihren Code und bilde Paare. Niemand braucht ein Konto. Eine Klasse wird zwei Wochen lang aufbewahrt.
class-title = Name der Klasse
class-title-about = Optional. Alle in der Klasse sehen ihn.
class-start = Klasse eröffnen

class-hello = Hallo, { $name }!
class-waiting = Warten auf eine Partie. Das Brett öffnet sich von selbst, wenn deine Lehrkraft eine beginnt.
class-here = { $count ->
    [one] 1 Person ist da.
   *[other] { $count } Personen sind da.
}
class-last = { $result ->
    [won] Du hast deine letzte Partie gegen { $name } gewonnen.
    [lost] Du hast deine letzte Partie gegen { $name } verloren.
    [draw] Deine letzte Partie gegen { $name } ging remis aus.
   *[stopped] Die Lehrkraft hat deine letzte Partie gegen { $name } beendet.
}
class-last-look = Noch einmal ansehen
class-next = Die Partie ist zu Ende. Die nächste öffnet sich von selbst.
class-back = Zurück zur Klasse

class-heading = { $title }, Runde { $round }
class-invite = Zum Beitreten: { $address }
class-qr = QR-Code zeigen
class-qr-alt = QR-Code der Klasse
class-door = Beitreten erlauben
class-plan = Nächste Partien
class-game = Spiel
class-strength = Computer
class-odd = Wer keinen Gegner hat
class-odd-computer = spielt gegen den Computer
class-odd-wait = setzt aus
class-pair = Alle auslosen
class-computer = Alle gegen den Computer
class-stop = Runde beenden
class-stop-one = Diese Partie beenden
class-stop-ask = Die Runde beenden?
class-stop-about = { $count ->
    [one] Eine Partie läuft. Sie endet sofort und zählt als Remis.
   *[other] { $count } Partien laufen. Sie enden sofort und zählen als Remis.
}
class-end = Stunde beenden
class-end-ask = Die Stunde beenden?
class-end-about = Alle Partien enden, und niemand kann mehr beitreten. Die Partien können weiter angesehen werden.
class-pupils = { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}
class-pupils-none = Noch ist niemand beigetreten.
class-pick = Wähle zwei aus, die gegeneinander spielen.
class-pick-other = Wer spielt gegen { $name }?
class-stands = { $stands ->
    [plays] spielt
    [here] frei
   *[away] weg
}
class-more = Optionen für { $name }
class-rename = Umbenennen
class-remove = Aus der Klasse entfernen
class-boards = Bretter
class-boards-none = In dieser Runde gibt es noch keine Partien.
class-board = { $status } Züge: { $plies }, Messungen: { $measured }
class-games = Alle Partien dieser Stunde
class-games-white = Weiß
class-games-black = Schwarz
class-games-result = Ergebnis
class-games-plies = Züge
class-games-measured = Messungen
class-result = { $outcome ->
    [white_won] Weiß hat gewonnen.
    [black_won] Schwarz hat gewonnen.
    [draw] Remis.
    [stopped] Von der Lehrkraft beendet.
   *[in_progress] Läuft noch.
}

## Teilen

share-what = Was geteilt wird
share-position = Diese Stellung
share-position-about = { $ply ->
    [0] Momentaufnahme der Ausgangsstellung
   *[other] Momentaufnahme nach { $name }
}
share-game = Die ganze Partie
share-game-about = { $moves ->
    [0] noch keine Züge
    [one] ihr einziger Zug, zum Durchblättern
   *[other] ihre { $moves } Züge, zum Durchblättern
}
share-watch = Laufende Partie
share-watch-about = nur zum Zuschauen
share-create = Link erstellen
share-link = Link
share-send = Teilen…
share-picture = Bild
share-picture-alt = { $ply ->
    [0] Die Ausgangsstellung
   *[other] Die Stellung nach { $name }
}
share-download = { $format } herunterladen
share-embed = Einbetten
share-code = Code zum Einbetten
share-copy-code = Code kopieren
share-embed-about = Nur auf Seiten, denen dieser Server es erlaubt (cheqqers serve --allow-embed).

## Studien

study-status = Momentaufnahme. { $status }
study-still = Dies ist eine Momentaufnahme, in der nicht gezogen werden kann. Zum Ziehen drücke „{ play-on }“.
study-write = Kommentieren
study-title = Titel
study-comment = { $ply ->
    [0] Kommentar zur Ausgangsstellung
   *[other] Kommentar zur Stellung nach { $name }
}
study-comment-about = Blättere durch die Partie und kommentiere beliebige Stellungen. Gespeichert wird unter einem neuen Link; diese Seite bleibt unverändert.
study-save = Unter neuem Link speichern
study-none = Geteilte Partie nicht gefunden
study-none-about = Dieser Link ist unvollständig oder gehört zu einem anderen Server.

## Bretter auf anderen Seiten

embed-ply = { $ply ->
    [0] Anfang
   *[other] { $name }
}
embed-open = In Cheqqers öffnen

## Einladungen

invite-title = Lade deinen Gegner ein
invite-about = Schick diesen Link an deinen Gegner, der { side } spielt. Wer ihn hat, kann ziehen.
invite-link = Link für { side }
invite-text = Spiel { $title } mit mir
invite-qr = QR-Code des Links
invite-waits = Warten auf deinen Gegner. Die Partie öffnet sich von selbst.
invite-board = Zum Brett
invite-joined = { side } ist da. Die Partie beginnt.
seeded-title = Dein Gegner kennt vielleicht jedes Ergebnis
seeded-about = Diese Partie hat einen festen Startwert des Zufalls. Wer ihn gewählt hat, kann jede Messung vorhersehen.
seeded-play = Trotzdem spielen
seeded-leave = Verlassen

## Aufgaben

puzzle = Aufgabe
puzzles = Aufgaben
puzzle-none = Aufgabe nicht gefunden
puzzles-about = Stellungen aus Computerpartien, in denen ein Zug klar der beste ist; alle Ergebnisse aller Messungen sind dabei berücksichtigt. Der Wert eines Zugs ist der Anteil an einem Sieg, den er erwarten lässt.
puzzles-daily = Aufgabe des Tages
puzzles-daily-done = Aufgabe des Tages: gelöst
puzzles-streak = { $days ->
    [one] 1 Tag in Folge gelöst.
   *[other] { $days } Tage in Folge gelöst.
}
puzzles-choose = Aufgaben auswählen
puzzles-game = Spiel
puzzles-grade = Schwierigkeit
puzzles-theme = Thema oder Art des Zugs
puzzles-any = Alle
puzzles-count = { $name } ({ $count })
puzzles-solved = { $solved } von { $count } gelöst.
puzzles-begin = Anfangen
puzzles-continue = Weitermachen
puzzles-none = Keine passenden Aufgaben. Wähle eine andere Schwierigkeit, ein anderes Spiel oder Thema.
puzzles-all-solved = Alle sind gelöst.
puzzles-again = Noch einmal lösen
puzzles-list = Alle Aufgaben
puzzles-one = { $number }: { $game }, { $grade }
puzzles-one-done = { $name }, gelöst
puzzle-task = { $side ->
    [white] Weiß
   *[black] Schwarz
} am Zug: Finde den besten Zug.
puzzle-moves = { $moves ->
    [one] Ein Zug ist zu finden.
   *[other] { $moves } Züge sind zu finden.
}
puzzle-facts = { $title }. { puzzle-moves }
puzzle-facts-daily = { $title }. { puzzles-daily }. { puzzle-moves }
puzzle-wrong = { $move } ist { $score } wert; es gibt einen Zug, der { $best } wert ist. Versuch es noch einmal.
puzzle-right = Richtig: { $move } ist { $best } wert, jeder andere Zug höchstens { $second }. Wie geht es weiter?
puzzle-solved = Gelöst: { $move } ist { $best } wert, jeder andere Zug höchstens { $second }.
puzzle-over = Das Rätsel ist zu Ende.
puzzle-solution = Der Zug ist { $move }: Er ist { $best } wert, jeder andere höchstens { $second }.
puzzle-chance = Dieses Ergebnis hatte eine Wahrscheinlichkeit von { $chance }.
puzzle-helped = Zählt nicht als gelöst: Du hattest Hilfe.
puzzle-found = Gefunden von { $weak } der schwachen, { $middling } der mittleren und { $strong } der starken Computergegner.
puzzle-worth = Ein Zug ist so viel wert wie der Anteil eines Siegs, der von ihm zu erwarten ist; ein Remis zählt die Hälfte.
puzzle-about = Über diese Aufgabe
puzzle-hint = Tipp
puzzle-hint-from = Gesucht: { $kind } von { $squares }.
puzzle-hint-kind = Gesucht: { $kind }.
puzzle-show = Lösung zeigen
puzzle-next = Nächste Aufgabe

grade-easy = Leicht
grade-medium = Mittel
grade-hard = Schwer
theme-win = Sicherer Sieg
theme-defence = Einzige Verteidigung
theme-superposition = Superposition
theme-interference = Interferenz
theme-entanglement = Verschränkung
theme-measurement = Messung
theme-certainty = Messung vermieden
theme-quantum-target = Angriff auf eine ungewisse Figur
theme-sacrifice = Opfer
theme-line = Mehrere Züge

### Server: was er über Spiele, Einstellungen und Lektionen auf Englisch sagt. Der Name einer Nachricht nennt, wozu sie gehört.

## Spiele

game-cheqqers = Cheqqers
game-cheqqers-about = Quanten-Dame in den Leveln 0 bis 3: Superposition, Verschränkung, Interferenz
game-cheqqers-title = Cheqqers, Level { $level }, { $size } × { $size }
game-cheqqers-moves = { $level ->
    [0] c3-d4: ein Schritt. d4xf6: schlagen, ein Sprung.
    [3] c3-d4: ein Schritt. c3^b4d4: eine Figur auf zwei Felder aufteilen. d4xf6: schlagen, ein Sprung. b4d4^c5: zwei Teile einer Figur vereinen.
   *[other] c3-d4: ein Schritt. c3^b4d4: eine Figur auf zwei Felder aufteilen. d4xf6: schlagen, ein Sprung.
}
game-cheqqers-advice = Der Buchstabe an einem Stein nennt die Figur, zu der der Teil gehört; Teile mit demselben Buchstaben sind eine Figur. Es herrscht Schlagzwang. Wenn ein Teil schlägt oder geschlagen wird, wird alles gemessen, was mit ihm zusammen in einem Schaltkreis ist: Der Schlag gelingt, oder der Zug ist vorbei.
game-international = Internationale Dame
game-international-about = Internationale Dame in den Leveln 0 bis 3: fliegende Damen, der längste Schlag, Züge auf Felder, die vielleicht besetzt sind
game-international-title = Internationale Dame, Level { $level }, { $size } × { $size }
game-international-moves = { $level ->
    [0] c3-d4: ein Schritt. d4xf6: schlagen, ein Sprung.
    [3] c3-d4: ein Schritt. c3^b4d4: eine Figur auf zwei Felder aufteilen. d4xf6: schlagen, ein Sprung. b4d4^c5: zwei Teile vereinen.
   *[other] c3-d4: ein Schritt. c3^b4d4: eine Figur auf zwei Felder aufteilen. d4xf6: schlagen, ein Sprung.
}
game-international-advice = Steine schlagen auch rückwärts; Damen fliegen beliebig weit und über Figuren, die vielleicht nicht da sind. Es muss der Schlag gewählt werden, der die meisten Figuren schlagen kann. Ein Schlag misst seine drei Felder; steht bei einem anderen Zug vielleicht eine gegnerische Figur auf dem Ziel, wird zuerst dieses Feld gemessen. Felder mit demselben Buchstaben sind in einem Schaltkreis: eine Figur in Superposition, oder mehrere, die verschränkt sind.
game-rotation = Rotation
game-rotation-about = Dame mit Steinen, die vielleicht nicht da sind, und nach jedem Zug wahrscheinlicher werden
game-rotation-title = Rotations-Dame ({ $rotation }), { $size } × { $size }
game-rotation-moves = c3-d4: ein Schritt. d4xf6: schlagen, ein Sprung.
game-rotation-advice = Unter einem Stein steht, wie wahrscheinlich er da ist; sein Feld ist in jedem Fall besetzt. Ein Stein, der gezogen hat, wird gedreht und ist wahrscheinlicher da. Ein Schlag misst beide Steine und gelingt, wenn beide da sind; sonst werden auch alle anderen gemessen, wer nicht da ist, verlässt das Brett, und der Zug ist vorbei. Es gibt keinen Schlagzwang.
game-blocking = Blockade
game-blocking-about = Dame mit Zügen nach links und rechts zugleich, und mit eigenen Steinen im Weg
game-blocking-title = Blockade-Dame, { $size } × { $size }
game-blocking-moves = c3-d4: ein Schritt. c3^b4d4: nach links und rechts zugleich. d4xf6: ein Schlag wird versucht. c3^d4: die Hälfte zieht (quantum_move=single). pass: nicht weiter schlagen. d4'-e5: von den Steinen, die auf d4 sein können, der zweite.
game-blocking-advice = Der Buchstabe an einem Stein nennt die Figur, zu der der Teil gehört; mehrere Buchstaben auf einem Feld sind Figuren, die dort sein können, nie zugleich, und die Zahl sagt, wie wahrscheinlich eine da ist. Auf ein Feld, wo eine eigene Figur sein kann, zieht ein Teil dort, wo sie nicht ist, und bleibt dort, wo sie ist: Dann sind beide verschränkt. Ein Angriff misst; wer dort nichts findet, zieht auf das Feld.
game-queens-chess = Queen’s-Quantenschach
game-queens-chess-about = Schach, in dem eine Figur von zwei Arten ist, und eine Berührung misst, von welcher
game-queens-chess-title = Queen’s-Quantenschach
game-queens-chess-moves = e2?: eine Quantenfigur berühren; kann sie ziehen, muss sie. e2-e4: mit ihr ziehen. e4xd5: schlagen. e7-e8=Q: einen Bauern umwandeln. d8=Q: einen Bauern umwandeln, der auf der letzten Reihe berührt wurde. deal: die Arten verteilen. pass: nichts lässt sich berühren.
game-queens-chess-advice = Eine Quantenfigur ist von ihrer ersten oder zweiten Art, je 1/2, und zeigt bei einer Berührung, von welcher; eine unbekannte Art wird dann aus dem Vorrat ihrer Seite gezogen. Wer auf einem dunklen Feld ankommt, ist wieder eine Quantenfigur. Könige werden geschlagen: Auf Schach muss niemand antworten, und es gibt kein Matt; aber eine Berührung, die Schach gibt, beendet den Zug, wo die Regeln es so haben.
game-box-chess = Box-Schach
game-box-chess-about = Schach, in dem eine Figur auf zwei Feldern ist, Paare sich verschränken und Schläge versucht werden
game-box-chess-title = Box-Schach, { $board }
game-box-chess-moves = e2-e4: ein Zug, auch einer Hälfte. b1^a3c3: eine Figur auf zwei Felder setzen, je 1/2. e4xd5: schlagen, oder es versuchen. b1^c3>a3: dasselbe, wahrscheinlich auf dem ersten. e7-e8=Q: einen Bauern umwandeln. f6^d5&e4: bleiben und nach d5 ziehen, verschränkt mit e4. d5<>f6: die Klassen der Hälften eines Paars tauschen. b1^a3~c3: auf zwei Feldern mit entgegengesetzten Vorzeichen. a1ze1, a1e1^a1: Ein Z-Zug tauscht die Vorzeichen, ein Hadamard-Zug fügt Hälften zusammen. a1|a4: durch eine Figur tunneln. a1?: ein eigenes Paar messen.
game-box-chess-advice = Zwei Hälften mit demselben Buchstaben sind eine Figur, und eine von ihnen ist echt. Teile mit demselben Rahmen sind verschränkt und werden zusammen gemessen. Ein Schlag, an dem eine Hälfte beteiligt ist, misst ihre Gruppe und misslingt, wenn der Angreifer oder sein Ziel nicht da ist. Eine Hälfte gibt Schach, wo immer sie echt sein kann.

## Figuren

# Die Formen nach dem ersten Wort: der Turm, den Turm, (mit) dem Turm, des Turms, ein Turm.
piece-man = { $side ->
    [white] weißer Stein
    [black] schwarzer Stein
   *[none] Stein
}
    .the = { $side ->
        [white] der weiße Stein
        [black] der schwarze Stein
       *[none] der Stein
    }
    .object = den Stein
    .with = dem Stein
    .of = des Steins
    .a = ein Stein
piece-queen = { $side ->
    [white] weiße Dame
    [black] schwarze Dame
   *[none] Dame
}
    .the = { $side ->
        [white] die weiße Dame
        [black] die schwarze Dame
       *[none] die Dame
    }
    .object = die Dame
    .with = der Dame
    .of = der Dame
    .a = eine Dame
piece-king = { $game ->
    [cheqqers] { piece-queen }
    [international] { piece-queen }
    [rotation] { piece-queen }
    [blocking] { piece-queen }
   *[other] { $side ->
        [white] weißer König
        [black] schwarzer König
       *[none] König
    }
}
    .the = { $game ->
        [cheqqers] { piece-queen.the }
        [international] { piece-queen.the }
        [rotation] { piece-queen.the }
        [blocking] { piece-queen.the }
       *[other] { $side ->
            [white] der weiße König
            [black] der schwarze König
           *[none] der König
        }
    }
    .object = { $game ->
        [cheqqers] { piece-queen.object }
        [international] { piece-queen.object }
        [rotation] { piece-queen.object }
        [blocking] { piece-queen.object }
       *[other] den König
    }
    .with = { $game ->
        [cheqqers] { piece-queen.with }
        [international] { piece-queen.with }
        [rotation] { piece-queen.with }
        [blocking] { piece-queen.with }
       *[other] dem König
    }
    .of = { $game ->
        [cheqqers] { piece-queen.of }
        [international] { piece-queen.of }
        [rotation] { piece-queen.of }
        [blocking] { piece-queen.of }
       *[other] des Königs
    }
    .a = { $game ->
        [cheqqers] { piece-queen.a }
        [international] { piece-queen.a }
        [rotation] { piece-queen.a }
        [blocking] { piece-queen.a }
       *[other] ein König
    }
piece-rook = { $side ->
    [white] weißer Turm
    [black] schwarzer Turm
   *[none] Turm
}
    .the = { $side ->
        [white] der weiße Turm
        [black] der schwarze Turm
       *[none] der Turm
    }
    .object = den Turm
    .with = dem Turm
    .of = des Turms
    .a = ein Turm
piece-bishop = { $side ->
    [white] weißer Läufer
    [black] schwarzer Läufer
   *[none] Läufer
}
    .the = { $side ->
        [white] der weiße Läufer
        [black] der schwarze Läufer
       *[none] der Läufer
    }
    .object = den Läufer
    .with = dem Läufer
    .of = des Läufers
    .a = ein Läufer
piece-knight = { $side ->
    [white] weißer Springer
    [black] schwarzer Springer
   *[none] Springer
}
    .the = { $side ->
        [white] der weiße Springer
        [black] der schwarze Springer
       *[none] der Springer
    }
    .object = den Springer
    .with = dem Springer
    .of = des Springers
    .a = ein Springer
piece-pawn = { $side ->
    [white] weißer Bauer
    [black] schwarzer Bauer
   *[none] Bauer
}
    .the = { $side ->
        [white] der weiße Bauer
        [black] der schwarze Bauer
       *[none] der Bauer
    }
    .object = den Bauern
    .with = dem Bauern
    .of = des Bauern
    .a = ein Bauer
piece-piece = { $side ->
    [white] weiße Figur
    [black] schwarze Figur
   *[none] Figur
}
    .the = { $side ->
        [white] die weiße Figur
        [black] die schwarze Figur
       *[none] die Figur
    }
    .object = die Figur
    .with = der Figur
    .of = der Figur
    .a = eine Figur
piece-quantum-piece = { $side ->
    [white] weiße Quantenfigur
    [black] schwarze Quantenfigur
   *[none] Quantenfigur
}
    .the = { $side ->
        [white] die weiße Quantenfigur
        [black] die schwarze Quantenfigur
       *[none] die Quantenfigur
    }
    .object = die Quantenfigur
    .with = der Quantenfigur
    .of = der Quantenfigur
    .a = eine Quantenfigur

## Arten von Zügen

move-step = Schritt
move-capture = Schlag
move-split = Aufteilung
move-merge = Vereinigung
move-quantum-move = Quantenzug
move-end-of-a-chain = Ende einer Schlagfolge
move-touch = Berührung
move-move = Zug
move-promotion = Umwandlung
move-deal = Verteilen
move-pass = Zug vorbei
move-superposition = Superposition
move-entanglement = Verschränkung
move-inversion = Inversion
move-Z-move = Z-Zug
move-Hadamard-move = Hadamard-Zug
move-tunnelling = Tunneln
move-remote-collapse = Messung eines Paars
confirm-to-rotate-the-piece = um die Figur zu drehen
form-pdn = Dame-Aufzeichnung (PDN)
form-online = Züge, wie die Seite der Autoren sie schreibt

## Wer spielt und wer misst

player-person-about = du, oder jemand per Link
player-random-about = zieht zufällig
player-mcts-about = simuliert vor jedem Zug { $strength } Partien
player-expert-about = denkt { $strength } ms voraus
backend-local-about = ein Simulator ohne Fehler
backend-noisy-about = ein Simulator mit den Fehlern eines typischen Geräts
backend-noisy-fez-about = ein Simulator mit den Fehlern des Geräts ibm_fez
backend-noisy-torino-about = ein Simulator mit den Fehlern des Geräts ibm_torino
backend-noisy-pittsburgh-about = ein Simulator mit den Fehlern des Geräts ibm_pittsburgh

## Einstellungen

setting-cheqqers-level = Level
setting-cheqqers-level-about = wie viel Quantenmechanik: 0 Dame, 1 Superposition, 2 Verschränkung, 3 Interferenz
choice-cheqqers-level-0 = 0 Klassisch
choice-cheqqers-level-0-about = englische Dame, ohne Quanten
choice-cheqqers-level-1 = 1 Superposition
choice-cheqqers-level-1-about = eine Figur kann auf zwei Feldern zugleich sein; wer eine schlägt, die vielleicht nicht da ist, misst sie
choice-cheqqers-level-2 = 2 Verschränkung
choice-cheqqers-level-2-about = schlag eine Figur, die vielleicht nicht da ist, und die beiden verschränken sich
choice-cheqqers-level-3 = 3 Interferenz
choice-cheqqers-level-3-about = Teile einer Figur können sich wieder vereinen: Sie verstärken sich oder löschen sich aus
choice-international-level-0 = 0 Klassisch
choice-international-level-0-about = internationale Dame, ohne Quanten
choice-international-level-1 = 1 Superposition
choice-international-level-1-about = eine Figur kann auf zwei Feldern zugleich sein; wer auf sie trifft, misst sie
choice-international-level-2 = 2 Verschränkung
choice-international-level-2-about = zieh auf ein Feld, auf dem vielleicht eine eigene Figur steht, und die beiden verschränken sich
choice-international-level-3 = 3 Interferenz
choice-international-level-3-about = Teile können sich wieder vereinen: Sie verstärken sich oder löschen sich aus
setting-cheqqers-size = Größe des Bretts
setting-cheqqers-size-about = Linien und Reihen des Bretts
setting-cheqqers-rows = Reihen
setting-cheqqers-rows-about = Reihen von Steinen auf jeder Seite: 3, oder so viele wie passen
setting-cheqqers-entanglement = Verschränkung
setting-cheqqers-entanglement-about = welche Figuren ein Schlag verschränkt: nur noch nicht verschränkte, oder alle
setting-cheqqers-draw_after = Remis nach
setting-cheqqers-draw_after-about = Halbzüge ohne Schlag, nach denen es remis ist
setting-cheqqers-position = Stellung
setting-cheqqers-position-about = eine Dame-FEN statt der üblichen Stellung: W:W21-32:B1-12
setting-international-level = Level
setting-international-level-about = wie viel Quantenmechanik: 0 Dame, 1 Superposition, 2 Verschränkung, 3 Interferenz
setting-international-size = Größe des Bretts
setting-international-size-about = Linien und Reihen des Bretts
setting-international-rows = Reihen
setting-international-rows-about = Reihen von Steinen auf jeder Seite: so viele wie passen, wenn nichts anderes gewählt ist
setting-international-draw_after = Remis nach
setting-international-draw_after-about = Halbzüge ohne Schlag, nach denen es remis ist; aus: gar kein Remis, auch nicht durch Wiederholung
setting-international-position = Stellung
setting-international-position-about = eine Dame-FEN statt der üblichen Stellung: W:W21-32:B1-12
preset-international-4x4-about = 4 × 4 mit einer Reihe Steine, für erste Partien
preset-international-6x6-about = 6 × 6 mit zwei Reihen Steinen
preset-international-10x10-about = 10 × 10 mit vier Reihen Steinen, wie internationale Dame gespielt wird
setting-rotation-size = Größe des Bretts
setting-rotation-size-about = Linien und Reihen des Bretts
setting-rotation-rows = Reihen
setting-rotation-rows-about = Reihen von Steinen auf jeder Seite: 3, oder so viele wie passen
setting-rotation-rotation = Drehung
setting-rotation-rotation-about = was ein Zug mit der Figur macht: ry(π/6), +25 % oder +15 %, jeweils bis 1
setting-rotation-collapse = Messung
setting-rotation-collapse-about = ob eine gefundene Figur von da an feststeht oder ihren Winkel behält
setting-rotation-resample = Noch einmal messen
setting-rotation-resample-about = ob ein misslungener Schlag seine beiden Figuren noch einmal misst
setting-rotation-draw_turns = Remis nach
setting-rotation-draw_turns-about = Züge, in denen nichts das Brett verlässt, bis es remis ist; 0 für nie
setting-rotation-wipeout = Leeres Brett
setting-rotation-wipeout-about = wer gewinnt, wenn eine Messung gar keine Figur übrig lässt
setting-rotation-position = Stellung
setting-rotation-position-about = wo die Figuren stehen, K vor Damen, ~N hinter N-mal gedrehten, die nicht feststehen: W:Wc3~0,Kd4:Bf6~1
preset-rotation-physical-about = echte Gatter und echte Messungen
preset-rotation-program-about = wie das veröffentlichte Programm spielt
preset-rotation-manual-about = mit den 15 % aus dem Text der Anleitung
setting-blocking-size = Größe des Bretts
setting-blocking-size-about = Linien und Reihen des Bretts
setting-blocking-rows = Reihen
setting-blocking-rows-about = Reihen von Steinen auf jeder Seite: 3, oder so viele wie passen
setting-blocking-quantum_move = Quantenzug
setting-blocking-quantum_move-about = Ziele eines Quantenzugs: zwei, oder eines, und die Hälfte bleibt
setting-blocking-rejoin = Wieder vereinen
setting-blocking-rejoin-about = ob ein Quantenzug auf ein Ziel durch einen zweiten auf den anderen Teil rückgängig gemacht werden kann
setting-blocking-link_limit = Begrenzte Verschränkung
setting-blocking-link_limit-about = ob ein verschränkender Zug einen Teil und ein Ziel mit weniger als zwei Verbindungen braucht
setting-blocking-measure = Messung
setting-blocking-measure-about = was ein Angriff misst
setting-blocking-draw_turns = Remis nach
setting-blocking-draw_turns-about = Züge ohne Schlag, bis es remis ist; 0 oder off für nie
setting-blocking-position = Stellung
setting-blocking-position-about = wo die Figuren stehen, K vor Damen: W:Wc3,Kd4:Bf6
preset-blocking-6x6-about = ein Brett von 6 × 6, eine Reihe Steine
preset-blocking-4x4-about = ein Brett von 4 × 4, eine Reihe Steine
preset-blocking-full-collapse-about = wie das Programm auf 6 × 6: Schläge messen alles
preset-blocking-partial-collapse-about = wie das Programm auf 4 × 4: Schläge messen ihre Felder
setting-queens-chess-quantum = Quanten
setting-queens-chess-quantum-about = ob Figuren zwei Arten haben; sonst sind alle von ihrer ersten
setting-queens-chess-secondaries = Zweite Arten
setting-queens-chess-secondaries-about = unbekannt, bis sie sich zeigen, oder vor dem ersten Zug verteilt
setting-queens-chess-promotion = Umwandlung
setting-queens-chess-promotion-about = was aus einem Bauern werden kann
setting-queens-chess-far_row = Letzte Reihe
setting-queens-chess-far_row-about = eine berührte Figur, die sich auf der letzten Reihe als Bauer zeigt: Sie wird umgewandelt und der Zug ist vorbei, sie wird Dame und zieht weiter, oder sie bleibt Bauer
setting-queens-chess-check_ends = Schach beendet
setting-queens-chess-check_ends-about = ob eine Art, die sich bei der Berührung zeigt und den König angreift, den Zug beendet
setting-queens-chess-idle = Nicht gezogen
setting-queens-chess-idle-about = eine Figur, deren Berührung den Zug beendet hat: bleibt klassisch, oder wird auf einem dunklen Feld wieder Quantenfigur
setting-queens-chess-touch = Berühren
setting-queens-chess-touch-about = klassische Figuren, die nicht ziehen können: dürfen nicht berührt werden, oder dürfen es, und der Zug ist verloren
setting-queens-chess-captured = Geschlagene
setting-queens-chess-captured-about = eine geschlagene Quantenfigur: wird gemessen, bevor sie geht, oder geht ungelesen
setting-queens-chess-twins = Zwillinge
setting-queens-chess-twins-about = eine Figur mit zwei bekannten gleichen Arten: wird auf einem dunklen Feld wieder Quantenfigur, oder ist für immer klassisch
setting-queens-chess-castling = Rochade
setting-queens-chess-castling-about = ob es die Rochade gibt
setting-queens-chess-en_passant = En passant
setting-queens-chess-en_passant-about = ob Bauern im Vorübergehen geschlagen werden
setting-queens-chess-draw_after = Remis nach
setting-queens-chess-draw_after-about = Züge beider Seiten ohne Schlag und Bauernzug, bis es remis ist, oder off
setting-queens-chess-position = Stellung
setting-queens-chess-position-about = die Stellung in den Feldern einer FEN, und die Vorräte als P8N2B2R2Q1/p8n2b2r2q1: (PR) ist eine Quantenfigur, (P?) hat eine unbekannte zweite Art, [P*R] zeigt ihre erste und [PR*] ihre zweite
preset-queens-chess-2010-about = die Regeln des Programms von A. Wismath
preset-queens-chess-2013-about = die Regeln des Wettbewerbs im University Computer Club
preset-queens-chess-2020-about = die acht Regeln des zweiten Programms: Alle Arten sind von Anfang an zu sehen
preset-queens-chess-classical-about = Schach, in dem Könige geschlagen werden, ohne Quanten
setting-box-chess-board = Brett
setting-box-chess-board-about = Linien und Reihen des Bretts, mit seiner Aufstellung
setting-box-chess-superposition = Superposition
setting-box-chess-superposition-about = `free`: zwei Felder zugleich; `stay`: nur das eigene und ein anderes; `off`: keine, und keine Verschränkung
setting-box-chess-unequal = Ungleiche Paare
setting-box-chess-unequal-about = ob es ungleiche Superpositionen gibt
setting-box-chess-unequal_faces = Augen des Würfels
setting-box-chess-unequal_faces-about = Augen von sechs, bei denen die wahrscheinliche Hälfte eines ungleichen Paars echt ist
setting-box-chess-inversion = Inversion
setting-box-chess-inversion-about = ob es Inversionen gibt
setting-box-chess-phase = Phase
setting-box-chess-phase-about = ob es Superpositionen mit Phase, Z-Züge und Hadamard-Züge gibt
setting-box-chess-group_moves = Züge von Gruppen
setting-box-chess-group_moves-about = ob es Z-Züge und Hadamard-Züge verschränkter Paare gibt
setting-box-chess-attempt = Schlagversuch
setting-box-chess-attempt-about = ein Schlagversuch misst beide Gruppen, die des Angreifers zuerst, oder keine
setting-box-chess-tunnelling = Tunneln
setting-box-chess-tunnelling-about = ob eine Figur versuchen darf, durch eine andere zu ziehen
setting-box-chess-remote_collapse = Eigene Messung
setting-box-chess-remote_collapse-about = ob man ein eigenes Paar messen und dann damit ziehen darf
setting-box-chess-groups = Gruppen
setting-box-chess-groups-about = wie viele verschränkte Gruppen es zugleich geben darf; 0: keine Verschränkung
setting-box-chess-draw_after = Remis nach
setting-box-chess-draw_after-about = Züge beider Seiten ohne Schlag und Bauernzug, bis es remis ist, oder off
setting-box-chess-position = Stellung
setting-box-chess-position-about = die Stellung in den Feldern einer FEN und einer Liste von Paaren: (N1r) und (N1b) sind die Hälften von Paar 1, und 1&-2e,3u zählt Paar 1 und 2 auf, gleich und verschränkt, und 3, ungleich
preset-box-chess-full-about = alle Regeln
preset-box-chess-simplified-about = ohne Inversionen
preset-box-chess-hadamard-about = Phasen und Hadamard-Züge statt ungleicher Paare
preset-box-chess-hadamard-plus-about = Phasen und Hadamard-Züge, auch verschränkter Paare
preset-box-chess-deterministic-about = Versuche werden durch Phasen entschieden, nichts wird gemessen
preset-box-chess-tunnelling-about = Figuren dürfen versuchen, durch andere zu ziehen
preset-box-chess-no-box-about = ein Versuch misst zuerst die Gruppe des Angreifers
preset-box-chess-slow-about = eine Hälfte einer Superposition bleibt stehen
preset-box-chess-remote-about = eigene Paare dürfen vor einem Zug gemessen werden
preset-box-chess-4x4-about = ein Brett von 4 × 4
preset-box-chess-4x5-about = ein Brett von 4 × 5
preset-box-chess-4x6-about = ein Brett von 4 × 6
preset-box-chess-5x6-about = ein Brett von 5 × 6
preset-box-chess-classical-about = Schach, ohne Quanten

## Lektionen

chapter-Level-0-classical = Level 0: klassisch
chapter-Level-1-superposition = Level 1: Superposition
chapter-Level-2-entanglement = Level 2: Verschränkung
chapter-Level-3-interference = Level 3: Interferenz
chapter-Superposition = Superposition
chapter-Measurement = Messung
chapter-Entanglement = Verschränkung
chapter-Interference = Interferenz
chapter-Kings = Damen
chapter-The-end = Das Ende

lesson-cheqqers-step-title = Ein Schritt
lesson-cheqqers-step-text-1 = Cheqqers ist Dame auf den dunklen Feldern. Ein Stein zieht ein Feld nach vorn, nach links oder nach rechts.
lesson-cheqqers-step-text-2 = Wähle einen Stein: Die Punkte zeigen, wohin er kann. Oder zieh ihn dorthin, oder nimm die Pfeiltasten und Enter.
lesson-cheqqers-step-task = Mach mit einem weißen Stein einen Schritt.
lesson-cheqqers-step-ending-1 = Das ist schon alles.
lesson-cheqqers-capture-title = Ein Schlag
lesson-cheqqers-capture-text-1 = Ein gegnerischer Stein wird geschlagen, indem man über ihn auf das leere Feld dahinter springt. Solche Ziele haben einen Ring.
lesson-cheqqers-capture-text-2 = Wer schlagen kann, muss es tun, und mit demselben Stein weiter, solange er kann.
lesson-cheqqers-capture-task = Schlag beide schwarzen Steine.
lesson-cheqqers-capture-ending-1 = Beide sind weg, in einem Zug mit zwei Sprüngen.
lesson-cheqqers-king-title = Eine Dame
lesson-cheqqers-king-text-1 = Ein Stein, der die letzte Reihe erreicht, wird zur Dame. Damen ziehen auch zurück.
lesson-cheqqers-king-task = Hol dir eine Dame und zieh mit ihr einen Schritt zurück.
lesson-cheqqers-king-ending-1 = Eine Dame hat eine Krone und vier Richtungen.
lesson-cheqqers-split-title = Superposition: aufteilen
lesson-cheqqers-split-text-1 = Ab Level 1 kann sich eine Figur aufteilen: Sie zieht auf zwei Felder zugleich. Jeder ihrer Teile ist dann mit einer Wahrscheinlichkeit von einer Hälfte da; das sagen der Ring und die Zahl. Der Buchstabe sagt, welche Teile eine Figur sind.
lesson-cheqqers-split-text-2 = Drücke auf den Stein auf c1 und dann auf die zwei Pfeile zwischen seinen Zielen. Oder drücke auf ein Ziel und zieh zum anderen. Oder drücke auf „Aufteilen“ (Taste s), dann auf den Stein und beide Ziele.
lesson-cheqqers-split-task = Teile den Stein auf c1 auf b2 und d2 auf.
lesson-cheqqers-split-ending-1 = Der Stein ist auf beiden Feldern, in Superposition: Ein Schaltkreis enthält beide Teile, und sie würden zusammen gemessen.
lesson-cheqqers-again-title = Teile teilen sich weiter
lesson-cheqqers-again-text-1 = Ein Teil zieht, als wäre er eine ganze Figur: Er kann einen Schritt machen, und er kann sich wieder aufteilen. Die Wahrscheinlichkeiten aller Teile einer Figur ergeben zusammen eins.
lesson-cheqqers-again-task = Teile einen der Teile noch einmal auf.
lesson-cheqqers-again-ending-1 = Eine Hälfte bleibt, die andere wird zu zwei Vierteln: drei Teile einer Figur, drei Qubits.
lesson-cheqqers-measure-title = Ein Schlag, der misst
lesson-cheqqers-measure-text-1 = Schwarz hat einen Stein auf e5 und g5 aufgeteilt. Er ist vielleicht auf e5, also kannst du versuchen, ihn zu schlagen, und musst es.
lesson-cheqqers-measure-text-2 = Erst eine Messung sagt, wo er ist. Zeig auf das Ziel: Dann steht da, was geschehen kann und wie wahrscheinlich es ist.
lesson-cheqqers-measure-task = Schlag über e5.
lesson-cheqqers-measure-ending-1 = Er war nicht auf e5, sondern auf g5; dort steht er jetzt fest. Nichts ist geschlagen, und dein Zug ist vorbei. Genauso oft geht es anders aus: Versuch es noch einmal.
lesson-cheqqers-measure-ending-2 = Er war auf e5 und ist geschlagen. Genauso oft wird er auf g5 gefunden, und dein Zug ist vorbei: Versuch es noch einmal.
lesson-cheqqers-attacker-title = Ein Teil, der schlägt
lesson-cheqqers-attacker-text-1 = Dasselbe gilt, wenn die schlagende Figur die ungewisse ist: Sie wird zuerst gemessen. Nur eine Figur, die da ist, kann schlagen.
lesson-cheqqers-attacker-task = Schlag mit dem Teil auf d4.
lesson-cheqqers-attacker-ending-1 = Dein Stein war auf b4: Er konnte von d4 nicht schlagen, und dein Zug ist vorbei.
lesson-cheqqers-attacker-ending-2 = Dein Stein war auf d4 und hat geschlagen.
lesson-cheqqers-entangle-title = Verschränkung
lesson-cheqqers-entangle-text-1 = In Level 2 misst eine Figur, die feststeht, eine ungewisse nicht, wenn sie sie schlägt. Beides geschieht, in Superposition: Wo der schwarze Stein auf e5 war, ist er geschlagen, und deiner ist auf f6. Wo er es nicht war, steht deiner noch auf d4.
lesson-cheqqers-entangle-text-2 = Die beiden Figuren sind dann verschränkt.
lesson-cheqqers-entangle-task = Schlag über e5.
lesson-cheqqers-entangle-ending-1 = Entweder ist dein Stein auf f6 und der schwarze geschlagen, oder er ist auf d4 und der schwarze auf g5: je zur Hälfte, und nie etwas anderes. Alle drei Felder haben denselben Rahmen.
lesson-cheqqers-together-title = Zusammen gemessen
lesson-cheqqers-together-text-1 = Du hast einen Stein auf b4 und d4 aufgeteilt, und Schwarz hat über d4 geschlagen. Der schwarze Stein ist also auf c3, wenn deiner auf d4 war, und sonst noch auf e5.
lesson-cheqqers-together-text-2 = Jetzt schlägst du über c3. Eine Figur, die schon verschränkt ist, wird gemessen, und ihr ganzer Schaltkreis mit ihr: Was gefunden wird, entscheidet über beide.
lesson-cheqqers-together-task = Schlag mit dem Stein auf b2 über c3.
lesson-cheqqers-together-ending-1 = Der schwarze Stein war auf e5, deiner wurde also nie geschlagen: Er steht jetzt auf b4 fest. Auf c3 ist nichts, und dein Zug ist vorbei.
lesson-cheqqers-together-ending-2 = Der schwarze Stein war auf c3, er hatte deinen also geschlagen. Jetzt ist er selbst geschlagen.
lesson-cheqqers-merge-title = Interferenz: vereinen
lesson-cheqqers-merge-text-1 = In Level 3 können sich zwei Teile einer Figur auf einem Feld vereinen, das beide erreichen. Ihre Amplituden addieren sich: Sie interferieren.
lesson-cheqqers-merge-text-2 = Wähle den Teil auf b4: Sein Partner wird hervorgehoben. Drücke auf ihn, dann auf c5. Die zwei Pfeile zueinander, auf dem Ziel, tun dasselbe auf einmal.
lesson-cheqqers-merge-task = Vereine b4 und d4 auf c5.
lesson-cheqqers-merge-ending-1 = Die Teile waren in Phase, also ist die ganze Figur auf c5: Sie steht wieder fest, ganz ohne Messung.
lesson-cheqqers-phase-title = Phase
lesson-cheqqers-phase-text-1 = Jeder Schritt dreht die Phase eines Teils um eine Viertelumdrehung. Der Zeiger in seinem Ring zeigt sie. Hier war der Teil auf b4 auf a5 und wieder zurück: Zwei Viertel sind eine halbe Umdrehung, und die Zeiger zeigen in entgegengesetzte Richtungen.
lesson-cheqqers-phase-text-2 = Zeig auf die Vereinigung, bevor du sie spielst: Violette Ringe zeigen, was sie ergäbe.
lesson-cheqqers-phase-task = Vereine b4 und d4 auf c5.
lesson-cheqqers-phase-ending-1 = Auf c5 löschen sich die beiden Amplituden aus: Nichts kommt an. Die ganze Figur bleibt auf d4, beim zweiten Teil. Derselbe Zug wie zuvor und das gegenteilige Ergebnis: Nur die Phase war eine andere.
lesson-cheqqers-rest-title = Was übrig bleibt
lesson-cheqqers-rest-text-1 = Teile, die nicht gleich wahrscheinlich sind, können sich nicht ganz auslöschen. Der Teil auf a5 hat eine Wahrscheinlichkeit von einer Hälfte, der auf c5 von einem Viertel.
lesson-cheqqers-rest-text-2 = Danach kennst du alle Regeln.
lesson-cheqqers-rest-task = Vereine a5 und c5 auf b6.
lesson-cheqqers-rest-ending-1 = 72,9 % sind auf b6, und 2,1 % bleiben auf c5: ((√½ + ½)² und (√½ − ½)²) / 2. Das Viertel auf e5 war nicht beteiligt.

lesson-international-backwards-title = Steine schlagen rückwärts
lesson-international-backwards-text-1 = Ein Stein zieht schräg nach vorn, ein Feld weit, aber er schlägt in alle vier Richtungen.
lesson-international-backwards-task = Schlag den Stein auf d4.
lesson-international-backwards-ending-1 = Sieh auch hinter deine Steine: Auch dein Gegner schlägt rückwärts.
lesson-international-flying-title = Damen fliegen
lesson-international-flying-text-1 = Eine Dame zieht auf einer Diagonale beliebig weit. Sie schlägt aus der Ferne und landet auf irgendeinem freien Feld hinter der geschlagenen Figur.
lesson-international-flying-task = Schlag den Stein auf d4 und lande, wo du willst.
lesson-international-flying-ending-1 = Eine Dame kann das ganze Brett beherrschen.
lesson-international-longest-title = Der längste Schlag
lesson-international-longest-text-1 = Wer schlagen kann, muss es tun und von mehreren Schlägen einen wählen, der die meisten Figuren schlagen kann. Hier könnte h2 einen Stein schlagen, und c3 kann zwei schlagen.
lesson-international-longest-task = Schlag zwei Steine in einem Zug.
lesson-international-longest-ending-1 = Nur der erste Schlag eines Zugs wird so gewählt. Danach darf die Figur beliebig weiterschlagen.
lesson-international-onto-title = Auf ein Feld, das vielleicht besetzt ist
lesson-international-onto-text-1 = Schwarz hat einen Stein auf a5 und c5 aufgeteilt. Du darfst auf ein Feld ziehen, auf dem vielleicht eine Figur steht: Es wird zuerst gemessen, dieses Feld allein. Ist es besetzt, ist dein Zug vorbei, und nichts bewegt sich.
lesson-international-onto-task = Zieh nach a5.
lesson-international-onto-ending-1 = Der schwarze Stein war auf a5. Dein Stein bleibt auf b4, und der Zug ist vorbei. Ebenso oft geht es anders aus: Versuch es noch einmal.
lesson-international-onto-ending-2 = a5 war leer, also ist der schwarze Stein sicher auf c5, und dein Stein ist auf a5.
lesson-international-step-title = Ein Teil zieht
lesson-international-step-text-1 = In Level 1 misst ein Schritt den Teil, der zieht: Nur eine Figur, die da ist, kommt weiter. Aufteilen misst die Figur nicht, die sich aufteilt.
lesson-international-step-task = Zieh von b4 nach a5.
lesson-international-step-ending-1 = Dein Stein war auf b4 und ist nach a5 gezogen. Er steht wieder fest.
lesson-international-step-ending-2 = Dein Stein war auf d4 und steht dort fest. Nichts hat sich bewegt, und dein Zug ist vorbei.
lesson-international-own-title = Auf eine eigene Figur
lesson-international-own-text-1 = Ab Level 2 misst ein Schritt nicht mehr, was zieht, und auch kein Feld, auf dem vielleicht eine eigene Figur steht. Nur ein Feld des Gegners wird noch gemessen. Wo d4 leer ist, zieht dein Stein von e3 dorthin. Wo nicht, bleibt er stehen.
lesson-international-own-task = Zieh von e3 nach d4.
lesson-international-own-ending-1 = In beiden Fällen ist ein Stein auf d4, also steht d4 fest. Der andere ist auf e3 oder auf b4: Die beiden Felder sind verschränkt. Welcher Stein welcher ist, lässt sich nicht sagen: Steine einer Seite sind ununterscheidbar.
lesson-international-three-title = Ein Schlag misst seine Felder
lesson-international-three-text-1 = Ein Schlag misst seine drei Felder, soweit sie nicht feststehen: wo er beginnt, was er schlägt und wo er landet. Er gelingt, wenn beide Figuren da sind und das Landefeld leer ist.
lesson-international-three-text-2 = Es herrscht Schlagzwang, wie unwahrscheinlich der Schlag auch ist.
lesson-international-three-task = Schlag von d4 über e5.
lesson-international-three-ending-1 = Mindestens einer von beiden war nicht da: Nichts ist geschlagen, und was gefunden wurde, bleibt. In einem von vier Fällen gelingt es.
lesson-international-three-ending-2 = Beide waren da: Der schwarze Stein ist geschlagen. Das geschieht in einem von vier Fällen.
lesson-international-merge-title = Teile vereinen sich
lesson-international-merge-text-1 = In Level 3 können sich zwei Teile auf einem Feld vereinen, das beide erreichen. Ihre Amplituden addieren sich oder löschen sich aus. In diesem Spiel dreht kein Schritt die Phase, also addieren sich gleich große Teile.
lesson-international-merge-task = Vereine b4 und d4 auf c5.
lesson-international-merge-ending-1 = Der ganze Stein ist auf c5: Er steht wieder fest, ganz ohne Messung.
lesson-international-rest-title = Was übrig bleibt
lesson-international-rest-text-1 = Teile, die nicht gleich wahrscheinlich sind, lassen etwas übrig. Der Teil auf a5 hat eine Wahrscheinlichkeit von einer Hälfte, der auf c5 von einem Viertel.
lesson-international-rest-text-2 = Danach kennst du alle Regeln.
lesson-international-rest-task = Vereine a5 und c5 auf b6.
lesson-international-rest-ending-1 = 72,9 % sind auf b6. Der Rest bleibt auf beiden, je 1,1 % auf a5 und c5, mit entgegengesetzten Phasen: Vereinst du sie noch einmal auf dieselbe Weise, wird der Zug rückgängig gemacht.
lesson-rotation-maybe-title = Vielleicht da
lesson-rotation-maybe-text-1 = Jede Figur ist ein Qubit: Sie ist da, oder sie ist es nicht, und sie ist beides, bis sie gemessen wird. Am Anfang ist jede mit 50 % da. Ihr Ring sagt, wie wahrscheinlich; ihr Feld ist in jedem Fall besetzt.
lesson-rotation-maybe-text-2 = Ein Stein zieht ein Feld schräg nach vorn. Drücke auf den Stein, auf ein Feld, und noch einmal auf das Feld: Der Schritt dreht das Qubit.
lesson-rotation-maybe-task = Zieh mit dem Stein auf c3.
lesson-rotation-maybe-ending-1 = Jetzt ist er mit 75 % da. Jeder Schritt dreht seinen Pfeil um 15°, und das Quadrat der Pfeilhöhe ist die Wahrscheinlichkeit: sin² 45° = 50 %, sin² 60° = 75 %.
lesson-rotation-certain-title = Nach drei Schritten gewiss
lesson-rotation-certain-text-1 = Der Stein auf c3 hat einen Schritt gemacht und ist mit 75 % da. Nach zwei weiteren Schritten steht der Pfeil senkrecht: sin² 90° = 1.
lesson-rotation-certain-task = Zieh mit diesem Stein, bis er mit Sicherheit da ist.
lesson-rotation-certain-ending-1 = Er ist mit Sicherheit da und bleibt es: Weitere Schritte drehen ihn nicht mehr.
lesson-rotation-attempt-title = Ein Schlag misst
lesson-rotation-attempt-text-1 = Dein Stein auf d4 ist mit Sicherheit da, der schwarze auf e5 ist mit 75 % da. Ihn zu schlagen heißt, ihn zu messen: Ist er da, ist er geschlagen.
lesson-rotation-attempt-text-2 = Ist er nicht da, werden auch alle anderen gemessen. Wer nicht da ist, verlässt das Brett, und dein Zug ist vorbei.
lesson-rotation-attempt-task = Schlag über e5.
lesson-rotation-attempt-ending-1 = Er war da und ist geschlagen. Sonst wurde nichts gemessen. Einmal in vier Malen geht es anders aus: Versuch es noch einmal.
lesson-rotation-attempt-ending-2 = Er war nicht da. Also wurde alles gemessen: Wer noch auf dem Brett steht, ist mit Sicherheit da.
lesson-rotation-both-title = Beide müssen da sein
lesson-rotation-both-text-1 = Eine Figur, die nicht da ist, kann nicht schlagen. Also wird auch der Angreifer gemessen, und ein Schlag zwischen zwei ungewissen Figuren gelingt mit dem Produkt ihrer Wahrscheinlichkeiten: 75 % von 75 % sind 56,3 %.
lesson-rotation-both-text-2 = Zeig auf das Ziel, bevor du darauf drückst: Dann steht da, wie wahrscheinlich jedes Ergebnis ist.
lesson-rotation-both-task = Schlag mit dem Stein auf d4 über e5.
lesson-rotation-both-ending-1 = Beide waren da. Jetzt steht auch der Angreifer fest.
lesson-rotation-both-ending-2 = Einer von beiden war nicht da und hat das Brett verlassen. Der andere steht jetzt fest.
lesson-rotation-fail-title = Ein guter Fehlschlag
lesson-rotation-fail-text-1 = Ein misslungener Schlag misst alle. Deine vier Steine sind mit je 93,3 % da, die fünf schwarzen mit 50 %.
lesson-rotation-fail-text-2 = Von deinen werden fast alle bleiben, von den schwarzen etwa die Hälfte: Ein Versuch, der misslingt, kann besser sein als einer, der gelingt.
lesson-rotation-fail-task = Versuch den Schlag über e5.
lesson-rotation-fail-ending-1 = Er ist gelungen, wie in 46,7 % der Fälle: ein schwarzer Stein weniger. Versuch es noch einmal, um zu sehen, wie er misslingt.
lesson-rotation-fail-ending-2 = Er ist misslungen, und die Messung hat die schwarzen Steine mehr gelichtet als deine. Erst ziehen, dann messen.
lesson-rotation-king-title = Eine Dame
lesson-rotation-king-text-1 = Ein Stein, der die letzte Reihe erreicht, wird zur Dame, auch wenn er nur vielleicht da ist. Damen ziehen auch zurück.
lesson-rotation-king-task = Hol dir eine Dame und zieh mit ihr einen Schritt zurück.
lesson-rotation-king-ending-1 = Eine Dame hat vier Richtungen. Du kennst jetzt alle Regeln.

lesson-blocking-both-ways-title = Links und rechts zugleich
lesson-blocking-both-ways-text-1 = Ein Stein zieht ein Feld schräg nach vorn. Oder er macht einen Quantenzug, nach links und nach rechts zugleich: Auf jedes Feld zieht eine Hälfte.
lesson-blocking-both-ways-text-2 = Drücke auf „Aufteilen“, dann auf den Stein auf c3 und beide Felder. Oder drücke auf den Stein und dann auf die zwei Pfeile zwischen seinen Zielen.
lesson-blocking-both-ways-task = Zieh mit dem Stein von c3 nach b4 und d4 zugleich.
lesson-blocking-both-ways-ending-1 = Der Stein ist auf beiden Feldern, in Superposition, auf jedem zur Hälfte. Das war ein einziges Gatter, die Wurzel aus iSWAP.
lesson-blocking-again-title = Die Hälfte der Hälfte
lesson-blocking-again-text-1 = Ein Teil zieht, als wäre er eine ganze Figur, und kann wieder einen Quantenzug machen. Die Wahrscheinlichkeiten aller Teile einer Figur ergeben zusammen eins.
lesson-blocking-again-task = Mach mit einem der beiden Teile einen Quantenzug.
lesson-blocking-again-ending-1 = Eine Hälfte bleibt, die andere wird zu zwei Vierteln: drei Teile, drei Qubits.
lesson-blocking-attack-title = Ein Angriff misst
lesson-blocking-attack-text-1 = Schwarz ist mit einem Stein nach e5 und g5 zugleich gezogen. Nur ein Angriff findet heraus, wo er ist: Er misst den Angreifer und das Angegriffene.
lesson-blocking-attack-text-2 = Ist der Stein auf e5, springst du über ihn und schlägst ihn. Ist er es nicht, so ist e5 leer, und dein Stein zieht dorthin.
lesson-blocking-attack-task = Greif e5 an.
lesson-blocking-attack-ending-1 = Er war auf g5, wo er jetzt feststeht. Dein Stein ist nach e5 gezogen. Versuch es noch einmal: In der Hälfte der Fälle wird er geschlagen.
lesson-blocking-attack-ending-2 = Er war auf e5 und ist geschlagen. Versuch es noch einmal: In der Hälfte der Fälle ist er auf g5, und dein Stein zieht nach e5.
lesson-blocking-behind-title = Was dahinter ist
lesson-blocking-behind-text-1 = Der Stein auf e5 steht fest, und deiner auch. Aber auf f6, wo du landen würdest, steht vielleicht ein Teil eines anderen: Auch dieses Feld wird gemessen.
lesson-blocking-behind-task = Greif e5 an.
lesson-blocking-behind-ending-1 = Der andere Stein war auf h6: f6 war frei, und der Stein auf e5 ist geschlagen.
lesson-blocking-behind-ending-2 = Der andere Stein war auf f6, dir im Weg: Niemand zieht, und dein Zug ist vorbei.
lesson-blocking-block-title = Sich selbst im Weg
lesson-blocking-block-text-1 = Auf d4 ist vielleicht einer deiner eigenen Steine. Zieht ein anderer dorthin, so zieht er, wo d4 leer ist, und bleibt, wo es besetzt ist. Nichts wird gemessen: Beides geschieht, in Superposition.
lesson-blocking-block-task = Zieh von e3 nach d4.
lesson-blocking-block-ending-1 = Entweder ist der erste Stein auf d4 und der zweite auf e3, oder der erste auf b4 und der zweite auf d4. Die beiden sind verschränkt. Auf d4 steht mit Sicherheit ein Stein, aber niemand weiß, welcher.
lesson-blocking-together-title = Zusammen gemessen
lesson-blocking-together-text-1 = Diese beiden Steine sind verschränkt: Der zweite ist nur dort auf e3, wo der erste auf d4 ist. Jetzt greift der zweite von e3 aus an und wird gemessen.
lesson-blocking-together-task = Greif mit dem Teil auf e3 f4 an.
lesson-blocking-together-ending-1 = Er war auf e3 und hat geschlagen. Also ist der erste Stein auf d4: Eine Messung hat über beide entschieden.
lesson-blocking-together-ending-2 = Er war nicht auf e3, sondern auf d4, und so ist der erste Stein auf b4: Eine Messung hat über beide entschieden. Niemand zieht.
lesson-blocking-rejoin-title = Ein halber Zug zurück
lesson-blocking-rejoin-text-1 = Mit diesen Einstellungen schickt ein Quantenzug die Hälfte einer Figur auf ein Feld, und die andere Hälfte bleibt. Hier ist die Hälfte der Dame von c3 nach d4 gezogen.
lesson-blocking-rejoin-text-2 = Derselbe Zug noch einmal bringt die Hälften zusammen. Sie interferieren: Auf einem Feld verstärken sie sich, auf dem anderen löschen sie sich aus.
lesson-blocking-rejoin-task = Mach den halben Zug von c3 nach d4 noch einmal.
lesson-blocking-rejoin-ending-1 = Die ganze Dame ist auf d4, ohne jede Messung. Zweimal die Wurzel aus iSWAP ist iSWAP: ein ganzer Zug.

lesson-queens-chess-touch-title = Berührt, geführt
lesson-queens-chess-touch-text-1 = Eine Quantenfigur ist von zwei Arten zugleich: Die auf d1 ist ein Turm oder ein Läufer, mit je 50 %. Eine Berührung misst, was sie ist.
lesson-queens-chess-touch-text-2 = Berührt, geführt: Kann sie ziehen, muss sie ziehen, und zwar nach der Art, die sie zeigt.
lesson-queens-chess-touch-task = Drücke zweimal auf die Figur auf d1, um sie zu berühren, und zieh sie dann.
lesson-queens-chess-touch-ending-1 = Auf einem hellen Feld behält sie die Art, die sie gezeigt hat; auf einem dunklen ist sie wieder beides, und die nächste Berührung misst neu.
lesson-queens-chess-dark-title = Zurück in die Superposition
lesson-queens-chess-dark-text-1 = Die Figur auf d1 wurde gemessen: Sie ist jetzt ein Turm und zieht, ohne berührt zu werden. Auf hellen Feldern behält sie diese Art.
lesson-queens-chess-dark-text-2 = Eine Figur, die auf einem dunklen Feld ankommt, ist wieder eine Quantenfigur: Ein Gatter bringt ihr Qubit zurück in eine gleiche Superposition.
lesson-queens-chess-dark-task = Zieh den Turm auf das dunkle Feld d2.
lesson-queens-chess-dark-ending-1 = Sie ist wieder Turm und Läufer. Ob eine Figur hell oder dunkel landet, ist die Wahl zwischen dem, was du weißt, und dem, was sein kann.
lesson-queens-chess-unknown-title = Eine Art, die niemand kennt
lesson-queens-chess-unknown-text-1 = Die erste Art einer Figur ist die ihres Ausgangsfelds. Die zweite kennt niemand, bis sie sich zeigt: Sie ist eine der Arten, die deine Seite noch nicht gesehen hat, hier Bauer, Springer oder Läufer.
lesson-queens-chess-unknown-text-2 = Eine Berührung braucht also vielleicht zwei Messungen: welche der beiden Arten, und wenn es die zweite ist, welche das ist.
lesson-queens-chess-unknown-task = Berühre die Figur auf b2.
lesson-queens-chess-unknown-ending-1 = In der Hälfte der Fälle ist sie ein Turm. Sonst ist ihre zweite Art von jetzt an bekannt. Versuch es noch einmal, um andere zu sehen.
lesson-queens-chess-take-title = Eine Quantenfigur wird geschlagen
lesson-queens-chess-take-text-1 = Wo eine Quantenfigur steht, ist gewiss; nur ihre Art ist offen. Ein Schlag misslingt also nie: Die Figur wird gemessen, zeigt ihre Art und geht.
lesson-queens-chess-take-task = Schlag die Figur auf d5.
lesson-queens-chess-take-ending-1 = Jetzt wissen beide Seiten, was sie war. Eine Art, die aus dem Spiel ist, kann sich nicht mehr zeigen.
lesson-queens-chess-check-title = Eine Berührung, die Schach gibt
lesson-queens-chess-check-text-1 = Wenn die Art, die sich zeigt, den gegnerischen König angreift, ist die Berührung schon der ganze Zug. Als Turm gibt die Figur auf d1 Schach auf d8, als Läufer nicht.
lesson-queens-chess-check-task = Berühre die Figur auf d1.
lesson-queens-chess-check-ending-1 = Ist sie ein Turm, so ist dein Zug vorbei: Schwarz steht im Schach. Ist sie ein Läufer, so muss sie jetzt ziehen. Versuch es noch einmal, um beides zu sehen.
lesson-queens-chess-king-title = Könige werden geschlagen
lesson-queens-chess-king-text-1 = Es gibt kein Matt: Niemand weiß, was eine Figur sein wird. Ein König darf im Schach bleiben, und wer den anderen König schlägt, hat gewonnen.
lesson-queens-chess-king-task = Schlag den König.
lesson-queens-chess-king-ending-1 = Weiß hat gewonnen. Du kennst jetzt alle Regeln.
lesson-queens-chess-king-ending-2 = Der König ist geschlagen.

lesson-box-chess-superposition-title = Auf zwei Feldern
lesson-box-chess-superposition-text-1 = Eine Figur darf auf zwei Felder zugleich ziehen, oder bleiben und zugleich ziehen. Eine ihrer beiden Hälften ist die echte; beide stehen im Weg, greifen an und geben Schach.
lesson-box-chess-superposition-text-2 = Wähle „Aufteilen“, drücke auf den Springer und dann auf zwei Felder, die er erreicht, auch sein eigenes. Gleiche Hälften sind mit je 50 % echt; von ungleichen ist die erste mit 5/6 echt.
lesson-box-chess-superposition-task = Setz den Springer auf zwei Felder.
lesson-box-chess-superposition-ending-1 = Die beiden Hälften sind eine Figur. Ein Schlagversuch misst, welche von ihnen echt ist.
lesson-box-chess-attempt-title = Ein Schlagversuch
lesson-box-chess-attempt-text-1 = Der schwarze Springer ist auf a5 oder c4, mit je 50 %. Eine Hälfte zu schlagen ist ein Versuch: Das Paar wird gemessen.
lesson-box-chess-attempt-text-2 = Der Angreifer zieht in jedem Fall auf das Feld. Wird der Springer dort gefunden, ist er geschlagen; sonst steht er auf seinem anderen Feld.
lesson-box-chess-attempt-task = Versuch, den Springer auf a5 mit dem Turm zu schlagen.
lesson-box-chess-attempt-ending-1 = Der Springer war auf c4: Der Turm steht auf a5, und nichts ist geschlagen.
lesson-box-chess-attempt-ending-2 = Der Springer war auf a5 und ist geschlagen.
lesson-box-chess-half-title = Eine Hälfte, die schlägt
lesson-box-chess-half-text-1 = Jetzt ist der Angreifer ungewiss: Dein Springer ist auf a3 oder c3. Jede Hälfte darf einen Schlag versuchen, und nur der echten gelingt er.
lesson-box-chess-half-task = Versuch, den Bauern auf b5 zu schlagen.
lesson-box-chess-half-ending-1 = Diese Hälfte war nicht echt: Dein Springer ist auf dem anderen Feld, und der Bauer steht noch da.
lesson-box-chess-half-ending-2 = Diese Hälfte war echt: Dein Springer ist auf b5, und der Bauer ist geschlagen.
lesson-box-chess-invert-title = Wahrscheinlich und unwahrscheinlich
lesson-box-chess-invert-text-1 = Dein Turm ist mit 5/6 auf a1 und mit 1/6 auf e1: ein ungleiches Paar. Ein Schlag auf e4 würde fast immer misslingen.
lesson-box-chess-invert-text-2 = Eine Inversion tauscht die Wahrscheinlichkeiten zweier Hälften, von denen eine zur anderen ziehen könnte. Wähle „Vereinen“ und drücke auf beide Hälften.
lesson-box-chess-invert-task = Invertiere den Turm auf a1 und e1.
lesson-box-chess-invert-ending-1 = Jetzt ist der Turm mit 5/6 auf e1. Das war ein einziges Gatter, ein X: Was wahrscheinlich war, ist unwahrscheinlich, und umgekehrt.
lesson-box-chess-entangle-title = Verschränkung
lesson-box-chess-entangle-text-1 = Dein Springer auf d2 greift die Hälfte auf c4 an. Darum kann er sich mit diesem Paar verschränken: Er zieht auf ein anderes Feld, wo die Hälfte auf c4 echt ist, und bleibt auf d2, wo sie es nicht ist.
lesson-box-chess-entangle-text-2 = Wähle „Aufteilen“, drücke auf den Springer, dann auf e4 und c4.
lesson-box-chess-entangle-task = Setz den Springer auch auf e4, verschränkt mit c4.
lesson-box-chess-entangle-ending-1 = Zwei Paare, eine Gruppe: e4 und c4 sind zusammen echt, oder d2 und a5, und nie etwas anderes. Sie haben denselben Rahmen.
lesson-box-chess-together-title = Zusammen gemessen
lesson-box-chess-together-text-1 = Die beiden Springer sind verschränkt. Dein Turm versucht, die Hälfte auf a5 zu schlagen: Die ganze Gruppe wird gemessen, auch dein eigener Springer.
lesson-box-chess-together-task = Versuch, mit dem Turm auf a5 zu schlagen.
lesson-box-chess-together-ending-1 = Der schwarze Springer war auf c4, also ist deiner auf e4. Nichts ist geschlagen; der Turm steht auf a5.
lesson-box-chess-together-ending-2 = Der schwarze Springer war auf a5 und ist geschlagen. Also ist deiner auf d2.
lesson-box-chess-join-title = Ein Hadamard-Zug
lesson-box-chess-join-text-1 = Mit Phase lassen sich zwei Hälften wieder zusammenfügen. Dein Turm ist auf a1 und e1, mit gleichen Vorzeichen. Ein Hadamard-Zug addiert die beiden: Auf einem Feld werden sie eine ganze Figur, auf dem anderen löschen sie sich aus.
lesson-box-chess-join-text-2 = Wähle „Vereinen“, drücke auf beide Hälften und antworte mit dem Zug, der sie auf a1 zusammenfügt.
lesson-box-chess-join-task = Füge den Turm auf a1 zusammen.
lesson-box-chess-join-ending-1 = Der Turm ist mit Sicherheit auf a1, ohne jede Messung: Gleiche Vorzeichen ergeben das erste Feld.
lesson-box-chess-sign-title = Das Vorzeichen entscheidet
lesson-box-chess-sign-text-1 = Das sieht aus wie zuvor, aber ein Z-Zug hat das Vorzeichen der Hälfte auf e1 geändert: Ihr Zeiger zeigt in die andere Richtung. Keine Messung könnte den Unterschied feststellen.
lesson-box-chess-sign-text-2 = Ein Hadamard-Zug kann es.
lesson-box-chess-sign-task = Füge den Turm wieder zusammen und sieh, wo er ist.
lesson-box-chess-sign-ending-1 = Mit entgegengesetzten Vorzeichen löschen sich die Hälften auf a1 aus und verstärken sich auf e1. Dasselbe Gatter wie zuvor, und das gegenteilige Ergebnis.

## Was geschehen ist

# Der Server sagt, was einzusetzen ist; eine Figur ist in den Formen da, die ihre Wörter unter „Figuren“ haben.
told-step = { $tries ->
    [yes] { side } versucht, { $part ->
        [yes] mit dem Teil auf
       *[no] von
    } { $from } nach { $to } zu ziehen.
   *[no] { side } zieht { $part ->
        [yes] mit dem Teil auf
       *[no] von
    } { $from } nach { $to }.
}
told-whole-step = { side } zieht von { $from } nach { $to }.
told-move = { side } zieht { $part ->
    [yes] eine Hälfte { $piece-of }
   *[no] { $piece-object }
} von { $from } nach { $to }.
told-split = { $tries ->
    [yes] { side } versucht, { $part ->
        [yes] den Teil auf { $from }
       *[no] { $from }
    } auf { $to } aufzuteilen.
   *[no] { side } teilt { $part ->
        [yes] den Teil auf { $from }
       *[no] { $from }
    } auf { $to } auf.
}
told-merge = { $tries ->
    [yes] { side } versucht, die Teile auf { $from } auf { $to } zu vereinen.
   *[no] { side } vereint die Teile auf { $from } auf { $to }.
}
told-jump = { $tries ->
    [yes] { side } versucht, von { $from } über { $over } nach { $to } zu schlagen.
   *[no] { side } schlägt von { $from } über { $over } nach { $to }.
}
told-capture = { side } schlägt mit { $piece-with } von { $from } { $taken-object } auf { $over }.
told-attempt = { $tries ->
    [yes] { side } versucht, mit { $piece-with } von { $from } { $taken-object } auf { $over } zu schlagen.
   *[no] { told-capture }
}
told-end-of-chain = { side } schlägt nicht weiter.
told-castling = { side } rochiert.
told-promotion = { side } wandelt den Bauern auf { $to } um: Er ist jetzt { $becomes-a }.
told-superposition = { side } setzt { $piece-object } von { $from } auf { $to }.
told-opposite-superposition = { side } setzt { $piece-object } von { $from } auf { $to }, mit entgegengesetzten Vorzeichen.
told-entanglement = { side } setzt { $piece-object } von { $from } auch auf { $first }: Auf { $first } ist { $piece-the }, wenn die gegnerische Hälfte auf { $second } echt ist.
told-inversion = { side } invertiert { $piece-object } auf { $squares }.
told-z-move = { side } ändert das Vorzeichen { $piece-of } auf { $squares }.
told-hadamard-move = { side } macht einen Hadamard-Zug mit { $piece-with } auf { $from }.
told-tunnelling = { $tries ->
    [yes] { side } versucht, mit { $piece-with } von { $from } nach { $to } zu tunneln.
   *[no] { side } tunnelt mit { $piece-with } von { $from } nach { $to }.
}
told-collapse = { side } misst { $piece-object } auf { $from }.
told-touch = { side } berührt { $from }.
told-lost-turn = { side } berührt { $from }, und der Zug ist vorbei.
told-deal = Die zweiten Arten aller Figuren werden verteilt.
told-pass = { side } kann nichts berühren und setzt aus.
told-other = { side }: { $move }.

told-read-there = { $piece-the } auf { $square } wurde gemessen und war da ({ $chance }).
told-read-there-alone = { $piece-the } auf { $square } wurde gemessen und war da ({ $chance }), nicht auf { $gone }.
told-read-absent = { $piece-the } auf { $square } wurde gemessen und war nicht da ({ $chance }).
told-read = Gemessen: { $readings }.
told-read-again = Noch einmal gemessen: { $readings }.
told-was-there = { $piece-the } auf { $square } war da ({ $chance })
told-was-there-alone = { $piece-the } auf { $square } war da ({ $chance }), nicht auf { $gone }
told-was-absent = { $piece-the } auf { $square } war nicht da ({ $chance })
told-is-on = { $piece-the } ist auf { $square }.
told-is-on-alone = { $piece-the } ist auf { $square }, nicht auf { $gone }.
told-found = Gemessen: gefunden auf { $places }.
told-found-count = Gemessen: { $found } von { $all } waren da.
told-found-nothing = Gemessen: Nichts wurde gefunden.
told-lost = { $piece-the } auf { $places } verlässt das Brett.
told-lost-several = Die Figuren auf { $places } verlassen das Brett.

told-primary-type = Die Figur zeigt ihre erste Art: { $piece-a }.
told-secondary-type = Die Figur zeigt ihre zweite Art: { $piece-a }.
told-new-type = Die Figur zeigt ihre zweite Art, die jetzt bekannt ist: { $piece-a }.
told-one-type = Beide Arten der Figur sind gleich: { $piece-a }.
told-becomes = Die Figur ist jetzt { $piece-a }.

told-captured = Geschlagen: { $pieces }.
told-captured-onto = Geschlagen: { $pieces }. Der Angreifer steht auf { $square }.
told-piece-on = { $piece-the } auf { $square }
told-missed = Nichts geschlagen: Die andere Seite ist am Zug.
told-steps-instead = Auf { $square } war nichts: Der Angreifer zieht dorthin.
told-unmoved = Niemand zieht: Die andere Seite ist am Zug.
told-occupied = { $square } ist besetzt: Niemand zieht, und die andere Seite ist am Zug.
told-entangled = Gemessen wird nichts: Die beiden Figuren sind jetzt verschränkt.
told-either = Mit { $captures } war { $piece-the } auf { $square } und ist geschlagen, mit { $stays } steht der Angreifer noch auf { $place }.

told-now = Jetzt ist die Figur { $shares }.
told-share = mit { $chance } auf { $square }
told-blocked = Wo ihr eine andere im Weg steht, bleibt die Figur stehen: Jetzt ist sie { $shares }.
told-placed = Die Figur steht auf { $square }.
told-certain = Die Figur auf { $square } ist jetzt mit Sicherheit da.
told-gone = Die Figur ist mit Sicherheit nicht auf { $to } und verlässt das Brett.
told-whole = Auf { $square } ist wieder eine ganze Figur.
told-whole-elsewhere = Auf { $to } löschen sich die Teile aus: Auf { $square } ist wieder eine ganze Figur.
told-cancelled = Auf { $to } löschen sich die Teile aus: Jetzt ist die Figur { $shares }.
told-crowned = Auf { $square } wird daraus { $piece-a }.
told-promoted = Auf { $square } wird daraus { $piece-a }.
told-quantum = Auf { $square } steht wieder eine Quantenfigur.
told-quantum-elsewhere = Die Figur auf { $square } ist wieder eine Quantenfigur.
told-must-move = { side } muss mit der Figur auf { $square } ziehen.
told-must-promote = { side } muss den Bauern auf { $square } umwandeln.
told-check = Schach.

## Mehr Arten, auf die ein Zug ausgeht

move-blocked-step = Schritt, der blockiert wird
move-entangling-capture = verschränkender Schlag
move-failed-capture = misslungener Schlag
move-lost-turn = verlorener Zug
move-castling = Rochade

## Was der Server ablehnt

error-illegal-move = Dieser Zug ist hier nicht erlaubt.
error-stale = Jemand war schneller: Das Brett hat sich geändert.
error-malformed = Das lässt sich so nicht lesen.
error-unknown-path = Hier ist nichts.
error-unknown-link = Dieser Link ist unvollständig, oder die Partie wurde gelöscht.
error-unknown-class = Keine Klasse hat diesen Code oder Link.
error-unknown-study = Diese Studie gibt es nicht.
error-unknown-puzzle = Diese Aufgabe gibt es nicht.
error-unknown-ply = Diesen Zug gibt es nicht.
error-unknown-square = Dieses Feld gibt es nicht.
error-not-yours = Das ist mit diesem Link nicht erlaubt.
error-too-large = Das ist zu groß.
error-too-many = Das waren zu viele Anfragen
error-over = Die Partie ist zu Ende.
error-busy = Gerade ist noch etwas im Gange.
error-refused = Das geht hier nicht.
error-unavailable = Der Server ist gerade nicht verfügbar.
error-full = Dafür ist kein Platz mehr.
error-certain = Diese Figur steht fest: Sie ist in keinem Schaltkreis.
