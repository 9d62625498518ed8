/* Messages of the language server protocol: JSON-RPC with a header of its length, on two
 * descriptors. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <zet.h>

/* Longer messages end the connection. */
enum { RPC_MESSAGE_MAX = 256 << 20 };

struct rpc {
    int in, out;
    char *buffer; /* what was read and not yet understood */
    size_t length, capacity;
    json_t *waiting;    /* messages that were read and not yet handled */
    const char *failed; /* why the connection is of no more use, or NULL */
};

bool rpc_open(struct rpc *rpc, int in, int out);
void rpc_close(struct rpc *rpc);

/* The next message, a new reference; waits for it. NULL at the end of the connection. */
json_t *rpc_next(struct rpc *rpc);

/* Whether a message of that method waits, of which `concerns` (or NULL) says that it is
   meant; without waiting for one. */
bool rpc_awaits(struct rpc *rpc, const char *method,
                bool (*concerns)(const json_t *params, const void *context), const void *context);

/* Sends a message and releases it; nothing after memory has run out. */
void rpc_send(struct rpc *rpc, json_t *message);

/* The same of a message that is text, in parts. */
void rpc_send_text(struct rpc *rpc, const zet_text *parts, size_t count);
