### The words of the page in English. `{ $name }` is filled in by the page; see https://projectfluent.org for the syntax.

## Pages

page-loading = Loading …
page-nothing = There is nothing here
page-nothing-about = This address is incomplete or misspelt.
page-no-game = There is no such game
page-no-game-about = This link is incomplete, or the game is no longer kept.
page-wrong = Something went wrong
page-again = Try again
page-new = Start a new game
