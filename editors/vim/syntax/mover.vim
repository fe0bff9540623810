" Made by tests/text/editors.rs from the words of the lexer: UPDATE_EXPECT=1 cargo test --test text editors::

if exists('b:current_syntax')
  finish
endif

syntax keyword moverType int bool boolean mutex Mutex rmutex void
syntax keyword moverConstant true false null tid
syntax keyword moverControl const enum thread_local if else while for break continue return goto skip atomic choose assert assume
syntax match moverStatement /\<\(acquire\|acq\|lock\|release\|rel\|unlock\|wait\|notify\|notifyAll\|cas\)\>\ze\s*(/
syntax match moverProtection /\<\(guarded_by\|exclusive\)\>\ze\s*(/
syntax match moverClaim /@\(right\|left\|both\|non\)\>/
syntax match moverNumber /\<\d\w*/
syntax match moverLabel /^\s*\zs\h\w*\ze\s*:\($\|[^=]\)/
syntax match moverComment /\/\/.*$/
syntax region moverComment start=/\/\*/ end=/\*\//

highlight default link moverType Type
highlight default link moverConstant Constant
highlight default link moverControl Statement
highlight default link moverStatement Function
highlight default link moverProtection StorageClass
highlight default link moverClaim PreProc
highlight default link moverNumber Number
highlight default link moverLabel Label
highlight default link moverComment Comment

let b:current_syntax = 'mover'
