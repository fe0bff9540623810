autocmd BufRead,BufNewFile *.mover setfiletype mover
