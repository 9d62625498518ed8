/* Messages of the language server protocol: JSON-RPC with a length header, on two descriptors. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <zet.h>

/* Longer messages end the connection. */
enum { RPC_MESSAGE_MAX = 256 << 20 };

struct rpc {
    int in, out;
    char *buffer; /* bytes read but not yet parsed */
    size_t length, capacity;
    json_t *waiting;    /* messages read but not yet handled */
    const char *failed; /* why the connection is unusable, or NULL */
};

void rpc_open(struct rpc *rpc, int in, int out);
void rpc_close(struct rpc *rpc);

/* Waits for the next message and returns a new reference; NULL at the end of the connection. */
json_t *rpc_next(struct rpc *rpc);

/* Whether a message of that method is pending that `concerns` (or NULL) accepts. Does not block. */
bool rpc_awaits(struct rpc *rpc, const char *method,
                bool (*concerns)(const json_t *params, const void *context), const void *context);

/* Sends a message and releases it. */
void rpc_send(struct rpc *rpc, json_t *message);

/* The same for a message that is text, in parts. */
void rpc_send_text(struct rpc *rpc, const zet_text *parts, size_t count);
