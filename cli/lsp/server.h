/* The language server: requests and answers. */
#pragma once

#include "cli/lsp/cursor.h"
#include "cli/lsp/rpc.h"

struct server {
    struct rpc rpc;
    zet_reader *reader;
    json_t *files;  /* pointers to struct file by URI */
    bool utf8;      /* positions of all files count bytes */
    bool shut_down; /* at the client's request */
    bool ended;
    bool pulls;          /* the client asks for findings, so none are pushed */
    bool refreshes;      /* and can be told to ask again */
    unsigned results;    /* the last id given to findings of a file */
    json_t *refusal;     /* why the current request has no answer; else NULL */
    zet_output *written; /* the current answer, if it is long; else NULL */
};

/* Answers the client on the two descriptors until it leaves. Returns an exit status. */
int server_run(int in, int out);

/* A finding in the protocol's form. */
json_t *server_diagnostic(const struct file *f, const struct segment *g, const struct mistake *m);

/* Answers to requests: a new reference, or NULL if there is nothing to answer or s->written
   contains it. */
typedef json_t *answer_function(struct server *s, struct file *file, const json_t *params);
answer_function answer_hover, answer_completion, answer_definition;
answer_function answer_actions, answer_formatting; /* in actions.c */
answer_function answer_tokens, answer_rename;      /* in parts.c */

/* The item of a record in an answer about the whole file: its outline, folding range or code
   lens. */
typedef json_t *item_function(const struct file *f, const struct outline *o, size_t from,
                              size_t to);
item_function item_symbol, item_fold, item_lens;

/* Answers with the items of all records, directly in s->written: JSON values of a long file would
   take many times the memory of its text. */
void answer_items(struct server *s, const struct file *f, item_function *item);
