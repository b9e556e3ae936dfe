### Los textos de la página en español. La página rellena `{ $name }`; la sintaxis está en https://projectfluent.org.

language-name = Español

## Páginas

page-loading = Cargando…
page-nothing = Página no encontrada
page-nothing-about = Esta dirección está incompleta o mal escrita.
page-no-game = Partida no encontrada
page-no-game-about = Este enlace está incompleto, o la partida se ha borrado.
page-wrong = Algo ha fallado
page-new = Empezar una partida nueva

## Palabras usadas en otros textos

side = { $side ->
    [white] Blancas
   *[black] Negras
}
percent = { NUMBER($value, maximumFractionDigits: 1) } %
percent-least = <{ NUMBER(0.1) } %
percent-most = >{ NUMBER(99.9) } %
cancel = Cancelar
close = Cerrar
copy-link = Copiar enlace
copy = Copiar
copied = Copiado
copy-refused = Aquí no se permite copiar
again = Reintentar
share = Compartir
play-on = Nueva partida desde aquí
sentence = { $text }.

## El tablero

board = Tablero
board-and-moves = Tablero y jugadas

status-yours = Te toca.
status-yours-must = Te toca: tienes que capturar.
status-turn = { $side ->
    [white] Juegan las blancas.
   *[black] Juegan las negras.
}
status-turn-must = { $side ->
    [white] Juegan las blancas, y tienen que capturar.
   *[black] Juegan las negras, y tienen que capturar.
}
status-thinks = { $player } está pensando…

told-wait = { $side ->
    [white] Empiezan las blancas.
   *[black] Empiezan las negras.
}
must-capture = Tienes que capturar: { $captures }.
must-capture-more = Tienes que capturar: { $captures }, u otra captura.
capture = { $from } captura { $takes }
capture-chance = { $from } captura { $takes } ({ $chance })

## Lo que se dice de una casilla

piece-of-side = { $side ->
    [white] { $kind }, blancas
    [black] { $kind }, negras
   *[none] { $kind }
}
kind-unknown = desconocida
kind-of = { $kind } ({ $types })
part = { $piece }, { $percent } por ciento
part-turned = { $piece }, { $percent } por ciento, fase de { $turns } vueltas
square-empty = vacía
square-outside = { $square }, fuera del juego
square-other-parts = { $count ->
    [one] otra parte en { $squares }
   *[other] otras partes en { $squares }
}
square-entangled = entrelazada con { $squares }
half-together = está junto con { $squares }
half-negative = signo opuesto
half-colour = { $colour ->
    [red] mitad roja
   *[blue] mitad azul
}
taken = Capturadas por las { $side ->
    [white] blancas
   *[black] negras
}: { $pieces }
taken-none = Capturadas por las { $side ->
    [white] blancas
   *[black] negras
}: ninguna
square-picked = seleccionada
square-last = última jugada
square-source = puede mover
square-partner = puede unirse con la parte seleccionada
square-target = destino legal
square-capture = captura
square-confirm = pulsa otra vez para confirmar

## Elegir una jugada

choose-which = ¿Qué jugada?
choose-which-about = Más de una jugada va a { $square }.
choose-out-of-reach = { $square } está fuera de alcance. Selección anulada.
choose-confirm = Pulsa { $to } otra vez { $purpose }, o { $from } para cancelar.
choose-no-split = Ahora no se puede dividir nada.
choose-no-merge = Ahora no se puede unir nada.
choose-not-over = { $from } no puede dividirse entre { $first } y { $second }.

## Bajo el tablero

tools = Jugadas y tablero
tool-split = Dividir
tool-merge = Unir
tool-undo = Deshacer
tool-undo-agreed = Tu rival tiene que aceptar
tool-undo-measured = Deshace una medición
tool-undo-measured-agreed = Deshace una medición: tu rival tiene que aceptar
tool-undo-nothing = No hay nada que deshacer.
tool-redo = Rehacer
tool-redo-about = Rehacer { $move }, con el mismo resultado
tool-numbers = Números
tool-numbers-about = Muestra la probabilidad de cada pieza
tool-flip = Girar
tool-sound = Sonido
tool-help = Ayuda
tool-move = Jugada
tool-play = Jugar

hint-begin = Selecciona una pieza para ver adónde puede ir.
hint-split = Dividir: selecciona una pieza y después dos destinos.
hint-split-half = Dividir: selecciona una pieza y después adónde va la mitad.
hint-split-from = Dividir { $from }: selecciona dos destinos.
hint-split-half-from = Dividir { $from }: selecciona adónde va la mitad.
hint-split-second = Dividir { $from } entre { $first } y …: selecciona el segundo destino.
hint-merge = Unir: selecciona una parte y después otra parte.
hint-merge-from = Unir { $from } con …: selecciona una parte resaltada.
hint-merge-both = Unir { $from } y { $with }: selecciona el destino. Pulsa { $with } otra vez para mover solo esa parte.
hint-confirm = { $from }: selecciona un destino y púlsalo otra vez { $purpose }.
hint-to-split = { $from }: selecciona un destino, o las flechas entre dos para dividir.
hint-to-half = { $from }: selecciona un destino, o las flechas de delante para mandar allí la mitad.
hint-to-merge = { $from }: selecciona un destino, o una parte resaltada para unirse.
hint-to-split-merge = { $from }: selecciona un destino, las flechas entre dos para dividir, o una parte resaltada para unirse.
hint-to-half-merge = { $from }: selecciona un destino, las flechas de delante para mandar allí la mitad, o una parte resaltada para unirse.
hint-to-many = { $from }: selecciona un destino, o pulsa «Dividir» para dos destinos.
hint-to-many-merge = { $from }: selecciona un destino, pulsa «Dividir» para dos destinos, o selecciona una parte resaltada para unirse.

## Lo nuevo en una partida

news-ply = { side }: { $move }.
news-undone = { $count ->
    [one] Se ha deshecho una jugada.
   *[other] Se han deshecho { $count } jugadas.
}
news-withdrawn = La medición de { $move } se ha cancelado; la posición no ha cambiado.
news-declined = { $offer ->
    [draw] Las tablas se han rechazado.
    [undo] No se ha aceptado deshacer.
   *[rematch] La revancha se ha rechazado.
}

## Qué resultaría de una jugada, aparte de su probabilidad

foreseen-absent = No hay pieza en { $squares }.
foreseen-found = Hay pieza en { $squares }.
foreseen-found-many = De otras { $all } piezas están { $found }.
foreseen-nothing = No se encuentra nada.
foreseen-missed = No se captura nada.
foreseen-done = { $done ->
    [yes] Sale bien.
   *[no] Falla.
}
foreseen-entangled = No se mide nada: las piezas quedan entrelazadas.
foreseen-now = Después, en { $places }.
foreseen-there = En { $square } después: { $piece }.
foreseen-maybe = En { $square } después: { $piece } con { $chance }.
foreseen-captured = Capturado: { $squares }.
foreseen-promoted = En { $square } se convierte en: { $piece }.
foreseen-place = { $square } ({ $chance })

## Cómo está una partida

standing-chain = { $yours ->
    [yes] Te toca: sigue capturando con la pieza de { $square }.
   *[no] { $side ->
        [white] Las blancas tienen que
       *[black] Las negras tienen que
    } seguir capturando con la pieza de { $square }.
}
standing-may-go-on = { $yours ->
    [yes] Te toca: sigue capturando con la pieza de { $square } o pasa.
   *[no] { $side ->
        [white] Las blancas pueden
       *[black] Las negras pueden
    } seguir capturando con la pieza de { $square } o pasar.
}
standing-must-move = { $yours ->
    [yes] Te toca: mueve la pieza de { $square }.
   *[no] { $side ->
        [white] Las blancas tienen que
       *[black] Las negras tienen que
    } mover la pieza de { $square }.
}
standing-must-promote = { $yours ->
    [yes] Te toca: corona el peón de { $square }.
   *[no] { $side ->
        [white] Las blancas tienen que
       *[black] Las negras tienen que
    } coronar el peón de { $square }.
}
standing-deal = Se reparten los tipos.
standing-check = Jaque.
standing-draw-near-captures = { $count ->
    [one] Tablas tras este turno si no se captura nada.
   *[other] Tablas en { $count } turnos si no se captura nada.
}
standing-draw-near-kings = { $count ->
    [one] Tablas tras este turno, si no se captura nada ni se mueve un peón.
   *[other] Tablas en { $count } turnos, si no se captura nada ni se mueve un peón.
}
standing-draw-near-lone-king = { $count ->
    [one] Tablas tras este turno si la dama sigue sola.
   *[other] Tablas en { $count } turnos si la dama sigue sola.
}
standing-draw-near-leaving = { $count ->
    [one] Tablas tras este turno si nada sale del tablero.
   *[other] Tablas en { $count } turnos si nada sale del tablero.
}
standing-draw-near-progress = { $count ->
    [one] Tablas tras este turno si no se captura nada ni se mueve un peón.
   *[other] Tablas en { $count } turnos si no se captura nada ni se mueve un peón.
}
ended = { $result ->
    [won] Has ganado.
    [lost] Has perdido.
    [white] Han ganado las blancas.
    [black] Han ganado las negras.
   *[draw] Tablas.
}
ended-agreed = Ambos lados estaban de acuerdo.
ended-stopped = { $yours ->
    [yes] Tu profesor o profesora terminó la ronda.
   *[no] El profesor o la profesora terminó la ronda.
}
ended-resigned = { $side ->
    [white] Las blancas abandonaron.
   *[black] Las negras abandonaron.
}
ended-time = { $side ->
    [white] Las blancas se quedaron sin tiempo.
   *[black] Las negras se quedaron sin tiempo.
}
ended-forfeited = { $side ->
    [white] Las blancas pierden por una falta.
   *[black] Las negras pierden por una falta.
}
ended-no-pieces = { $side ->
    [white] A las blancas no les quedan piezas.
   *[black] A las negras no les quedan piezas.
}
ended-no-move = { $side ->
    [white] Las blancas no pueden mover.
   *[black] Las negras no pueden mover.
}
ended-no-captures = { $count } turnos sin capturas.
ended-repetition = La misma posición por tercera vez.
ended-kings-alone = { $count } turnos solo con damas.
ended-lone-king = La dama sola ha resistido { $count } turnos.
ended-none-left = No queda ninguna pieza.
ended-nothing-left = En { $count } turnos nada ha salido del tablero.
ended-last-attempt = { $side ->
    [white] No queda ninguna pieza, y la última captura no la intentaron las blancas.
   *[black] No queda ninguna pieza, y la última captura no la intentaron las negras.
}
ended-mated = Jaque mate.
ended-stalemate = { $side ->
    [white] Las blancas no tienen jugadas legales y no están en jaque.
   *[black] Las negras no tienen jugadas legales y no están en jaque.
}
ended-only-kings = Solo quedan los reyes.
ended-no-progress = { $count } turnos sin capturas ni jugadas de peón.
ended-king-captured = { $side ->
    [white] El rey blanco ha sido capturado.
   *[black] El rey negro ha sido capturado.
}

## Antes de jugar

preview-if = Si se juega { $move }:
preview-sure = Si se juega { $move }: { $told }
preview-again = { $move } tiene el mismo resultado que antes de deshacerse: { $told }
preview-try = Explorar
preview-try-of = Explorar este resultado: { $told }
preview-try-about = La partida no cambia
preview-other = Otros resultados: { $chance }.

## Avisos sobre las jugadas

note-lost = Conexión perdida. Reconectando…
note-polls = Esta página se actualiza cada dos segundos.
note-crowded = Hay muchas páginas abiertas en tu dirección: esta se actualiza cada dos segundos.
note-gone = Esta partida ya no existe.
note-start = Posición inicial.
note-past = Posición después de { $number } { $move }.
note-now = { $over ->
    [yes] Volver a la posición final
   *[no] Volver a la posición actual
}
note-over = { $measurements ->
    [0] { $moves ->
        [one] Una jugada.
       *[other] { $moves } jugadas.
    }
    [one] { $moves ->
        [one] Una jugada y una medición.
       *[other] { $moves } jugadas y una medición.
    }
   *[other] { $moves ->
        [one] Una jugada y { $measurements } mediciones.
       *[other] { $moves } jugadas y { $measurements } mediciones.
    }
}
note-rematch = La revancha ha empezado.
note-rematch-go = Abrir la revancha
rematch = Revancha

rest-failed = { $player } no ha podido mover y lo intenta otra vez.
rest-full = La posición se ha vuelto demasiado compleja para { $player }.
rest-full-ways = La posición se ha vuelto demasiado compleja para { $player }. Deshaz, ofrece tablas o abandona.
rest-long = { $player } ya no mueve: la partida ha alcanzado su longitud máxima.
rest-long-ways = { $player } ya no mueve: la partida ha alcanzado su longitud máxima. Ofrece tablas o abandona.

waiting-price = { $backend } medirá { $move }. No se envía nada antes de que aceptes.
waiting-price-why = { $backend } medirá { $move }: { $why }. No se envía nada antes de que aceptes.
waiting-failed = La medición de { $move } con { $backend } ha fallado. La posición no ha cambiado.
waiting-failed-why = La medición de { $move } con { $backend } ha fallado: { $why }. La posición no ha cambiado.
waiting-state = { $state ->
    [sending] enviando
    [queued] en la cola
    [running] en marcha
   *[done] hecho
}
waiting-place = { $before ->
    [0] en la cola, el siguiente
    [one] en la cola, con un trabajo delante
   *[other] en la cola, con { $before } trabajos delante
}
waiting-measured = { $backend } está midiendo { $move }: { $state }
waiting-measured-job = { $backend } está midiendo { $move } (trabajo { $job }): { $state }
waiting-pool = { $backend } mide primero circuitos frecuentes y después { $move }: { $state }
waiting-pool-job = { $backend } mide primero circuitos frecuentes y después { $move } (trabajo { $job }): { $state }
waiting-seconds = { $seconds } s
waiting-minutes = { $minutes } min { $seconds } s
waiting-agree = Aceptar y medir
waiting-local = Medir en el simulador local

offer-draw = { $yours ->
    [yes] Ofreces tablas.
   *[no] { $side ->
}
    [white] Las blancas ofrecen tablas.
   *[black] Las negras ofrecen tablas.
}
offer-rematch = { $yours ->
    [yes] Ofreces la revancha.
   *[no] { $side ->
}
    [white] Las blancas ofrecen la revancha.
   *[black] Las negras ofrecen la revancha.
}
offer-undo = { $measured ->
    [yes] { $yours ->
        [yes] { $count ->
            [one] Pides deshacer una jugada y su medición.
           *[other] Pides deshacer { $count } jugadas y sus mediciones.
        }
       *[no] { $count ->
            [one] { side }: piden deshacer una jugada y su medición.
           *[other] { side }: piden deshacer { $count } jugadas y sus mediciones.
        }
    }
   *[no] { $yours ->
        [yes] { $count ->
            [one] Pides deshacer una jugada.
           *[other] Pides deshacer { $count } jugadas.
        }
       *[no] { $count ->
            [one] { side }: piden deshacer una jugada.
           *[other] { side }: piden deshacer { $count } jugadas.
        }
    }
}
offer-withdraw = Retirar
offer-accept = Aceptar
offer-decline = Rechazar

## Relojes

clock-of = { $side ->
    [white] Reloj de las blancas
   *[black] Reloj de las negras
}
clock-control = { $base } por bando
clock-control-increment = { $base } por bando + { $increment } s por jugada
clock-left = { $left ->
    [minute] { side }: queda un minuto.
   *[seconds] { side }: quedan diez segundos.
}
clock-runs = en marcha
clock-runs-low = en marcha, poco tiempo
clock-low = poco tiempo
clock-measures = en pausa durante la medición
clock-stopped = en pausa
clock-free = empieza tras la primera jugada

## Quién juega

player = { $kind ->
    [person] una persona
    [random] el ordenador (jugadas al azar)
    [mcts] el ordenador ({ $strength } partidas simuladas por jugada)
    [expert] el ordenador ({ $strength } ms por jugada)
   *[other] { $name }
}
player-strength = el ordenador ({ strength-name })
seat-you = { side }: tú
seat-other = { side }: tu rival
seat-computer = { side }: { $player }
seat-named-you = { $side }: { $player } (tú)
seats-here = Los dos bandos en esta pantalla
seats-one = { side } contra { $player }
seats-none = Blancas: { $white }; negras: { $black }
game-about = { $seats }. { $status }

## La página de una partida

game = Partida
game-beside = Junto al tablero
game-tab-moves = Jugadas
game-tab-circuit = Circuito
game-tab-measured = Mediciones
game-tab-game = Partida
game-branch = desde { $number } { $move }
game-branch-start = desde el comienzo
game-noted = { $title }, { $note }
game-has = { $merges ->
    [yes] dividir y unir
   *[no] dividir, sin unir
}

## Mediciones con dispositivos

consent = ¿Medir en un servicio remoto?
consent-about = Las mediciones se envían a { $backend } como trabajos separados. Un trabajo puede costar dinero y esperar en una cola.
consent-agree = Aceptar para esta partida
turn-title = Te toca: { $title }
turn-notify = Avísame cuando me toque
answer-title = Resultado: { $title }
answer-measured = { $move } se ha medido.
answer-notify = Avísame cuando llegue el resultado
answer-waits = { $backend } lleva { $minutes } min midiendo { $move }
answer-failed = La medición de { $move } con { $backend } ha fallado
answer-standing = Resultado: { $status }
page-title = { $title } – Cheqqers

## Ayuda

help = Ayuda
help-move = Mover
help-move-about = Selecciona una pieza y después su destino, o arrástrala hasta allí.
help-split-about = Para dividir, pulsa el primer destino y arrastra hasta el segundo, pulsa las flechas que hay entre ellos, o pulsa «Dividir».
help-merge-about = Para unir, pulsa una parte, luego otra parte iluminada y luego la casilla donde se encuentran; o el icono de esa casilla, o el botón «Unir».
help-later-merge = Unir es posible con { $setting } { $choice }.
help-later-begin = Empezar una partida así
help-keys = Teclas
help-marks = Signos del tablero
help-learn = Aprender paso a paso
key-arrows = flechas
key-arrows-about = en el tablero: ir de casilla en casilla
key-pick = Intro o espacio
key-pick-about = seleccionar la casilla
key-escape = Esc
key-escape-about = anular la selección
key-type = /
key-type-about = escribir una jugada
key-undo = u
key-undo-about = deshacer
key-flip = f
key-flip-about = girar el tablero
key-travel = flechas izquierda y derecha, Inicio, Fin
key-travel-about = fuera del tablero: recorrer la partida
key-help = ?
key-help-about = esta ayuda
key-split = s
key-split-about = dividir: seleccionar una pieza y sus destinos
key-merge = m
key-merge-about = unir: seleccionar una parte, otra parte y un destino
mark-ring = anillo y número
mark-ring-about = probabilidad de esta parte de la pieza
mark-letter = letra
mark-letter-about = letra arriba a la derecha: las partes con la misma letra van juntas
mark-frame = marco
mark-frame-about = las casillas con el mismo marco comparten un circuito y se miden juntas
mark-hand = aguja
mark-hand-about = la fase respecto a la primera parte de la pieza
mark-target = punto verde
mark-target-about = la pieza elegida puede ir ahí
mark-capture = anillo rojo discontinuo
mark-capture-about = la pieza elegida puede capturar y acabar ahí
mark-foreseen = anillo morado con flecha
mark-foreseen-about = probabilidad de que la pieza quede ahí después de la jugada
mark-found = anillo verde
mark-found-about = recién medido: se encontró ahí
mark-missed = cruz
mark-missed-about = recién medido: no está ahí
mark-split = flechas que se separan
mark-split-about = entre dos destinos: dividir entre los dos; ante un destino: la mitad va allí
mark-merge = flechas que se juntan
mark-merge-about = en un destino: unirse allí con otra parte
mark-chain = cadena
mark-chain-about = entrelazada con otras dos piezas o más
mark-confirm = casilla violeta
mark-confirm-about = púlsala otra vez { $purpose }

## Junto al tablero

facts-rules = Reglamento
facts-measured = Mediciones
facts-fallback = El dispositivo falló: desde entonces simuladas aquí
facts-clock = Reloj
facts-loaded = Registro cargado
facts-tag = { $name }: { $value }
facts-you = Juegas con
facts-watch = ningún bando (estás mirando)
links = Enlaces
links-about = Quien tiene un enlace puede usarlo. No compartas los enlaces para jugar.
link-play = { $side ->
    [white] Para jugar con blancas
   *[black] Para jugar con negras
}
link-watch = Mirar
record = Registro
record-about = Carga un registro o pega jugadas en «Partida a medida». El comando sigue en una terminal.
record-keep = Descargar registro
record-form = Como { $form }
record-moves = Copiar jugadas
record-command = Copiar comando
counted = Numerar las casillas
draw = Ofrecer tablas
resign = Abandonar
resign-ask = ¿Abandonar?
resign-ask-about = Gana el otro bando, y la partida termina.

moves-travel = Recorrer la partida
moves-start = Comienzo
moves-back = Atrás
moves-forward = Adelante
moves-now = Ahora
play-on-about = Empieza una partida aparte en esta pantalla; esta no cambia
play-on-ask = ¿Empezar una partida aparte?
play-on-ask-about = Empieza en la posición que se muestra y ambos bandos se mueven en esta pantalla. Encontrarás esta partida en «{ saved }».
play-on-go = Empezar una partida aparte
moves-about = Pulsa una jugada para ver la posición que deja. ⌁ señala una medición, ✗ una jugada que falló.
moves-keys = Las flechas del teclado recorren las jugadas.
move-told = { $number } { side }, { $move }
move-told-measured = { $number } { side }, { $move }, con medición
move-told-missed = { $number } { side }, { $move }, con medición, fallida

measured-count = { $count ->
    [0] Aún no hay mediciones.
    [one] Una medición.
   *[other] { $count } mediciones.
}
measured-found = { $squares }: { $found } con pieza ({ $chance }).
measured-found-nothing = { $squares }: nada allí ({ $chance }).
measured-by = { $backend ->
    [forced] Elegido de antemano.
    [local] Simulado aquí.
   *[other] Medido con { $backend }.
}
measured-by-job = Medido con { $backend }, trabajo { $job }.
measured-shots = { $shots ->
    [one] una repetición (shot)
   *[other] { $shots } repeticiones (shots)
}
measured-accepted = { $accepted } de { $shots } repeticiones aceptadas

## La página de inicio

start = Damas cuánticas
start-about = Las piezas están en dos sitios a la vez, hasta que una medición decide.
start-play = Jugar ahora
start-friend = Jugar con alguien
start-learn = Aprende en cinco minutos
start-games = Más juegos
demo-pause = Pausa
demo-play = Reproducir
custom = Partida a medida
games-about = Contra el ordenador, o contra alguien con un enlace. Cada jugada añade unas pocas puertas a un circuito que puedes ver.
games-play = Jugar
games-play-of = Jugar a { $game }
games-friend-of = Jugar con alguien: { $game }
games-options = Opciones
games-options-of = Opciones de { $game }
games-custom = Partida a medida, o cargar un registro
start-loaded = Partida cargada
start-begun = nueva
saved = Tus partidas
saved-remove = Quitar
saved-remove-of = Quitar { $title }

setup-preset = Variante
setup-preset-none = Ninguna
setup-preset-none-about = los ajustes predeterminados
setup-game = Juego
setup-players = Jugadores
setup-time = Tiempo
setup-more = Avanzado
setup-moves = Jugadas
setup-moves-about = que se juegan antes de empezar
setup-outcomes = Resultados
setup-outcomes-about = de las mediciones de esas jugadas
setup-seed = Semilla
setup-seed-about = para todo lo que decide el azar
setup-seed-new = al azar
setup-play = Jugar
setup-where = Dónde
setup-where-screen = En esta pantalla
setup-where-screen-about = juegas con los dos bandos por turnos
setup-where-link = { $side ->
    [white] Por enlace, llevo las blancas
   *[black] Por enlace, llevo las negras
}
setup-where-link-about = tu rival recibe un enlace para el otro bando
setup-backend = Mediciones
setup-backend-name = { $name ->
    [local] Simuladas aquí
   *[other] { $name }
}
setup-backend-remote = { $name } (remoto)
setup-backend-about = Cada medición es un trabajo aparte. Puede costar dinero y esperar en una cola; no se envía nada antes de que aceptes. Puedes dejar la partida y volver más tarde.
setup-pool = Medido por adelantado
setup-pool-none = Nada
setup-pool-common = Los circuitos más frecuentes
setup-pool-about = en un máximo de cuatro trabajos que la primera medición espera; casi todas las posteriores no necesitan ninguno, y las jugadas que miden no se pueden deshacer
setup-fallback = Si falla
setup-fallback-none = Tú decides qué hacer
setup-fallback-local = Desde entonces simuladas aquí
setup-fallback-about = cuando un trabajo seguro que no tiene respuesta

control-usual = predeterminado
control-least-off = { $about }: { $least } o más, u off
control-range-off = { $about }: de { $least } a { $most }, u off
control-word = { $word ->
    [true] sí
    [false] no
   *[other] { $word }
}
clock = Reloj
clock-none = Sin reloj
clock-preset = { $minutes } min + { $seconds } s por jugada
clock-other = Otro…
clock-own = Minutos + segundos
clock-own-about = minutos por bando, y segundos que añade cada jugada
clock-own-title = minutos por bando y segundos por jugada, como 20+10
clock-own-wrong = De 1 segundo a 180 minutos, más 180 segundos por jugada como máximo
strength = Fuerza
strength-name = { $strength ->
    [beginner] Principiante
    [easy] Fácil
    [medium] Media
    [strong] Fuerte
   *[strongest] Muy fuerte
}
strength-about = { $strength ->
    [beginner] juega al azar
    [easy] ve amenazas sencillas
    [medium] simula muchas partidas antes de cada jugada
    [strong] calcula durante 0,2 segundos
   *[strongest] calcula durante dos segundos
}
computer = Ordenador
computer-other = Ordenador, fuerza a medida
player-option = { $kind ->
    [person] Una persona
    [mcts] Búsqueda en árbol, partidas por jugada
    [expert] Experto, tiempo por jugada
   *[other] { $name }
}

load = Cargar una partida
load-about = La partida sigue desde el final del registro, con los jugadores elegidos arriba. Una partida terminada se puede recorrer, y seguir desde cualquier jugada.
load-file = Archivo
load-large = { $name } ocupa más de 4 MiB. ¿Es una sola partida?
load-empty = Elige un archivo, o pega un registro.
load-record-about = descargado de una partida, o escrito por selfplay --trace; una partida por archivo
load-record-about-forms = descargado de una partida, o escrito por selfplay --trace, o un { $forms }; una partida por archivo
load-go = Cargar

## Preparar una posición

editor = Preparar una posición
editor-piece = Pieza
editor-turn = Turno
editor-to-move = { $side ->
    [white] Juegan las blancas
   *[black] Juegan las negras
}
editor-empty = Vacía
editor-empty-board = Tablero vacío
editor-usual = Posición inicial
editor-position = Posición
editor-position-about = la posición como texto; vacío para la posición inicial
editor-uncertain = Las piezas en superposición no se muestran aquí, pero siguen en la partida.
editor-stale = El tablero no muestra la posición del texto. Borra el texto, o pulsa uno de los botones de abajo.
editor-emptied = { $square } está vacía.
editor-put = { $square }: { $piece }.
editor-left-out = { $count ->
    [one] Una pieza no cabía en este tablero y se ha quitado.
   *[other] { $count } piezas no cabían en este tablero y se han quitado.
}

## Lo que ha fallado

error-unreachable = No se puede acceder al servidor. Comprueba tu conexión.
error-status = El servidor ha respondido { $status }.
error-wait = { $message }; inténtalo otra vez dentro de { $seconds } s

## Lecciones

learn = Aprender
learn-lessons = Lecciones
learn-lesson = Lección
learn-place = { $chapter }. { $at } de { $count }
learn-step = { $at }: { $title }
learn-step-done = { $at }: { $title }, hecha
learn-next = Siguiente
learn-play = Jugar una partida
learn-other-move = No es la jugada que buscamos.
learn-over = La partida ha terminado antes de alcanzar el objetivo.
learn-circuit = Circuito de { $squares }

## Alrededor de la página

nav = Menú principal
nav-play = Jugar
nav-puzzles = Problemas
nav-learn = Aprender
nav-class = Clase
nav-manual = Manual
skip = Ir al contenido
language = Idioma

## Análisis

analysis = Análisis
analysis-later = Cuando la partida termine podrás analizarla aquí: quién estaba mejor, qué jugadas fueron errores y cuánta suerte hubo en cada medición.
analysis-about = El ordenador evalúa cada posición: quién estaba mejor, cuál era la mejor jugada y cuánta suerte hubo en cada medición.
analysis-start = Analizar la partida
analysis-continue = Continuar el análisis
analysis-progress = { $done } de { $all } posiciones
analysis-graph = Puntuación de las blancas a lo largo de la partida
analysis-bar = Puntuación de las blancas
analysis-unknown = aún sin calcular
analysis-ply = { $ply ->
    [0] Posición inicial
   *[other] Tras { $name }
}
analysis-score = Puntuación: blancas { $white }, negras { $black }
analysis-marked = { $told }, { $words }
analysis-inaccuracy = imprecisión
analysis-mistake = error
analysis-blunder = error grave
analysis-lucky = suerte
analysis-unlucky = mala suerte
analysis-turning-points = Momentos decisivos
analysis-summary = Resumen
analysis-accuracy = precisión { $accuracy }
analysis-inaccuracies = { $count ->
    [one] una imprecisión
   *[other] { $count } imprecisiones
}
analysis-mistakes = { $count ->
    [one] un error
   *[other] { $count } errores
}
analysis-blunders = { $count ->
    [one] un error grave
   *[other] { $count } errores graves
}
analysis-luck = { $measurements ->
    [0] nada medido
    [one] suerte { $luck } en una medición
   *[other] suerte { $luck } en { $measurements } mediciones
}
analysis-side = { side }: { $facts }.
analysis-units = La precisión es el 100 % menos la pérdida media por jugada. La suerte se cuenta en partidas: +1,00 convierte una derrota en victoria. De media es cero para todos.
analysis-legend = ?! imprecisión, ? error, ?? error grave; ▲ suerte, ▼ mala suerte. Una posición vale la parte de una victoria que cabe esperar de ella.
analysis-only = { $move } era la única jugada legal.
analysis-best = { $move } era la mejor jugada.
analysis-was-good = { $move } era buena; { $best } era un poco mejor.
analysis-was-inaccuracy = { $move } fue una imprecisión: { $best } era mejor por { $loss }.
analysis-was-mistake = { $move } fue un error: { $best } era mejor por { $loss }.
analysis-was-blunder = { $move } fue un error grave: { $best } era mejor por { $loss }.
analysis-try = Probar { $move }
analysis-line = Mejor línea: { $line }
analysis-play-out = Reproducir
analysis-play-out-line = Reproducir: { $line }
analysis-lucky-by = { side }: podían esperar { $expected } y sacaron { $came }: suerte, { $luck }.
analysis-unlucky-by = { side }: podían esperar { $expected } y sacaron { $came }: mala suerte, { $luck }.
analysis-even-by = { side }: podían esperar { $expected } y sacaron { $came }: suerte { $luck }.
analysis-outcomes = Resultados de { $move }
analysis-outcome-score = { $side ->
    [white] Puntuación de las blancas: { $score }
   *[black] Puntuación de las negras: { $score }
}
analysis-came = resultado real
analysis-chosen = probado aquí
analysis-explore = Explorar
analysis-explore-outcome = Explorar este resultado: { $outcome }
analysis-solved = Tablero resuelto: puntuación exacta de las blancas tras cada jugada
explore = ¿Y si…?
explore-about = Nada de lo que pruebes aquí cambia la partida. Puedes mover ambos bandos.
explore-back = Volver a la partida
explore-game = La partida: { $words }
explore-variations = Variantes
explore-start = Comienzo
explore-main = como se jugó

## Circuito

circuit-none = En cuanto una jugada pone una pieza en superposición, su circuito aparece aquí.
circuit-ended = { $squares }, antes de { $name }
circuit-before = { $measured ->
    [yes] Tal como era antes de que { $name } lo midiera.
   *[no] Tal como era antes de que { $name } uniera partes suyas.
}
circuit-certain = { $square } está determinada y no tiene circuito.
circuit-lesson = Aprende cómo se divide una pieza
circuit-components = Componente
circuit-encoding = Codificación
circuit-encoding-about = Mínima: solo tantos cúbits como casillas en las que puede haber una pieza. La del artículo: como él la dibuja.
circuit-encoding-minimal = Codificación mínima
circuit-encoding-paper = Codificación del artículo
circuit-format = Formato
circuit-format-qasm3 = OpenQASM 3
circuit-format-qasm2 = OpenQASM 2
circuit-format-braket = Amazon Braket
circuit-format-ionq = IonQ
circuit-format-ibm = IBM
circuit-format-quirk = Quirk (JSON)
circuit-format-quirk-url = Quirk (enlace)
circuit-format-json = JSON
circuit-format-svg = SVG
circuit-format-latex = LaTeX
circuit-format-text = Texto
circuit-download = Descargar
circuit-quirk = Abrir en Quirk
circuit-quirk-json = Copiar JSON para Quirk
circuit-quirk-long = El circuito es demasiado largo para un enlace. Cópialo y pégalo en Quirk.
circuit-quirk-small = Quirk tiene 16 líneas; este circuito necesita { $qubits }. Elige otro formato.
circuit-expand = Pantalla completa
circuit-about = { $size ->
    [one] { $squares } en un circuito propio
    [few] { $squares } juntas en un circuito
   *[many] { $count } casillas juntas en un circuito
}: { $qubits } { $qubits ->
    [one] cúbit
   *[other] cúbits
}, { $gates } { $gates ->
    [one] puerta
   *[other] puertas
}, { $two } de dos cúbits, profundidad { $depth }
circuit-drawing = Circuito de { $squares }: { $gates } { $gates ->
    [one] puerta
   *[other] puertas
}
circuit-moves = Jugadas de estas puertas
circuit-prepared = Posición inicial
circuit-earlier = antes: { $squares }
circuit-on = P(1)
circuit-ones = Probabilidad de que cada cúbit dé 1
circuit-wire = da 1 con { $share }
circuit-gate = Puerta { $at } de { $all }: { $gate }, { $on }
circuit-gate-of-move = Puerta { $at } de { $all }: { $gate }, { $on }; de { $turn } { $move }
circuit-gate-prepares = Puerta { $at } de { $all }: { $gate }, { $on }; prepara el estado tras { $turn } { $move }
circuit-control = control { $square }
circuit-target = objetivo { $square }
circuit-stepper = Recorrer el circuito
circuit-step = Puertas aplicadas
circuit-step-back = Puerta anterior
circuit-step-on = Puerta siguiente
circuit-after = Tras { $gates } de { $all } puertas
circuit-whole = Final del circuito. Vuelve atrás para ver los estados intermedios.
circuit-large = Este circuito es demasiado grande para recorrerlo.
circuit-outcomes = Resultados posibles de una medición
circuit-outcomes-about = Cada fila es un resultado; elígela para verlo en el tablero. El primer bit es el de { $square }. El radio de un disco es el módulo de la amplitud, su aguja indica la fase; la amplitud más probable se toma como real.
circuit-state = Estado tras { $gates } de { $all } puertas
circuit-state-about = El primer bit es el de { $square }. El radio de un disco es el módulo de la amplitud, su aguja indica la fase; la amplitud más probable se toma como real.
circuit-amplitude = Amplitud
circuit-occupied = Ocupadas
circuit-read = Da 1
circuit-probability = Probabilidad
circuit-phase = fase { $degrees } grados
circuit-nothing = ninguna
circuit-untold = { $count ->
    [one] { $count } resultado más, con { $share }.
   *[other] { $count } resultados más, con { $share } en total.
}

## Clases

class = Clase
class-join = Unirse a una clase
class-join-now = Unirse
class-code = Código
class-code-about = El profesor lo lee en voz alta o lo muestra: seis letras y cifras.
class-nickname = Apodo
class-nickname-about = Los demás de la clase lo ven. No uses tu nombre completo.
class-unknown = Ninguna clase tiene este código. ¿Está bien escrito?
class-shut = Ahora mismo no se puede entrar.
class-over = La clase ha terminado.
class-gone = Esta clase ya no existe.
class-removed = Ya no estás en esta clase.
class-go-on = Continuar como { $name }
class-teachers = Para profesores
class-teachers-about = Abre una clase, muestra su código y forma parejas. Nadie necesita una cuenta. Una clase se conserva dos semanas.
class-title = Nombre de la clase
class-title-about = Opcional. Los alumnos lo ven.
class-start = Abrir una clase

class-hello = ¡Hola, { $name }!
class-waiting = Esperando una partida. El tablero se abre solo cuando el profesor empiece una.
class-here = { $count ->
    [one] Hay 1 alumno.
   *[other] Hay { $count } alumnos.
}
class-last = { $result ->
    [won] Ganaste tu última partida, contra { $name }.
    [lost] Perdiste tu última partida, contra { $name }.
    [draw] Tu última partida, contra { $name }, acabó en tablas.
   *[stopped] El profesor terminó tu última partida, contra { $name }.
}
class-last-look = Verla otra vez
class-next = La partida ha terminado. La siguiente se abre sola.
class-back = Volver a la clase

class-heading = { $title }, ronda { $round }
class-invite = Para unirse: { $address }
class-qr = Mostrar el código QR
class-qr-alt = Código QR de la clase
class-door = Permitir que entren alumnos
class-plan = Próximas partidas
class-game = Juego
class-strength = Ordenador
class-odd = Alumno sin pareja
class-odd-computer = juega contra el ordenador
class-odd-wait = descansa
class-pair = Emparejar a todos
class-computer = Todos contra el ordenador
class-stop = Terminar la ronda
class-stop-one = Terminar esta partida
class-stop-ask = ¿Terminar la ronda?
class-stop-about = { $count ->
    [one] Hay una partida en curso. Termina enseguida y cuenta como tablas.
   *[other] Hay { $count } partidas en curso. Terminan enseguida y cuentan como tablas.
}
class-end = Terminar la clase
class-end-ask = ¿Terminar la clase?
class-end-about = Todas las partidas terminan y nadie más puede entrar. Las partidas se pueden seguir viendo.
class-pupils = { $count ->
    [one] 1 alumno
   *[other] { $count } alumnos
}
class-pupils-none = Todavía no ha entrado nadie.
class-pick = Selecciona dos alumnos para emparejarlos.
class-pick-other = ¿Quién juega contra { $name }?
class-stands = { $stands ->
    [plays] juega
    [here] libre
   *[away] ausente
}
class-more = Opciones de { $name }
class-rename = Cambiar el apodo
class-remove = Quitar de la clase
class-boards = Tableros
class-boards-none = Aún no hay partidas en esta ronda.
class-board = { $status } Jugadas: { $plies }, mediciones: { $measured }
class-games = Todas las partidas de esta clase
class-games-white = Blancas
class-games-black = Negras
class-games-result = Resultado
class-games-plies = Jugadas
class-games-measured = Mediciones
class-result = { $outcome ->
    [white_won] Ganan las blancas.
    [black_won] Ganan las negras.
    [draw] Tablas.
    [stopped] Terminada por el profesor.
   *[in_progress] En curso.
}

## Compartir

share-what = Qué compartir
share-position = Esta posición
share-position-about = { $ply ->
    [0] instantánea de la posición inicial
   *[other] instantánea tras { $name }
}
share-game = Toda la partida
share-game-about = { $moves ->
    [0] aún sin jugadas
    [one] su única jugada, para recorrerla
   *[other] sus { $moves } jugadas, para recorrerlas
}
share-watch = Partida en vivo
share-watch-about = solo para mirar
share-create = Crear enlace
share-link = Enlace
share-send = Compartir…
share-picture = Imagen
share-picture-alt = { $ply ->
    [0] La posición inicial
   *[other] La posición tras { $name }
}
share-download = Descargar { $format }
share-embed = Insertar
share-code = Código para insertar
share-copy-code = Copiar código
share-embed-about = Solo en los sitios que este servidor permite (cheqqers serve --allow-embed).

## Estudios

study-status = Instantánea. { $status }
study-still = Esto es una instantánea: aquí no se mueve nada. Para mover piezas, pulsa «{ play-on }».
study-write = Añadir comentarios
study-title = Título
study-comment = { $ply ->
    [0] Comentario sobre la posición inicial
   *[other] Comentario sobre la posición tras { $name }
}
study-comment-about = Recorre la partida y comenta cualquier posición. Se guarda con un enlace nuevo; esta página no cambia.
study-save = Guardar con un enlace nuevo
study-none = Partida compartida no encontrada
study-none-about = Este enlace está incompleto o es de otro servidor.

## Tableros en otras páginas

embed-ply = { $ply ->
    [0] Inicio
   *[other] { $name }
}
embed-open = Abrir en Cheqqers

## Invitaciones

invite-title = Invita a tu rival
invite-about = Envía este enlace a tu rival, que juega con { $side ->
    [white] blancas
   *[black] negras
}. Quien lo tiene puede mover.
invite-link = { $side ->
    [white] Enlace para jugar con blancas
   *[black] Enlace para jugar con negras
}
invite-text = Juega a { $title } conmigo
invite-qr = Código QR del enlace
invite-waits = Esperando a tu rival. La partida se abre sola.
invite-board = Ir al tablero
invite-joined = { $side ->
    [white] Las blancas ya están aquí.
   *[black] Las negras ya están aquí.
} Empieza la partida.
seeded-title = Tu rival quizá conozca todos los resultados
seeded-about = Esta partida usa una semilla fija. Quien la eligió puede prever cada medición.
seeded-play = Jugar de todos modos
seeded-leave = Salir

## Problemas

puzzle = Problema
puzzles = Problemas
puzzle-none = Problema no encontrado
puzzles-about = Posiciones de partidas entre ordenadores en las que una jugada es claramente la mejor, contando todos los resultados de todas las mediciones. El valor de una jugada es la parte de una victoria que cabe esperar de ella.
puzzles-daily = Problema del día
puzzles-daily-done = Problema del día: resuelto
puzzles-streak = { $days ->
    [one] Racha de 1 día.
   *[other] Racha de { $days } días.
}
puzzles-choose = Elegir problemas
puzzles-game = Juego
puzzles-grade = Dificultad
puzzles-theme = Tema o tipo de jugada
puzzles-any = Cualquiera
puzzles-count = { $name } ({ $count })
puzzles-solved = { $solved } de { $count } resueltos.
puzzles-begin = Empezar
puzzles-continue = Continuar
puzzles-none = No hay problemas así. Elige otro juego, tema o dificultad.
puzzles-all-solved = Todos están resueltos.
puzzles-again = Resolverlos otra vez
puzzles-list = Todos los problemas
puzzles-one = { $number }: { $game }, { $grade }
puzzles-one-done = { $name }, resuelto
puzzle-task = { $side ->
    [white] Juegan las blancas
   *[black] Juegan las negras
}: encuentra la mejor jugada.
puzzle-moves = { $moves ->
    [one] Hay que encontrar una jugada.
   *[other] Hay que encontrar { $moves } jugadas.
}
puzzle-facts = { $title }. { puzzle-moves }
puzzle-facts-daily = { $title }. { puzzles-daily }. { puzzle-moves }
puzzle-wrong = { $move } vale { $score }; hay una jugada que vale { $best }. Inténtalo de nuevo.
puzzle-right = Correcto: { $move } vale { $best }, y cualquier otra como mucho { $second }. ¿Y ahora?
puzzle-solved = Resuelto: { $move } vale { $best }, y cualquier otra como mucho { $second }.
puzzle-over = El problema ha terminado.
puzzle-solution = La jugada es { $move }: vale { $best }, y cualquier otra como mucho { $second }.
puzzle-chance = Este resultado tenía una probabilidad de { $chance }.
puzzle-helped = No cuenta como resuelto: has usado ayuda.
puzzle-found = Lo encuentran { $weak } de los rivales de ordenador débiles, { $middling } de los medios y { $strong } de los fuertes.
puzzle-worth = Una jugada vale la parte de una victoria que cabe esperar de ella; las tablas cuentan la mitad.
puzzle-about = Sobre este problema
puzzle-hint = Pista
puzzle-hint-from = Busca: { $kind } desde { $squares }.
puzzle-hint-kind = Busca: { $kind }.
puzzle-show = Mostrar solución
puzzle-next = Siguiente problema

grade-easy = Fácil
grade-medium = Medio
grade-hard = Difícil
theme-win = Victoria segura
theme-defence = Única defensa
theme-superposition = Superposición
theme-interference = Interferencia
theme-entanglement = Entrelazamiento
theme-measurement = Medición
theme-certainty = Medición evitada
theme-quantum-target = Ataque a una pieza incierta
theme-sacrifice = Sacrificio
theme-line = Varias jugadas

### Server: lo que dice en inglés de juegos, ajustes y lecciones. El nombre de un mensaje dice a qué pertenece.

## Juegos

game-cheqqers = Cheqqers
game-cheqqers-about = damas cuánticas en los niveles 0 a 3: superposición, entrelazamiento, interferencia
game-cheqqers-title = Cheqqers, nivel { $level }, { $size } × { $size }
game-cheqqers-moves = { $level ->
    [0] c3-d4: un paso. d4xf6: capturar, un salto.
    [3] c3-d4: un paso. c3^b4d4: dividir una pieza entre dos casillas. d4xf6: capturar, un salto. b4d4^c5: unir dos partes de una pieza.
   *[other] c3-d4: un paso. c3^b4d4: dividir una pieza entre dos casillas. d4xf6: capturar, un salto.
}
game-cheqqers-advice = La letra junto a una pieza dice a qué pieza pertenece la parte; las partes con la misma letra son una sola pieza. Es obligatorio capturar. Cuando una parte captura o es capturada, se mide todo lo que está con ella en un circuito: la captura sale bien, o el turno pasa.
game-international = Damas internacionales
game-international-about = damas internacionales en los niveles 0 a 3: damas que vuelan, la captura más larga, jugadas a casillas que quizá estén ocupadas
game-international-title = Damas internacionales, nivel { $level }, { $size } × { $size }
game-international-moves = { $level ->
    [0] c3-d4: un paso. d4xf6: capturar, un salto.
    [3] c3-d4: un paso. c3^b4d4: dividir una pieza entre dos casillas. d4xf6: capturar, un salto. b4d4^c5: unir dos partes.
   *[other] c3-d4: un paso. c3^b4d4: dividir una pieza entre dos casillas. d4xf6: capturar, un salto.
}
game-international-advice = Los peones capturan también hacia atrás; las damas vuelan a cualquier distancia y sobre piezas que quizá no estén. Es obligatoria la captura que más piezas puede tomar. Una captura mide sus tres casillas; en cualquier otra jugada, si quizá hay una pieza rival en el destino, antes se mide esa casilla. Las casillas con la misma letra están en un circuito: una pieza en superposición, o varias entrelazadas.
game-rotation = Rotación
game-rotation-about = damas con piezas que quizá no están, y que son más probables después de cada jugada
game-rotation-title = Damas de rotación ({ $rotation }), { $size } × { $size }
game-rotation-moves = c3-d4: un paso. d4xf6: capturar, un salto.
game-rotation-advice = Bajo una pieza está escrito qué probable es que esté ahí; su casilla está ocupada en todo caso. Una pieza que ha movido gira, y es más probable que esté. Una captura mide las dos piezas y sale bien si las dos están; si no, se miden también todas las demás, las que no están salen del tablero, y el turno pasa. No es obligatorio capturar.
game-blocking = Bloqueo
game-blocking-about = damas con jugadas a izquierda y derecha a la vez, y con las propias piezas en medio
game-blocking-title = Damas de bloqueo, { $size } × { $size }
game-blocking-moves = c3-d4: un paso. c3^b4d4: a izquierda y derecha a la vez. d4xf6: intentar capturar. c3^d4: mover la mitad (quantum_move=single). pass: no capturar más. d4'-e5: de las piezas que pueden estar en d4, la segunda.
game-blocking-advice = La letra junto a una pieza nombra la pieza de la que la parte forma parte; varias letras en una casilla son piezas que pueden estar ahí, nunca a la vez, y el número dice qué probable es que haya una. A una casilla donde puede haber una pieza propia, una parte va donde esa pieza no está, y se queda donde está: entonces las dos están entrelazadas. Un ataque mide; quien no encuentra nada allí entra en la casilla.
game-queens-chess = Ajedrez cuántico de Queen’s
game-queens-chess-about = ajedrez en el que una pieza es de dos tipos, y tocarla mide de cuál
game-queens-chess-title = Ajedrez cuántico de Queen’s
game-queens-chess-moves = e2?: tocar una pieza cuántica; si puede mover, tiene que hacerlo. e2-e4: moverla. e4xd5: capturar. e7-e8=Q: coronar un peón. d8=Q: coronar un peón tocado en la última fila. deal: repartir los tipos. pass: no se puede tocar nada.
game-queens-chess-advice = Una pieza cuántica es de su primer tipo o del segundo, 1/2 cada uno, y muestra cuál cuando se toca; un tipo desconocido se saca entonces de la reserva de su bando. Una pieza que llega a una casilla oscura vuelve a ser cuántica. Los reyes se capturan: no hay que responder a un jaque, y no hay mate; pero tocar una pieza que da jaque termina el turno, si las reglas lo dicen.
game-box-chess = Ajedrez de cajas
game-box-chess-about = ajedrez en el que una pieza está en dos casillas, las parejas se entrelazan y las capturas se intentan
game-box-chess-title = Ajedrez de cajas, { $board }
game-box-chess-moves = e2-e4: una jugada, también de una mitad. b1^a3c3: poner una pieza en dos casillas, 1/2 cada una. e4xd5: capturar, o intentarlo. b1^c3>a3: lo mismo, probablemente en la primera. e7-e8=Q: coronar un peón. f6^d5&e4: quedarse e ir a d5, entrelazada con e4. d5<>f6: cambiar las clases de las mitades de una pareja. b1^a3~c3: en dos casillas con signos opuestos. a1ze1, a1e1^a1: una jugada Z cambia los signos, una jugada de Hadamard junta mitades. a1|a4: pasar por efecto túnel a través de una pieza. a1?: medir una pareja propia.
game-box-chess-advice = Dos mitades con la misma letra son una pieza, y una de ellas es la real. Las partes con el mismo marco están entrelazadas y se miden juntas. Una captura en la que participa una mitad mide su grupo, y falla si el atacante o su objetivo no está. Una mitad da jaque allí donde puede ser real.

## Piezas

# Las formas tras la primera: la torre, de la torre, una torre.
piece-man = { $side ->
    [white] peón blanco
    [black] peón negro
   *[none] peón
}
    .the = { $side ->
        [white] el peón blanco
        [black] el peón negro
       *[none] el peón
    }
    .of = del peón
    .a = un peón
piece-queen = { $side ->
    [white] dama blanca
    [black] dama negra
   *[none] dama
}
    .the = { $side ->
        [white] la dama blanca
        [black] la dama negra
       *[none] la dama
    }
    .of = de la dama
    .a = una dama
piece-king = { $game ->
    [cheqqers] { piece-queen }
    [international] { piece-queen }
    [rotation] { piece-queen }
    [blocking] { piece-queen }
   *[other] { $side ->
        [white] rey blanco
        [black] rey negro
       *[none] rey
    }
}
    .the = { $game ->
        [cheqqers] { piece-queen.the }
        [international] { piece-queen.the }
        [rotation] { piece-queen.the }
        [blocking] { piece-queen.the }
       *[other] { $side ->
            [white] el rey blanco
            [black] el rey negro
           *[none] el rey
        }
    }
    .of = { $game ->
        [cheqqers] { piece-queen.of }
        [international] { piece-queen.of }
        [rotation] { piece-queen.of }
        [blocking] { piece-queen.of }
       *[other] del rey
    }
    .a = { $game ->
        [cheqqers] { piece-queen.a }
        [international] { piece-queen.a }
        [rotation] { piece-queen.a }
        [blocking] { piece-queen.a }
       *[other] un rey
    }
piece-rook = { $side ->
    [white] torre blanca
    [black] torre negra
   *[none] torre
}
    .the = { $side ->
        [white] la torre blanca
        [black] la torre negra
       *[none] la torre
    }
    .of = de la torre
    .a = una torre
piece-bishop = { $side ->
    [white] alfil blanco
    [black] alfil negro
   *[none] alfil
}
    .the = { $side ->
        [white] el alfil blanco
        [black] el alfil negro
       *[none] el alfil
    }
    .of = del alfil
    .a = un alfil
piece-knight = { $side ->
    [white] caballo blanco
    [black] caballo negro
   *[none] caballo
}
    .the = { $side ->
        [white] el caballo blanco
        [black] el caballo negro
       *[none] el caballo
    }
    .of = del caballo
    .a = un caballo
piece-pawn = { $side ->
    [white] peón blanco
    [black] peón negro
   *[none] peón
}
    .the = { $side ->
        [white] el peón blanco
        [black] el peón negro
       *[none] el peón
    }
    .of = del peón
    .a = un peón
piece-piece = { $side ->
    [white] pieza blanca
    [black] pieza negra
   *[none] pieza
}
    .the = { $side ->
        [white] la pieza blanca
        [black] la pieza negra
       *[none] la pieza
    }
    .of = de la pieza
    .a = una pieza
piece-quantum-piece = { $side ->
    [white] pieza cuántica blanca
    [black] pieza cuántica negra
   *[none] pieza cuántica
}
    .the = { $side ->
        [white] la pieza cuántica blanca
        [black] la pieza cuántica negra
       *[none] la pieza cuántica
    }
    .of = de la pieza cuántica
    .a = una pieza cuántica

## Tipos de jugadas

move-step = paso
move-capture = captura
move-split = división
move-merge = unión
move-quantum-move = jugada cuántica
move-end-of-a-chain = fin de una serie de capturas
move-touch = toque
move-move = jugada
move-promotion = coronación
move-deal = reparto
move-pass = turno terminado
move-superposition = superposición
move-entanglement = entrelazamiento
move-inversion = inversión
move-Z-move = jugada Z
move-Hadamard-move = jugada de Hadamard
move-tunnelling = efecto túnel
move-remote-collapse = medición de una pareja
confirm-to-rotate-the-piece = para girar la pieza
form-pdn = registro de damas (PDN)
form-online = jugadas como las escribe la página de los autores

## Quién juega y quién mide

player-person-about = tú, o alguien por enlace
player-random-about = mueve al azar
player-mcts-about = simula { $strength } partidas antes de cada jugada
player-expert-about = piensa { $strength } ms antes de cada jugada
backend-local-about = un simulador sin errores
backend-noisy-about = un simulador con los errores de un dispositivo típico
backend-noisy-fez-about = un simulador con los errores del dispositivo ibm_fez
backend-noisy-torino-about = un simulador con los errores del dispositivo ibm_torino
backend-noisy-pittsburgh-about = un simulador con los errores del dispositivo ibm_pittsburgh

## Ajustes

setting-cheqqers-level = Nivel
setting-cheqqers-level-about = cuánta mecánica cuántica: 0 damas, 1 superposición, 2 entrelazamiento, 3 interferencia
choice-cheqqers-level-0 = 0 Clásico
choice-cheqqers-level-0-about = damas inglesas, nada cuántico
choice-cheqqers-level-1 = 1 Superposición
choice-cheqqers-level-1-about = una pieza puede estar en dos casillas a la vez; capturar una que quizá no está la mide
choice-cheqqers-level-2 = 2 Entrelazamiento
choice-cheqqers-level-2-about = captura una pieza que quizá no está, y las dos se entrelazan
choice-cheqqers-level-3 = 3 Interferencia
choice-cheqqers-level-3-about = las partes de una pieza pueden unirse otra vez: se suman o se cancelan
choice-international-level-0 = 0 Clásico
choice-international-level-0-about = damas internacionales, nada cuántico
choice-international-level-1 = 1 Superposición
choice-international-level-1-about = una pieza puede estar en dos casillas a la vez; quien se encuentra con ella la mide
choice-international-level-2 = 2 Entrelazamiento
choice-international-level-2-about = ve a una casilla donde quizá haya una pieza propia, y las dos se entrelazan
choice-international-level-3 = 3 Interferencia
choice-international-level-3-about = las partes pueden unirse otra vez: se suman o se cancelan
setting-cheqqers-size = Tamaño del tablero
setting-cheqqers-size-about = columnas y filas del tablero
setting-cheqqers-rows = Filas
setting-cheqqers-rows-about = filas de peones de cada bando: 3, o las que quepan
setting-cheqqers-entanglement = Entrelazamiento
setting-cheqqers-entanglement-about = qué piezas entrelaza una captura: las que aún no lo están, o cualquiera
setting-cheqqers-draw_after = Tablas tras
setting-cheqqers-draw_after-about = jugadas sin captura que hacen tablas
setting-cheqqers-position = Posición
setting-cheqqers-position-about = una FEN de damas en lugar de la posición inicial: W:W21-32:B1-12
setting-international-level = Nivel
setting-international-level-about = cuánta mecánica cuántica: 0 damas, 1 superposición, 2 entrelazamiento, 3 interferencia
setting-international-size = Tamaño del tablero
setting-international-size-about = columnas y filas del tablero
setting-international-rows = Filas
setting-international-rows-about = filas de peones de cada bando: las que quepan, si no se elige otra cosa
setting-international-draw_after = Tablas tras
setting-international-draw_after-about = jugadas sin captura que hacen tablas; no: nunca hay tablas, tampoco por repetición
setting-international-position = Posición
setting-international-position-about = una FEN de damas en lugar de la posición inicial: W:W21-32:B1-12
preset-international-4x4-about = 4 × 4 con una fila de peones, para las primeras partidas
preset-international-6x6-about = 6 × 6 con dos filas de peones
preset-international-10x10-about = 10 × 10 con cuatro filas de peones, como se juegan las damas internacionales
setting-rotation-size = Tamaño del tablero
setting-rotation-size-about = columnas y filas del tablero
setting-rotation-rows = Filas
setting-rotation-rows-about = filas de peones de cada bando: 3, o las que quepan
setting-rotation-rotation = Rotación
setting-rotation-rotation-about = lo que una jugada hace con la pieza: ry(π/6), +25 % o +15 %, siempre hasta 1
setting-rotation-collapse = Medición
setting-rotation-collapse-about = si una pieza encontrada está ahí para siempre o conserva su ángulo
setting-rotation-resample = Medir otra vez
setting-rotation-resample-about = si una captura fallida mide sus dos piezas una vez más
setting-rotation-draw_turns = Tablas tras
setting-rotation-draw_turns-about = turnos en los que nada sale del tablero, hasta que hay tablas; 0 para nunca
setting-rotation-wipeout = Tablero vacío
setting-rotation-wipeout-about = quién gana cuando una medición no deja ninguna pieza
setting-rotation-position = Posición
setting-rotation-position-about = dónde están las piezas, K ante las damas, ~N tras las que han girado N veces y no están determinadas: W:Wc3~0,Kd4:Bf6~1
preset-rotation-physical-about = puertas reales y mediciones reales
preset-rotation-program-about = como juega el programa publicado
preset-rotation-manual-about = con el 15 % del texto del manual
setting-blocking-size = Tamaño del tablero
setting-blocking-size-about = columnas y filas del tablero
setting-blocking-rows = Filas
setting-blocking-rows-about = filas de peones de cada bando: 3, o las que quepan
setting-blocking-quantum_move = Jugada cuántica
setting-blocking-quantum_move-about = destinos de una jugada cuántica: dos, o uno, y la mitad se queda
setting-blocking-rejoin = Volver a unir
setting-blocking-rejoin-about = si una jugada cuántica a un destino puede deshacerse con otra sobre la otra parte
setting-blocking-link_limit = Entrelazamiento limitado
setting-blocking-link_limit-about = si una jugada que entrelaza necesita una parte y un destino con menos de dos enlaces
setting-blocking-measure = Medición
setting-blocking-measure-about = lo que mide un ataque
setting-blocking-draw_turns = Tablas tras
setting-blocking-draw_turns-about = turnos sin captura que hacen tablas; 0 u off para nunca
setting-blocking-position = Posición
setting-blocking-position-about = dónde están las piezas, K ante las damas: W:Wc3,Kd4:Bf6
preset-blocking-6x6-about = un tablero de 6 × 6, una fila de peones
preset-blocking-4x4-about = un tablero de 4 × 4, una fila de peones
preset-blocking-full-collapse-about = como el programa en 6 × 6: las capturas lo miden todo
preset-blocking-partial-collapse-about = como el programa en 4 × 4: las capturas miden sus casillas
setting-queens-chess-quantum = Cuántico
setting-queens-chess-quantum-about = si las piezas tienen dos tipos; si no, todas son del primero
setting-queens-chess-secondaries = Segundos tipos
setting-queens-chess-secondaries-about = desconocidos hasta que se muestran, o repartidos antes de la primera jugada
setting-queens-chess-promotion = Coronación
setting-queens-chess-promotion-about = en qué puede convertirse un peón
setting-queens-chess-far_row = Última fila
setting-queens-chess-far_row-about = una pieza tocada que se muestra peón en la última fila: se corona y el turno termina, se hace dama y sigue, o se queda en peón
setting-queens-chess-check_ends = El jaque termina
setting-queens-chess-check_ends-about = si un tipo que se muestra al tocar y ataca al rey termina el turno
setting-queens-chess-idle = Sin mover
setting-queens-chess-idle-about = una pieza cuyo toque terminó el turno: sigue clásica, o vuelve a ser cuántica en una casilla oscura
setting-queens-chess-touch = Tocar
setting-queens-chess-touch-about = piezas clásicas que no pueden mover: no se pueden tocar, o sí, y se pierde el turno
setting-queens-chess-captured = Capturadas
setting-queens-chess-captured-about = una pieza cuántica capturada: se mide antes de salir, o sale sin leer
setting-queens-chess-twins = Gemelas
setting-queens-chess-twins-about = una pieza con dos tipos conocidos iguales: vuelve a ser cuántica en una casilla oscura, o es clásica para siempre
setting-queens-chess-castling = Enroque
setting-queens-chess-castling-about = si hay enroque
setting-queens-chess-en_passant = Al paso
setting-queens-chess-en_passant-about = si los peones se capturan al paso
setting-queens-chess-draw_after = Tablas tras
setting-queens-chess-draw_after-about = turnos de ambos bandos sin captura ni jugada de peón que hacen tablas, u off
setting-queens-chess-position = Posición
setting-queens-chess-position-about = la posición en los campos de una FEN, y las reservas como P8N2B2R2Q1/p8n2b2r2q1: (PR) es cuántica, (P?) tiene un segundo tipo desconocido, [P*R] muestra el primero y [PR*] el segundo
preset-queens-chess-2010-about = las reglas del programa de A. Wismath
preset-queens-chess-2013-about = las reglas del concurso del University Computer Club
preset-queens-chess-2020-about = las ocho reglas del segundo programa: todos los tipos se ven desde el comienzo
preset-queens-chess-classical-about = ajedrez en el que se capturan los reyes, nada cuántico
setting-box-chess-board = Tablero
setting-box-chess-board-about = columnas y filas del tablero, con su posición inicial
setting-box-chess-superposition = Superposición
setting-box-chess-superposition-about = `free`: dos casillas a la vez; `stay`: solo la propia y otra; `off`: ninguna, y nada de entrelazamiento
setting-box-chess-unequal = Parejas desiguales
setting-box-chess-unequal-about = si hay superposiciones desiguales
setting-box-chess-unequal_faces = Caras del dado
setting-box-chess-unequal_faces-about = caras de seis en las que la mitad probable de una pareja desigual es la real
setting-box-chess-inversion = Inversión
setting-box-chess-inversion-about = si hay inversiones
setting-box-chess-phase = Fase
setting-box-chess-phase-about = si hay superposiciones con fase, jugadas Z y jugadas de Hadamard
setting-box-chess-group_moves = Jugadas de grupos
setting-box-chess-group_moves-about = si hay jugadas Z y de Hadamard de parejas entrelazadas
setting-box-chess-attempt = Intento
setting-box-chess-attempt-about = un intento de captura mide los dos grupos, primero el del atacante, o ninguno
setting-box-chess-tunnelling = Efecto túnel
setting-box-chess-tunnelling-about = si una pieza puede intentar pasar a través de otra
setting-box-chess-remote_collapse = Medición propia
setting-box-chess-remote_collapse-about = si se puede medir una pareja propia y después mover con ella
setting-box-chess-groups = Grupos
setting-box-chess-groups-about = cuántos grupos entrelazados puede haber a la vez; 0: nada de entrelazamiento
setting-box-chess-draw_after = Tablas tras
setting-box-chess-draw_after-about = turnos de ambos bandos sin captura ni jugada de peón que hacen tablas, u off
setting-box-chess-position = Posición
setting-box-chess-position-about = la posición en los campos de una FEN y una lista de parejas: (N1r) y (N1b) son las mitades de la pareja 1, y 1&-2e,3u enumera las parejas 1 y 2, iguales y entrelazadas, y la 3, desigual
preset-box-chess-full-about = todas las reglas
preset-box-chess-simplified-about = sin inversiones
preset-box-chess-hadamard-about = fases y jugadas de Hadamard en lugar de parejas desiguales
preset-box-chess-hadamard-plus-about = fases y jugadas de Hadamard, también de parejas entrelazadas
preset-box-chess-deterministic-about = las fases deciden los intentos, no se mide nada
preset-box-chess-tunnelling-about = las piezas pueden intentar pasar a través de otras
preset-box-chess-no-box-about = un intento mide primero el grupo del atacante
preset-box-chess-slow-about = una mitad de una superposición se queda
preset-box-chess-remote-about = se pueden medir parejas propias antes de una jugada
preset-box-chess-4x4-about = un tablero de 4 × 4
preset-box-chess-4x5-about = un tablero de 4 × 5
preset-box-chess-4x6-about = un tablero de 4 × 6
preset-box-chess-5x6-about = un tablero de 5 × 6
preset-box-chess-classical-about = ajedrez, nada cuántico

## Lecciones

chapter-Level-0-classical = Nivel 0: clásico
chapter-Level-1-superposition = Nivel 1: superposición
chapter-Level-2-entanglement = Nivel 2: entrelazamiento
chapter-Level-3-interference = Nivel 3: interferencia
chapter-Superposition = Superposición
chapter-Measurement = Medición
chapter-Entanglement = Entrelazamiento
chapter-Interference = Interferencia
chapter-Kings = Damas
chapter-The-end = El final

lesson-cheqqers-step-title = Un paso
lesson-cheqqers-step-text-1 = Cheqqers son damas en las casillas oscuras. Un peón avanza una casilla, a la izquierda o a la derecha.
lesson-cheqqers-step-text-2 = Selecciona una pieza: los puntos muestran adónde puede ir. O arrástrala hasta allí, o usa las flechas e Intro.
lesson-cheqqers-step-task = Avanza un paso con un peón blanco.
lesson-cheqqers-step-ending-1 = Eso es todo lo que hay en un paso.
lesson-cheqqers-capture-title = Una captura
lesson-cheqqers-capture-text-1 = Una pieza rival se captura saltando sobre ella a la casilla vacía de detrás. Un anillo marca esos destinos.
lesson-cheqqers-capture-text-2 = Si puedes capturar tienes que hacerlo, y sigues con la misma pieza mientras pueda.
lesson-cheqqers-capture-task = Captura los dos peones negros.
lesson-cheqqers-capture-ending-1 = Los dos han caído, en un turno de dos saltos.
lesson-cheqqers-king-title = Una dama
lesson-cheqqers-king-text-1 = Un peón que llega a la última fila se convierte en dama. Las damas también mueven hacia atrás.
lesson-cheqqers-king-task = Consigue una dama, y da un paso atrás con ella.
lesson-cheqqers-king-ending-1 = Una dama tiene una corona y cuatro direcciones.
lesson-cheqqers-split-title = Superposición: dividir
lesson-cheqqers-split-text-1 = Desde el nivel 1 una pieza puede dividirse: va a dos casillas a la vez. Cada una de sus partes está ahí con una probabilidad de un medio, como dicen el anillo y el número. La letra dice qué partes son una pieza.
lesson-cheqqers-split-text-2 = Pulsa el peón de c1 y después las dos flechas entre sus destinos. O pulsa un destino y arrastra hasta el otro. O pulsa «Dividir» (tecla s), y después la pieza y los dos destinos.
lesson-cheqqers-split-task = Divide el peón de c1 entre b2 y d2.
lesson-cheqqers-split-ending-1 = El peón está en las dos casillas, en superposición: un circuito contiene ambas partes, y se medirían juntas.
lesson-cheqqers-again-title = Las partes se dividen
lesson-cheqqers-again-text-1 = Una parte mueve como si fuera una pieza: puede dar un paso, y puede dividirse otra vez. Las probabilidades de todas las partes de una pieza suman uno.
lesson-cheqqers-again-task = Divide otra vez una de las partes.
lesson-cheqqers-again-ending-1 = Una mitad queda entera, la otra se convierte en dos cuartos: tres partes de una pieza, tres cúbits.
lesson-cheqqers-measure-title = Una captura que mide
lesson-cheqqers-measure-text-1 = Las negras han dividido un peón entre e5 y g5. Quizá está en e5, así que puedes intentar capturarlo, y tienes que hacerlo.
lesson-cheqqers-measure-text-2 = Solo una medición dice dónde está. Señala el destino: se te dice qué puede pasar, y con qué probabilidad.
lesson-cheqqers-measure-task = Captura sobre e5.
lesson-cheqqers-measure-ending-1 = No estaba en e5 sino en g5, donde ahora está con certeza. No se captura nada, y tu turno ha pasado. La mitad de las veces es al revés: inténtalo otra vez.
lesson-cheqqers-measure-ending-2 = Estaba en e5, y ha sido capturado. La mitad de las veces aparece en g5, y el turno pasa: inténtalo otra vez.
lesson-cheqqers-attacker-title = Una parte que captura
lesson-cheqqers-attacker-text-1 = Es igual cuando la pieza que captura es la incierta: se mide primero. Solo una pieza que está puede capturar.
lesson-cheqqers-attacker-task = Captura con la parte de d4.
lesson-cheqqers-attacker-ending-1 = Tu peón estaba en b4: no podía capturar desde d4, y el turno ha pasado.
lesson-cheqqers-attacker-ending-2 = Tu peón estaba en d4, y ha capturado.
lesson-cheqqers-entangle-title = Entrelazamiento
lesson-cheqqers-entangle-text-1 = En el nivel 2 una pieza determinada que captura una incierta no la mide. Las dos cosas ocurren, en superposición: donde el peón negro estaba en e5, queda capturado y el tuyo está en f6. Donde no, el tuyo sigue en d4.
lesson-cheqqers-entangle-text-2 = Las dos piezas quedan entrelazadas.
lesson-cheqqers-entangle-task = Captura sobre e5.
lesson-cheqqers-entangle-ending-1 = O tu peón está en f6 y el negro capturado, o está en d4 y el negro en g5: un medio cada cosa, y nunca nada más. Las tres casillas tienen el mismo marco.
lesson-cheqqers-together-title = Medidas juntas
lesson-cheqqers-together-text-1 = Dividiste un peón entre b4 y d4, y las negras capturaron sobre d4. Así que el peón negro está en c3 si el tuyo estaba en d4, y si no, sigue en e5.
lesson-cheqqers-together-text-2 = Ahora capturas sobre c3. Una pieza que ya está entrelazada se mide, y todo su circuito con ella: lo que se encuentre decide sobre las dos.
lesson-cheqqers-together-task = Captura sobre c3 con el peón de b2.
lesson-cheqqers-together-ending-1 = El peón negro estaba en e5, así que el tuyo nunca fue capturado: está en b4 con certeza. En c3 no hay nada, y el turno ha pasado.
lesson-cheqqers-together-ending-2 = El peón negro estaba en c3, así que había capturado el tuyo. Ahora es él el capturado.
lesson-cheqqers-merge-title = Interferencia: unir
lesson-cheqqers-merge-text-1 = En el nivel 3 dos partes de una pieza pueden unirse en una casilla que ambas alcancen. Sus amplitudes se suman: interfieren.
lesson-cheqqers-merge-text-2 = Selecciona la parte de b4: su compañera se resalta. Púlsala, y después c5. Las dos flechas que se encuentran, en el destino, hacen lo mismo de una vez.
lesson-cheqqers-merge-task = Une b4 y d4 en c5.
lesson-cheqqers-merge-ending-1 = Las partes estaban en fase, así que toda la pieza está en c5: vuelve a ser seguro dónde está, sin ninguna medición.
lesson-cheqqers-phase-title = Fase
lesson-cheqqers-phase-text-1 = Cada paso gira la fase de una parte un cuarto de vuelta. La aguja de su anillo la muestra. Aquí la parte de b4 ha ido a a5 y ha vuelto: dos cuartos son media vuelta, y las agujas apuntan en direcciones opuestas.
lesson-cheqqers-phase-text-2 = Señala la unión antes de jugarla: unos anillos violetas muestran lo que daría.
lesson-cheqqers-phase-task = Une b4 y d4 en c5.
lesson-cheqqers-phase-ending-1 = En c5 las dos amplitudes se cancelan: no llega nada. Toda la pieza se queda en d4, con la segunda parte. La misma jugada que antes, y el resultado contrario: solo la fase era otra.
lesson-cheqqers-rest-title = Lo que sobra
lesson-cheqqers-rest-text-1 = Las partes que no son igual de probables no pueden cancelarse del todo. La parte de a5 tiene una probabilidad de un medio, la de c5 de un cuarto.
lesson-cheqqers-rest-text-2 = Después de esto conoces todas las reglas.
lesson-cheqqers-rest-task = Une a5 y c5 en b6.
lesson-cheqqers-rest-ending-1 = El 72,9 % está en b6 y el 2,1 % queda en c5, como dicen ((√½ + ½)² y (√½ − ½)²) / 2. El cuarto de e5 no ha participado.

lesson-international-backwards-title = Los peones capturan hacia atrás
lesson-international-backwards-text-1 = Un peón avanza en diagonal, de casilla en casilla, pero captura en las cuatro direcciones.
lesson-international-backwards-task = Captura el peón de d4.
lesson-international-backwards-ending-1 = Mira también detrás de tus peones: tu rival también captura hacia atrás.
lesson-international-flying-title = Las damas vuelan
lesson-international-flying-text-1 = Una dama recorre cuantas casillas quiera por una diagonal. Captura desde lejos y termina en cualquier casilla libre detrás de la pieza capturada.
lesson-international-flying-task = Captura el peón de d4 y termina donde quieras.
lesson-international-flying-ending-1 = Una dama puede dominar todo el tablero.
lesson-international-longest-title = La captura más larga
lesson-international-longest-text-1 = Si puedes capturar, debes hacerlo, y entre varias capturas elegir una de las que más piezas pueden tomar. Aquí h2 podría capturar un peón, y c3 puede capturar dos.
lesson-international-longest-task = Captura dos peones en un turno.
lesson-international-longest-ending-1 = Solo la primera captura de un turno se elige así. Después la pieza puede hacer cualquier captura que tenga.
lesson-international-onto-title = A una casilla que quizá esté ocupada
lesson-international-onto-text-1 = Las negras han dividido un peón entre a5 y c5. Puedes ir a una casilla donde quizá haya una pieza: antes se mide, esa casilla sola. Si está ocupada, tu turno termina y nada se mueve.
lesson-international-onto-task = Ve a a5.
lesson-international-onto-ending-1 = El peón negro estaba en a5. Tu peón se queda en b4 y el turno ha terminado. Con la misma frecuencia sale al revés: inténtalo otra vez.
lesson-international-onto-ending-2 = a5 estaba vacía, así que el peón negro está en c5 con certeza, y tu peón está en a5.
lesson-international-step-title = Una parte avanza
lesson-international-step-text-1 = En el nivel 1 un paso mide la parte que avanza: solo una pieza que está ahí puede seguir. Dividir no mide la pieza que se divide.
lesson-international-step-task = Ve de b4 a a5.
lesson-international-step-ending-1 = Tu peón estaba en b4 y ha ido a a5. Vuelve a ser seguro dónde está.
lesson-international-step-ending-2 = Tu peón estaba en d4, y ahí está determinado. Nada se ha movido y tu turno ha pasado.
lesson-international-own-title = A una pieza propia
lesson-international-own-text-1 = Desde el nivel 2 un paso ya no mide lo que avanza, ni una casilla donde quizá haya una pieza propia. Solo se mide aún una casilla del rival. Donde d4 está vacía, tu peón de e3 va allí. Donde no, se queda.
lesson-international-own-task = Ve de e3 a d4.
lesson-international-own-ending-1 = En ambos casos hay un peón en d4, así que d4 está determinada. El otro está en e3 o en b4: las dos casillas están entrelazadas. Cuál es cuál no se puede saber: las piezas de un bando son iguales.
lesson-international-three-title = Una captura mide sus casillas
lesson-international-three-text-1 = Una captura mide sus tres casillas, en lo que no esté determinado: dónde empieza, qué captura y dónde termina. Sale bien si las dos piezas están ahí y la casilla de llegada está vacía.
lesson-international-three-text-2 = Es obligatorio capturar, por improbable que sea.
lesson-international-three-task = Captura desde d4 sobre e5.
lesson-international-three-ending-1 = Al menos una de las dos no estaba: no se captura nada, y lo encontrado se queda. Sale bien una de cada cuatro veces.
lesson-international-three-ending-2 = Las dos estaban: el peón negro está capturado. Ocurre una de cada cuatro veces.
lesson-international-merge-title = Las partes se unen
lesson-international-merge-text-1 = En el nivel 3 dos partes pueden unirse en una casilla que ambas alcancen. Sus amplitudes se suman o se cancelan. En este juego ningún paso gira la fase, así que las partes iguales se suman.
lesson-international-merge-task = Une b4 y d4 en c5.
lesson-international-merge-ending-1 = Todo el peón está en c5: vuelve a ser seguro dónde está, sin ninguna medición.
lesson-international-rest-title = Lo que sobra
lesson-international-rest-text-1 = Las partes que no son igual de probables dejan algo. La parte de a5 tiene una probabilidad de un medio, la de c5 de un cuarto.
lesson-international-rest-text-2 = Después de esto conoces todas las reglas.
lesson-international-rest-task = Une a5 y c5 en b6.
lesson-international-rest-ending-1 = El 72,9 % está en b6. El resto queda en ambas, un 1,1 % en a5 y en c5, con fases opuestas: unidas otra vez del mismo modo, lo desharían.
lesson-rotation-maybe-title = Quizá está
lesson-rotation-maybe-text-1 = Cada pieza es un cúbit: está, o no está, y es las dos cosas hasta que se mide. Al comienzo cada una está con un 50 %. Su anillo dice qué probable es; su casilla está ocupada en todo caso.
lesson-rotation-maybe-text-2 = Un peón avanza una casilla en diagonal. Pulsa la pieza, una casilla, y la casilla otra vez: el paso gira el cúbit.
lesson-rotation-maybe-task = Da un paso con el peón de c3.
lesson-rotation-maybe-ending-1 = Ahora está con un 75 %. Cada paso gira su flecha 15°, y el cuadrado de la altura de la flecha es la probabilidad: sin² 45° = 50 %, sin² 60° = 75 %.
lesson-rotation-certain-title = Con certeza tras tres pasos
lesson-rotation-certain-text-1 = El peón de c3 ha dado un paso, y está con un 75 %. Tras dos pasos más la flecha queda vertical: sin² 90° = 1.
lesson-rotation-certain-task = Da pasos con este peón hasta que esté con certeza.
lesson-rotation-certain-ending-1 = Está con certeza, y así sigue: más pasos ya no lo giran.
lesson-rotation-attempt-title = Una captura mide
lesson-rotation-attempt-text-1 = Tu peón de d4 está con certeza, el peón negro de e5 está con un 75 %. Capturarlo es medirlo: si está, queda capturado.
lesson-rotation-attempt-text-2 = Si no está, se miden también todas las demás piezas. Las que no están salen del tablero, y tu turno termina.
lesson-rotation-attempt-task = Captura sobre e5.
lesson-rotation-attempt-ending-1 = Estaba, y ha sido capturado. No se ha medido nada más. Una vez de cada cuatro es al revés: inténtalo otra vez.
lesson-rotation-attempt-ending-2 = No estaba. Así que se ha medido todo: quien queda en el tablero está con certeza.
lesson-rotation-both-title = Las dos tienen que estar
lesson-rotation-both-text-1 = Una pieza que no está no puede capturar. Así que también se mide el atacante, y una captura entre dos piezas inciertas sale bien con el producto de las dos probabilidades: el 75 % del 75 % es el 56,3 %.
lesson-rotation-both-text-2 = Señala el destino antes de pulsarlo: se te dice qué probable es cada resultado.
lesson-rotation-both-task = Captura sobre e5 con el peón de d4.
lesson-rotation-both-ending-1 = Las dos estaban. Ahora el atacante también está determinado.
lesson-rotation-both-ending-2 = Una de las dos no estaba, y ha salido del tablero. La otra ahora está determinada.
lesson-rotation-fail-title = Un buen momento para fallar
lesson-rotation-fail-text-1 = Una captura fallida mide a todos. Tus cuatro peones están con un 93,3 % cada uno, los cinco negros con un 50 %.
lesson-rotation-fail-text-2 = Puedes contar con conservar casi todos los tuyos, y las negras con perder la mitad: un intento que falla puede ser mejor que uno que sale bien.
lesson-rotation-fail-task = Intenta la captura sobre e5.
lesson-rotation-fail-ending-1 = Ha salido bien, como el 46,7 % de las veces: un peón negro menos. Inténtalo otra vez para verla fallar.
lesson-rotation-fail-ending-2 = Ha fallado, y la medición se ha llevado más peones negros que tuyos. Primero mover, después medir.
lesson-rotation-king-title = Una dama
lesson-rotation-king-text-1 = Un peón que llega a la última fila se convierte en dama, aunque solo quizá esté. Las damas también mueven hacia atrás.
lesson-rotation-king-task = Consigue una dama, y da un paso atrás con ella.
lesson-rotation-king-ending-1 = Una dama tiene cuatro direcciones. Ya conoces todas las reglas.

lesson-blocking-both-ways-title = A izquierda y derecha a la vez
lesson-blocking-both-ways-text-1 = Un peón avanza una casilla en diagonal. O hace una jugada cuántica, a la izquierda y a la derecha a la vez: a cada casilla va una mitad.
lesson-blocking-both-ways-text-2 = Pulsa «Dividir», después el peón de c3 y las dos casillas. O pulsa el peón y después las dos flechas entre sus destinos.
lesson-blocking-both-ways-task = Lleva el peón de c3 a b4 y d4 a la vez.
lesson-blocking-both-ways-ending-1 = El peón está en las dos casillas, en superposición, una mitad en cada una. Ha sido una sola puerta, la raíz cuadrada de iSWAP.
lesson-blocking-again-title = La mitad de la mitad
lesson-blocking-again-text-1 = Una parte mueve como si fuera una pieza, y puede hacer otra jugada cuántica. Las probabilidades de todas las partes de una pieza suman uno.
lesson-blocking-again-task = Haz una jugada cuántica con una de las dos partes.
lesson-blocking-again-ending-1 = Una mitad queda entera, la otra se convierte en dos cuartos: tres partes, tres cúbits.
lesson-blocking-attack-title = Un ataque mide
lesson-blocking-attack-text-1 = Las negras han llevado un peón a e5 y g5 a la vez. Solo un ataque puede averiguar dónde está: mide al atacante y a lo atacado.
lesson-blocking-attack-text-2 = Si el peón está en e5, saltas sobre él y lo capturas. Si no, e5 está vacía, y tu peón entra en ella.
lesson-blocking-attack-task = Ataca e5.
lesson-blocking-attack-ending-1 = Estaba en g5, donde ahora está con certeza. Tu peón ha entrado en e5. Inténtalo otra vez: la mitad de las veces se captura.
lesson-blocking-attack-ending-2 = Estaba en e5, y ha sido capturado. Inténtalo otra vez: la mitad de las veces está en g5, y tu peón entra en e5.
lesson-blocking-behind-title = Lo que hay detrás
lesson-blocking-behind-text-1 = El peón de e5 está determinado, y el tuyo también. Pero en f6, donde caerías, puede haber una parte de otro: esa casilla también se mide.
lesson-blocking-behind-task = Ataca e5.
lesson-blocking-behind-ending-1 = El otro peón estaba en h6: f6 estaba libre, y el peón de e5 ha sido capturado.
lesson-blocking-behind-ending-2 = El otro peón estaba en f6, en tu camino: nadie mueve, y tu turno termina.
lesson-blocking-block-title = Estorbarse a uno mismo
lesson-blocking-block-text-1 = Uno de tus propios peones puede estar en d4. Si otro va allí, mueve donde d4 está vacía, y se queda donde no lo está. No se mide nada: las dos cosas ocurren, en superposición.
lesson-blocking-block-task = Da un paso de e3 a d4.
lesson-blocking-block-ending-1 = O el primer peón está en d4 y el segundo en e3, o el primero está en b4 y el segundo en d4. Los dos están entrelazados. En d4 hay un peón con certeza, pero nadie sabe cuál.
lesson-blocking-together-title = Medidos juntos
lesson-blocking-together-text-1 = Estos dos peones están entrelazados: el segundo solo está en e3 donde el primero está en d4. Ahora el segundo ataca desde e3, y se mide.
lesson-blocking-together-task = Ataca f4 con la parte de e3.
lesson-blocking-together-ending-1 = Estaba en e3, y ha capturado. Así que el primer peón está en d4: una medición ha decidido sobre los dos.
lesson-blocking-together-ending-2 = No estaba en e3 sino en d4, y por eso el primer peón está en b4: una medición ha decidido sobre los dos. Nadie mueve.
lesson-blocking-rejoin-title = Media jugada deshecha
lesson-blocking-rejoin-text-1 = Con estos ajustes una jugada cuántica manda media pieza a una casilla, y la otra mitad se queda. Aquí media dama ha ido de c3 a d4.
lesson-blocking-rejoin-text-2 = La misma jugada otra vez reúne las mitades. Interfieren: en una casilla se suman, en la otra se cancelan.
lesson-blocking-rejoin-task = Haz otra vez la media jugada de c3 a d4.
lesson-blocking-rejoin-ending-1 = Toda la dama está en d4, sin ninguna medición. Dos veces la raíz cuadrada de iSWAP es iSWAP: una jugada entera.

lesson-queens-chess-touch-title = Pieza tocada, pieza jugada
lesson-queens-chess-touch-text-1 = Una pieza cuántica es de dos tipos a la vez: la de d1 es una torre o un alfil, con un 50 % cada uno. Tocarla mide cuál.
lesson-queens-chess-touch-text-2 = Pieza tocada, pieza jugada: si puede mover, tiene que hacerlo, según el tipo que muestra.
lesson-queens-chess-touch-task = Pulsa dos veces la pieza de d1 para tocarla, y después muévela.
lesson-queens-chess-touch-ending-1 = En una casilla clara conserva el tipo que ha mostrado; en una oscura vuelve a ser los dos, y el próximo toque mide de nuevo.
lesson-queens-chess-dark-title = De vuelta a la superposición
lesson-queens-chess-dark-text-1 = La pieza de d1 se ha medido: ahora es una torre, y mueve sin que haya que tocarla. En casillas claras conserva este tipo.
lesson-queens-chess-dark-text-2 = Una pieza que llega a una casilla oscura vuelve a ser cuántica: una puerta devuelve su cúbit a una superposición igual.
lesson-queens-chess-dark-task = Lleva la torre a la casilla oscura d2.
lesson-queens-chess-dark-ending-1 = Vuelve a ser torre y alfil. Que una pieza caiga en claro o en oscuro es elegir entre lo que sabes y lo que puede ser.
lesson-queens-chess-unknown-title = Un tipo que nadie conoce
lesson-queens-chess-unknown-text-1 = El primer tipo de una pieza es el de su casilla inicial. El segundo no lo conoce nadie hasta que se muestra: es uno de los tipos que tu bando no ha visto aún, aquí peón, caballo o alfil.
lesson-queens-chess-unknown-text-2 = Por eso un toque puede necesitar dos mediciones: cuál de sus tipos, y si es el segundo, cuál es ese.
lesson-queens-chess-unknown-task = Toca la pieza de b2.
lesson-queens-chess-unknown-ending-1 = La mitad de las veces es una torre. Si no, su segundo tipo se conoce desde ahora. Inténtalo otra vez para ver otros.
lesson-queens-chess-take-title = Se captura una pieza cuántica
lesson-queens-chess-take-text-1 = Una pieza cuántica está con certeza en una casilla; solo su tipo está abierto. Así que una captura nunca falla: la pieza se mide, muestra su tipo y se va.
lesson-queens-chess-take-task = Captura la pieza de d5.
lesson-queens-chess-take-ending-1 = Ahora los dos bandos saben lo que era. Un tipo que ha salido del juego no puede mostrarse más.
lesson-queens-chess-check-title = Un toque que da jaque
lesson-queens-chess-check-text-1 = Si el tipo que se muestra ataca al rey rival, el toque ya es todo el turno. Como torre, la pieza de d1 da jaque a d8; como alfil, no.
lesson-queens-chess-check-task = Toca la pieza de d1.
lesson-queens-chess-check-ending-1 = Si es una torre, tu turno ha terminado: las negras están en jaque. Si es un alfil, tiene que mover ahora. Inténtalo otra vez para ver las dos cosas.
lesson-queens-chess-king-title = Los reyes se capturan
lesson-queens-chess-king-text-1 = No hay mate: nadie sabe qué será una pieza. Un rey puede quedarse en jaque, y quien captura al otro rey ha ganado.
lesson-queens-chess-king-task = Captura el rey.
lesson-queens-chess-king-ending-1 = Han ganado las blancas. Ya conoces todas las reglas.
lesson-queens-chess-king-ending-2 = El rey ha sido capturado.

lesson-box-chess-superposition-title = En dos casillas
lesson-box-chess-superposition-text-1 = Una pieza puede ir a dos casillas a la vez, o quedarse y además ir. Una de sus dos mitades es la real; las dos estorban, atacan y dan jaque.
lesson-box-chess-superposition-text-2 = Elige «Dividir», pulsa el caballo y después dos casillas que alcance, incluida la suya. Las mitades iguales son reales con un 50 % cada una; de las desiguales la primera es real con 5/6.
lesson-box-chess-superposition-task = Pon el caballo en dos casillas.
lesson-box-chess-superposition-ending-1 = Las dos mitades son una pieza. Un intento de captura mide cuál de ellas es la real.
lesson-box-chess-attempt-title = Un intento de captura
lesson-box-chess-attempt-text-1 = El caballo negro está en a5 o en c4, con un 50 % cada una. Capturar una mitad es un intento: se mide la pareja.
lesson-box-chess-attempt-text-2 = El atacante va a la casilla en todo caso. Si el caballo se encuentra allí, queda capturado; si no, está en su otra casilla.
lesson-box-chess-attempt-task = Intenta capturar el caballo de a5 con la torre.
lesson-box-chess-attempt-ending-1 = El caballo estaba en c4: la torre está en a5, y no se captura nada.
lesson-box-chess-attempt-ending-2 = El caballo estaba en a5, y ha sido capturado.
lesson-box-chess-half-title = Una mitad que captura
lesson-box-chess-half-text-1 = Ahora el incierto es el atacante: tu caballo está en a3 o en c3. Cualquier mitad puede intentar una captura, y solo a la real le sale bien.
lesson-box-chess-half-task = Intenta capturar el peón de b5.
lesson-box-chess-half-ending-1 = Esa mitad no era la real: tu caballo está con certeza en la otra casilla, y el peón sigue ahí.
lesson-box-chess-half-ending-2 = Esa mitad era la real: tu caballo está en b5, y el peón ha sido capturado.
lesson-box-chess-invert-title = Probable e improbable
lesson-box-chess-invert-text-1 = Tu torre está en a1 con 5/6 y en e1 con 1/6: una pareja desigual. Una captura en e4 fallaría casi siempre.
lesson-box-chess-invert-text-2 = Una inversión cambia las probabilidades de dos mitades cuando una podría ir a la otra. Elige «Unir» y pulsa las dos mitades.
lesson-box-chess-invert-task = Invierte la torre en a1 y e1.
lesson-box-chess-invert-ending-1 = Ahora la torre está en e1 con 5/6. Ha sido una sola puerta, una X: lo probable es improbable, y al revés.
lesson-box-chess-entangle-title = Entrelazamiento
lesson-box-chess-entangle-text-1 = Tu caballo de d2 ataca la mitad de c4. Por eso puede entrelazarse con esa pareja: va a otra casilla donde la mitad de c4 es real, y se queda en d2 donde no lo es.
lesson-box-chess-entangle-text-2 = Elige «Dividir», pulsa el caballo, y después e4 y c4.
lesson-box-chess-entangle-task = Pon el caballo también en e4, entrelazado con c4.
lesson-box-chess-entangle-ending-1 = Dos parejas, un grupo: e4 y c4 son reales juntas, o lo son d2 y a5, y nunca nada más. Tienen el mismo marco.
lesson-box-chess-together-title = Medidos juntos
lesson-box-chess-together-text-1 = Los dos caballos están entrelazados. Tu torre intenta capturar la mitad de a5: se mide todo el grupo, también tu propio caballo.
lesson-box-chess-together-task = Intenta capturar en a5 con la torre.
lesson-box-chess-together-ending-1 = El caballo negro estaba en c4, así que el tuyo está en e4. No se captura nada; la torre está en a5.
lesson-box-chess-together-ending-2 = El caballo negro estaba en a5, y ha sido capturado. Así que el tuyo está en d2.
lesson-box-chess-join-title = Una jugada de Hadamard
lesson-box-chess-join-text-1 = Con fase, dos mitades se pueden volver a juntar. Tu torre está en a1 y e1, con signos iguales. Una jugada de Hadamard suma las dos: en una casilla forman una pieza entera, en la otra se cancelan.
lesson-box-chess-join-text-2 = Elige «Unir», pulsa las dos mitades y responde con la jugada que las junta en a1.
lesson-box-chess-join-task = Junta la torre en a1.
lesson-box-chess-join-ending-1 = La torre está en a1 con certeza, sin ninguna medición: los signos iguales dan la primera casilla.
lesson-box-chess-sign-title = El signo decide
lesson-box-chess-sign-text-1 = Se ve como antes, pero una jugada Z ha cambiado el signo de la mitad de e1: su aguja apunta al otro lado. Ninguna medición podría notar la diferencia.
lesson-box-chess-sign-text-2 = Una jugada de Hadamard sí puede.
lesson-box-chess-sign-task = Junta la torre otra vez, y mira dónde está.
lesson-box-chess-sign-ending-1 = Con signos opuestos las mitades se cancelan en a1 y se suman en e1. La misma puerta que antes, y el resultado contrario.

## Lo que ha pasado

# El servidor dice qué se rellena; una pieza está en las formas que tienen sus palabras bajo «Piezas».
told-side = { $side ->
    [white] Las blancas
   *[black] Las negras
}
told-step = { told-side } { $tries ->
    [yes] intentan mover
   *[no] mueven
} { $part ->
    [yes] la parte de
   *[no] de
} { $from } a { $to }.
told-whole-step = { told-side } mueven de { $from } a { $to }.
told-move = { told-side } mueven { $part ->
    [yes] una mitad { $piece-of }
   *[no] { $piece-the }
} de { $from } a { $to }.
told-split = { told-side } { $tries ->
    [yes] intentan dividir
   *[no] dividen
} { $part ->
    [yes] la parte de { $from }
   *[no] { $from }
} entre { $to }.
told-merge = { told-side } { $tries ->
    [yes] intentan unir
   *[no] unen
} en { $to } las partes de { $from }.
told-jump = { told-side } { $tries ->
    [yes] intentan capturar
   *[no] capturan
} de { $from } a { $to } saltando { $over }.
told-capture = { told-side } capturan { $taken-the } de { $over } con { $piece-the } de { $from }.
told-attempt = { $tries ->
    [yes] { told-side } intentan capturar { $taken-the } de { $over } con { $piece-the } de { $from }.
   *[no] { told-capture }
}
told-end-of-chain = { told-side } no capturan más.
told-castling = { told-side } enrocan.
told-promotion = { told-side } coronan el peón de { $to }: ahora es { $becomes-a }.
told-superposition = { told-side } ponen { $piece-the } de { $from } en { $to }.
told-opposite-superposition = { told-side } ponen { $piece-the } de { $from } en { $to }, con signos opuestos.
told-entanglement = { told-side } ponen { $piece-the } de { $from } también en { $first }: está en { $first } si la mitad rival de { $second } es real.
told-inversion = { told-side } invierten { $piece-the } de { $squares }.
told-z-move = { told-side } cambian el signo { $piece-of } de { $squares }.
told-hadamard-move = { told-side } hacen una jugada de Hadamard con { $piece-the } de { $from }.
told-tunnelling = { told-side } { $tries ->
    [yes] intentan pasar
   *[no] pasan
} con { $piece-the } de { $from } a { $to } por efecto túnel.
told-collapse = { told-side } miden { $piece-the } de { $from }.
told-touch = { told-side } tocan { $from }.
told-lost-turn = { told-side } tocan { $from }, y el turno termina.
told-deal = Se reparten los segundos tipos de todas las piezas.
told-pass = { told-side } no pueden tocar nada y pasan.
told-other = { side }: { $move }.

told-read-there = Se midió { $piece-the } de { $square }: estaba ahí ({ $chance }).
told-read-there-alone = Se midió { $piece-the } de { $square }: estaba ahí ({ $chance }), no en { $gone }.
told-read-absent = Se midió { $piece-the } de { $square }: no estaba ahí ({ $chance }).
told-read = Medición: { $readings }.
told-read-again = Otra medición: { $readings }.
told-was-there = { $piece-the } de { $square } estaba ahí ({ $chance })
told-was-there-alone = { $piece-the } de { $square } estaba ahí ({ $chance }), no en { $gone }
told-was-absent = { $piece-the } de { $square } no estaba ahí ({ $chance })
told-is-on = { $piece-the } está en { $square }.
told-is-on-alone = { $piece-the } está en { $square }, no en { $gone }.
told-found = Medición: se encontró algo en { $places }.
told-found-count = Medición: estaban { $found } de { $all }.
told-found-nothing = Medición: no se encontró nada.
told-lost = { $piece-the } de { $places } sale del tablero.
told-lost-several = Las piezas de { $places } salen del tablero.

told-primary-type = La pieza muestra su primer tipo: { $piece-a }.
told-secondary-type = La pieza muestra su segundo tipo: { $piece-a }.
told-new-type = La pieza muestra su segundo tipo, que ya se conoce: { $piece-a }.
told-one-type = Los dos tipos de la pieza son el mismo: { $piece-a }.
told-becomes = La pieza es ahora { $piece-a }.

told-captured = Captura: { $pieces }.
told-captured-onto = Captura: { $pieces }. El atacante está en { $square }.
told-piece-on = { $piece-the } de { $square }
told-missed = No se captura nada y pasa el turno.
told-steps-instead = No había nada en { $square }: el atacante se mueve ahí.
told-unmoved = No se mueve nada y pasa el turno.
told-occupied = { $square } está ocupada: no se mueve nada y pasa el turno.
told-entangled = No se mide nada: las dos piezas están ahora entrelazadas.
told-either = Con un { $captures }, { $piece-the } estaba en { $square } y queda fuera; con un { $stays }, el atacante sigue en { $place }.

told-now = Ahora la pieza está { $shares }.
told-share = en { $square } con un { $chance }
told-blocked = Donde otra le cierra el paso, la pieza se queda: ahora está { $shares }.
told-placed = La pieza está en { $square }.
told-certain = Ahora es seguro que la pieza de { $square } está ahí.
told-gone = Con certeza la pieza no está en { $to }, y sale del tablero.
told-whole = Vuelve a ser una pieza entera en { $square }.
told-whole-elsewhere = Las partes se cancelan en { $to }: vuelve a ser una pieza entera en { $square }.
told-cancelled = Las partes se cancelan en { $to }: ahora la pieza está { $shares }.
told-crowned = En { $square } se convierte en { $piece-a }.
told-promoted = En { $square } se convierte en { $piece-a }.
told-quantum = En { $square } vuelve a ser cuántica.
told-quantum-elsewhere = La pieza de { $square } vuelve a ser cuántica.
told-must-move = { told-side } tienen que mover la pieza de { $square }.
told-must-promote = { told-side } tienen que coronar el peón de { $square }.
told-check = Jaque.

## Otras formas en que acaba una jugada

move-blocked-step = paso bloqueado
move-entangling-capture = captura que entrelaza
move-failed-capture = captura fallida
move-lost-turn = turno perdido
move-castling = enroque

## Lo que el servidor rechaza

error-illegal-move = Esa jugada no está permitida aquí.
error-stale = Alguien ha sido más rápido: el tablero ha cambiado.
error-malformed = Eso no se puede leer así.
error-unknown-path = Aquí no hay nada.
error-unknown-link = Este enlace está incompleto, o la partida se ha borrado.
error-unknown-class = Ninguna clase tiene ese código o enlace.
error-unknown-study = No existe ese estudio.
error-unknown-puzzle = Ese problema no existe.
error-unknown-ply = Esa jugada no existe.
error-unknown-square = Esa casilla no existe.
error-not-yours = Eso no está permitido con este enlace.
error-too-large = Eso es demasiado grande.
error-too-many = Han sido demasiadas peticiones
error-over = La partida ha terminado.
error-busy = Aún hay algo en marcha.
error-refused = Eso no es posible aquí.
error-unavailable = El servidor no está disponible ahora.
error-full = Ya no hay sitio para eso.
error-certain = Esta pieza está determinada: no está en ningún circuito.
