#include "cli/lsp/rpc.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/lsp/memory.h"
#include "cli/replace.h"

enum { READ_SIZE = 1 << 16 };

void rpc_open(struct rpc *rpc, int in, int out) {
    *rpc = (struct rpc){.in = in, .out = out, .waiting = json_array()};
}

void rpc_close(struct rpc *rpc) {
    json_decref(rpc->waiting);
    free(rpc->buffer);
}

/* Reads available bytes. Returns false at the end or on failure. */
static bool fill(struct rpc *rpc) {
    if (rpc->capacity - rpc->length < READ_SIZE) {
        size_t capacity = 2 * rpc->capacity + READ_SIZE;
        if (capacity > 2 * (size_t)RPC_MESSAGE_MAX) {
            rpc->failed = "a message is too long";
            return false;
        }
        rpc->buffer = memory_got(realloc(rpc->buffer, capacity));
        rpc->capacity = capacity;
    }
    ssize_t n;
    do
        n = read(rpc->in, rpc->buffer + rpc->length, rpc->capacity - rpc->length);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        rpc->failed = "reading from the editor failed";
    if (n <= 0)
        return false;
    rpc->length += (size_t)n;
    return true;
}

/* Reads the length from the header into *length. Returns false if it is missing or too large. */
static bool header_length(const char *header, size_t size, size_t *length) {
    static const char name[] = "Content-Length:";
    for (size_t at = 0; at + sizeof name < size; at++) {
        if ((at && header[at - 1] != '\n') || strncasecmp(header + at, name, sizeof name - 1) != 0)
            continue;
        char *end;
        unsigned long n = strtoul(header + at + sizeof name - 1, &end, 10);
        *length = n;
        return *end == '\r' && n <= RPC_MESSAGE_MAX;
    }
    return false;
}

/* Moves complete messages out of the buffer. */
static void take_messages(struct rpc *rpc) {
    size_t at = 0, length;
    while (!rpc->failed) {
        char *start = rpc->buffer + at;
        char *end = rpc->length > at ? memmem(start, rpc->length - at, "\r\n\r\n", 4) : NULL;
        if (!end)
            break;
        size_t header = (size_t)(end + 4 - start);
        if (!header_length(start, header, &length)) {
            rpc->failed = "a message without the header Content-Length, or too long";
            break;
        }
        if (rpc->length - at - header < length)
            break;
        json_t *message = json_loadb(start + header, length, JSON_ALLOW_NUL, NULL);
        if (message)
            json_array_append_new(rpc->waiting, message);
        else
            rpc_send(rpc, json_pack("{s:s, s:n, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", "error",
                                    "code", -32700, "message", "this is not JSON"));
        at += header + length;
    }
    if (at) {
        memmove(rpc->buffer, rpc->buffer + at, rpc->length - at);
        rpc->length -= at;
    }
}

json_t *rpc_next(struct rpc *rpc) {
    while (!json_array_size(rpc->waiting)) {
        if (rpc->failed || !fill(rpc))
            return NULL;
        take_messages(rpc);
    }
    json_t *message = json_incref(json_array_get(rpc->waiting, 0));
    json_array_remove(rpc->waiting, 0);
    return message;
}

bool rpc_awaits(struct rpc *rpc, const char *method,
                bool (*concerns)(const json_t *params, const void *context), const void *context) {
    struct pollfd in = {.fd = rpc->in, .events = POLLIN};
    while (!rpc->failed && poll(&in, 1, 0) > 0 && in.revents & POLLIN) {
        if (!fill(rpc))
            break;
        take_messages(rpc);
    }
    size_t i;
    json_t *message;
    json_array_foreach(rpc->waiting, i, message) {
        const char *its = json_string_value(json_object_get(message, "method"));
        if (its && !strcmp(its, method) &&
            (!concerns || concerns(json_object_get(message, "params"), context)))
            return true;
    }
    return false;
}

void rpc_send_text(struct rpc *rpc, const zet_text *parts, size_t count) {
    char header[64];
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += parts[i].length;
    int n = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
    memory_error(); /* what was made without memory is not sent */
    bool written = spool_write(rpc->out, header, (size_t)n);
    for (size_t i = 0; i < count && written; i++)
        written = spool_write(rpc->out, parts[i].at, parts[i].length);
    if (!written)
        rpc->failed = "writing to the editor failed";
}

void rpc_send(struct rpc *rpc, json_t *message) {
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    zet_text part = zet_text_of(text);
    json_decref(message);
    if (text)
        rpc_send_text(rpc, &part, 1);
    free(text);
}
