#include <histedit.h>
#include <stdio.h>

// libedit is set up by functions with variable arguments, which Swift does not import.

static inline EditLine *edit_open(const char *program) {
  return el_init(program, stdin, stdout, stderr);
}

static inline void edit_set_client(EditLine *editor, void *client) {
  el_set(editor, EL_CLIENTDATA, client);
}

static inline void *edit_client(EditLine *editor) {
  void *client = NULL;
  el_get(editor, EL_CLIENTDATA, &client);
  return client;
}

static inline void edit_set_prompt(EditLine *editor, char *(*prompt)(EditLine *)) {
  el_set(editor, EL_PROMPT, prompt);
}

static inline void edit_use_emacs_keys(EditLine *editor) { el_set(editor, EL_EDITOR, "emacs"); }

static inline void edit_handle_signals(EditLine *editor) { el_set(editor, EL_SIGNAL, 1); }

static inline void edit_add_function(
    EditLine *editor, const char *name, const char *help, unsigned char (*body)(EditLine *, int)) {
  el_set(editor, EL_ADDFN, name, help, body);
}

static inline void edit_bind(EditLine *editor, const char *key, const char *function) {
  el_set(editor, EL_BIND, key, function, NULL);
}

static inline History *edit_open_history(EditLine *editor, int size) {
  History *entries = history_init();
  if (entries == NULL) return NULL;
  HistEvent event;
  history(entries, &event, H_SETSIZE, size);
  history(entries, &event, H_SETUNIQUE, 1);
  el_set(editor, EL_HIST, history, entries);
  return entries;
}

static inline void edit_add_history(History *entries, const char *line) {
  HistEvent event;
  history(entries, &event, H_ENTER, line);
}
