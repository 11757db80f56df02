" Lines of a comparison by what became of records, in the colours that a terminal has for them.
if exists("b:current_syntax")
  finish
endif
syntax match lunadiffInserted /^+ .*/
syntax match lunadiffDeleted /^- .*/
syntax match lunadiffUpdated /^\~.*/
syntax match lunadiffMoved /^>.*/
syntax match lunadiffNote /^\l\+:.*/
highlight default lunadiffInserted ctermfg=DarkGreen guifg=SeaGreen
highlight default lunadiffDeleted ctermfg=DarkRed guifg=IndianRed
highlight default lunadiffUpdated ctermfg=DarkYellow guifg=DarkGoldenrod
highlight default lunadiffMoved ctermfg=Blue guifg=SteelBlue
highlight default link lunadiffNote Comment
let b:current_syntax = "lunadiff"
