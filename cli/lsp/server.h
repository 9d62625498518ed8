/* The language server: what it is asked, and its answers. */
#pragma once

#include "cli/lsp/cursor.h"
#include "cli/lsp/rpc.h"

struct server {
    struct rpc rpc;
    zet_reader *reader;
    json_t *files;  /* addresses of struct file by URI */
    bool utf8;      /* positions of all files count bytes */
    bool shut_down; /* as the client asked for */
    bool ended;
    bool pulls;          /* the client asks for findings, and is not sent any */
    bool refreshes;      /* and can be told to ask again */
    unsigned results;    /* findings of files so far, each of which has a number */
    json_t *refusal;     /* why there is no present answer; else NULL */
    zet_output *written; /* the present answer, where it is long; else NULL */
};

/* Answers the client on the two descriptors until it leaves. Returns an exit status. */
int server_run(int in, int out);

/* A finding as the protocol has it. */
json_t *server_diagnostic(const struct file *f, const struct segment *g, const struct mistake *m);

/* Answers to requests: a new reference, or NULL if there is nothing to say or s->written has it.
 */
typedef json_t *answer_function(struct server *s, struct file *file, const json_t *params);
answer_function answer_hover, answer_completion, answer_definition, answer_symbols, answer_folding,
    answer_lenses;
answer_function answer_actions, answer_formatting;                   /* in actions.c */
answer_function answer_tokens, answer_prepare_rename, answer_rename; /* in parts.c */
