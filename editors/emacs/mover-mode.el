;;; mover-mode.el --- models of moverlog  -*- lexical-binding: t -*-

;;; Commentary:
;; Made by tests/text/editors.rs from the words of the lexer: UPDATE_EXPECT=1 cargo test --test text editors::

;;; Code:

(defconst mover-mode-keywords
  `(
    (,(regexp-opt '("int" "bool" "boolean" "mutex" "Mutex" "rmutex" "void") 'symbols) . font-lock-type-face)
    (,(regexp-opt '("true" "false" "null" "tid") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("const" "enum" "thread_local" "if" "else" "while" "for" "break" "continue" "return" "goto" "skip" "atomic" "choose" "assert" "assume") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("acquire" "acq" "lock" "release" "rel" "unlock" "wait" "notify" "notifyAll" "cas") 'symbols) . font-lock-builtin-face)
    (,(regexp-opt '("guarded_by" "exclusive") 'symbols) . font-lock-builtin-face)
    ("@\\(?:right\\|left\\|both\\|non\\)\\_>" . font-lock-preprocessor-face)
  )
  "Words of the language.")

(defvar mover-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    table)
  "Comments as in C.")

;;;###autoload
(define-derived-mode mover-mode prog-mode "Mover"
  "Major mode for models of moverlog."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local font-lock-defaults '(mover-mode-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.mover\\'" . mover-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(mover-mode . ("moverlog" "lsp"))))

(provide 'mover-mode)
;;; mover-mode.el ends here
