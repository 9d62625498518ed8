/* The language server: requests and answers. */
#pragma once

#include "cli/lsp/file.h"
#include "cli/lsp/rpc.h"
#include "notation/base/map.h"

struct server {
    struct rpc rpc;
    zet_reader *reader;
    struct map uris;     /* of all files so far */
    struct file **files; /* by the number of the URI; NULL: it was closed */
    size_t file_count, file_cap;
    bool utf8;      /* positions of all files count bytes */
    bool shut_down; /* at the client's request */
    bool ended;
    bool pulls;          /* the client asks for findings, so none are pushed */
    bool refreshes;      /* and can be told to ask again */
    unsigned results;    /* the last id given to findings of a file */
    zet_output *written; /* the current answer, if it is long; else NULL */
};

/* Answers the client on the two descriptors until it leaves. Returns an exit status. */
int server_run(int in, int out);

/* Answers to requests: a new reference, or NULL if there is nothing to answer or s->written
   contains it. */
typedef json_t *answer_function(struct server *s, struct file *file, const json_t *params);
answer_function answer_hover, answer_completion, answer_definition, answer_symbols, answer_tokens;
answer_function answer_actions, answer_formatting; /* in actions.c */
