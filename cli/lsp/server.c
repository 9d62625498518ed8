#include "cli/lsp/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lsp/memory.h"

/* An editor gets at most this many findings of a file, and one with the number of omitted ones. */
enum { DIAGNOSTICS_MAX = 2000 };

enum { ERROR_METHOD = -32601, ERROR_CANCELLED = -32800 };

static const char *text_member(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const char *uri_of(const json_t *params) {
    return text_member(json_object_get(params, "textDocument"), "uri");
}

/* The file that is open under the URI, or NULL. */
static struct file *file_of(const struct server *s, const char *uri) {
    int64_t number = zi_map_find(&s->uris, text_of(uri));
    return number < 0 ? NULL : s->files[number];
}

static void notify(struct server *s, const char *method, json_t *params) {
    rpc_send(&s->rpc,
             json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

/* Diagnostics. */

/* Reports how many findings are omitted, at the first of them. */
static json_t *remainder_of(const struct file *f, const struct segment *g, const struct mistake *m,
                            size_t count) {
    char message[96];
    snprintf(message, sizeof message,
             "%zu more findings from here on; `zet validate` shows all of them", count);
    return file_message(f, g->from + m->from, g->from + m->to, ZET_SEVERITY_NOTE, message);
}

static void add_findings(const struct file *f, json_t *all) {
    size_t count = 0, left = 0;
    for (size_t i = 0; i < f->segment_count; i++)
        left += f->segments[i].mistake_count;
    for (size_t i = 0; i < f->segment_count && count <= DIAGNOSTICS_MAX; i++)
        for (size_t k = 0; k < f->segments[i].mistake_count && count <= DIAGNOSTICS_MAX; k++) {
            const struct segment *g = &f->segments[i];
            const struct mistake *m = &g->mistakes[k];
            json_array_append_new(all, count++ < DIAGNOSTICS_MAX
                                           ? file_diagnostic(f, g, m)
                                           : remainder_of(f, g, m, left - DIAGNOSTICS_MAX));
        }
}

/* Adds a message about the file as a whole, at the rest of the line. */
static void add_refusal(const struct file *f, size_t line, size_t column, const char *message,
                        json_t *all) {
    size_t from = line <= f->line_count ? f->lines[line - 1] + column - 1 : f->length;
    from = from < f->length ? from : f->length;
    size_t to = from + strcspn(f->text + from, "\r\n");
    json_array_append_new(all, file_message(f, from, to, ZET_SEVERITY_ERROR, message));
}

static json_t *findings_of(const struct file *f) {
    json_t *all = json_array();
    size_t line = 1, column = 1;
    char *refusal = f->around.kind == FILE_SETTINGS
                        ? surroundings_refuse(f->text, f->length, &line, &column)
                        : NULL;
    if (refusal || f->around.refusal)
        add_refusal(f, line, column, refusal ? refusal : f->around.refusal, all);
    else
        add_findings(f, all);
    free(refusal);
    return all;
}

static json_t *answer_diagnostics(struct server *s, struct file *f, const json_t *params) {
    (void)s;
    char result[24];
    snprintf(result, sizeof result, "%u", f->result);
    if (!strcmp(text_member(params, "previousResultId"), result))
        return json_pack("{s:s, s:s}", "kind", "unchanged", "resultId", result);
    return json_pack("{s:s, s:s, s:o}", "kind", "full", "resultId", result, "items",
                     findings_of(f));
}

/* Called when the findings have changed. */
static void publish(struct server *s, struct file *f) {
    f->result = ++s->results;
    if (s->pulls)
        return;
    file_judge(f, s->reader);
    notify(s, "textDocument/publishDiagnostics",
           json_pack("{s:s, s:I, s:o}", "uri", f->uri, "version", f->version, "diagnostics",
                     findings_of(f)));
}

/* Looks up the settings that apply to the file. Returns true if they changed. */
static bool find_settings(struct file *f) {
    bool changed = surroundings_look(&f->around, f->uri, f->text);
    if (changed)
        file_forget(f);
    return changed;
}

/* A zet.yaml file may have changed: files with new settings are judged again. In a series of such
   messages only the last one has an effect. */
static void look_around(struct server *s, const json_t *params) {
    (void)params;
    if (rpc_awaits(&s->rpc, "textDocument/didSave", NULL, NULL) ||
        rpc_awaits(&s->rpc, "workspace/didChangeWatchedFiles", NULL, NULL))
        return;
    unsigned before = s->results;
    for (size_t i = 0; i < s->file_count; i++) {
        struct file *f = s->files[i];
        if (!f)
            continue;
        file_settle(f);
        if (find_settings(f))
            publish(s, f);
    }
    if (s->refreshes && s->results != before)
        rpc_send(&s->rpc, json_pack("{s:s, s:s, s:s}", "jsonrpc", "2.0", "id", "refresh", "method",
                                    "workspace/diagnostic/refresh"));
}

/* Files. */

/* The text may contain bytes 0. */
static void set_text(struct file *f, const json_t *text) {
    size_t length = json_string_length(text);
    char *copy = memory_got(malloc(length + 1));
    file_set_text(f, memcpy(copy, json_string_value(text), length + 1), length);
}

static void set_version(struct file *f, const json_t *params) {
    const json_t *document = json_object_get(params, "textDocument");
    f->version = json_integer_value(json_object_get(document, "version"));
}

static void close_file(struct file *f) {
    surroundings_free(&f->around);
    file_free(f);
}

static struct file *add_file(struct server *s, const char *uri) {
    struct file *f = memory_got(calloc(1, sizeof *f));
    uint32_t number = zi_map_number(&s->uris, text_of(uri));
    if (s->uris.failed)
        memory_lost();
    memory_reserve(&s->files, &s->file_cap, s->file_count + 1, sizeof *s->files);
    f->uri = memory_got(strdup(uri));
    f->utf8 = s->utf8;
    s->file_count += number == s->file_count;
    return s->files[number] = f;
}

static void did_open(struct server *s, const json_t *params) {
    const json_t *document = json_object_get(params, "textDocument");
    const json_t *text = json_object_get(document, "text");
    if (!json_is_string(text))
        return;
    struct file *f = file_of(s, uri_of(params));
    if (!f)
        f = add_file(s, uri_of(params));
    file_settle(f);
    set_text(f, text);
    set_version(f, params);
    find_settings(f);
    publish(s, f);
}

/* Applies a change, to a range or to the whole text. */
static void change(struct file *f, const json_t *change) {
    const json_t *range = json_object_get(change, "range"), *text = json_object_get(change, "text");
    const json_t *start = json_object_get(range, "start"), *end = json_object_get(range, "end");
    if (json_is_string(text))
        file_edit(f, json_is_object(range) ? start ? start : json_null() : NULL, end,
                  json_string_value(text), json_string_length(text));
}

static bool concerns_file(const json_t *params, const void *uri) {
    return !strcmp(uri_of(params), uri);
}

static void did_change(struct server *s, const json_t *params) {
    struct file *f = file_of(s, uri_of(params));
    size_t i;
    json_t *one;
    if (!f)
        return;
    json_array_foreach(json_object_get(params, "contentChanges"), i, one) change(f, one);
    set_version(f, params);
    /* While the user types fast, judging waits for a pause. */
    if (rpc_awaits(&s->rpc, "textDocument/didChange", concerns_file, f->uri))
        return;
    file_settle(f);
    find_settings(f);
    publish(s, f);
}

static void did_close(struct server *s, const json_t *params) {
    struct file *f = file_of(s, uri_of(params));
    if (!f)
        return;
    s->files[zi_map_find(&s->uris, text_of(f->uri))] = NULL;
    notify(s, "textDocument/publishDiagnostics",
           json_pack("{s:s, s:[]}", "uri", f->uri, "diagnostics"));
    close_file(f);
}

/* Connection lifecycle. */

/* The token types are those of answers.c. */
static const char capabilities[] =
    "{\"textDocumentSync\":{\"openClose\":true,\"change\":2,\"save\":true},"
    "\"hoverProvider\":true,\"definitionProvider\":true,\"documentSymbolProvider\":true,"
    "\"documentFormattingProvider\":true,\"documentRangeFormattingProvider\":true,"
    "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\",\"source.fixAll\"]},"
    "\"completionProvider\":{\"triggerCharacters\":[\" \",\"-\",\":\"]},"
    "\"diagnosticProvider\":{\"identifier\":\"zet\",\"interFileDependencies\":false,"
    "\"workspaceDiagnostics\":false},"
    "\"semanticTokensProvider\":{\"full\":true,\"legend\":{\"tokenModifiers\":[],"
    "\"tokenTypes\":[\"property\",\"string\",\"number\",\"enumMember\",\"variable\",\"operator\","
    "\"comment\"]}}}";

static json_t *initialize(struct server *s, const json_t *params) {
    const json_t *client = json_object_get(params, "capabilities");
    const json_t *document = json_object_get(client, "textDocument");
    const json_t *refresh = json_object_get(json_object_get(client, "workspace"), "diagnostics");
    size_t i;
    json_t *encoding, *own = json_loads(capabilities, 0, NULL);
    json_array_foreach(json_object_get(json_object_get(client, "general"), "positionEncodings"), i,
                       encoding) s->utf8 |=
        json_is_string(encoding) && !strcmp(json_string_value(encoding), "utf-8");
    s->pulls = json_is_object(json_object_get(document, "diagnostic"));
    s->refreshes = s->pulls && json_is_true(json_object_get(refresh, "refreshSupport"));
    json_object_set_new(own, "positionEncoding", json_string(s->utf8 ? "utf-8" : "utf-16"));
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", own, "serverInfo", "name", "zet",
                     "version", zet_version());
}

static const struct {
    const char *method;
    void (*take)(struct server *s, const json_t *params);
} notices[] = {
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didClose", did_close},
    {"textDocument/didSave", look_around},
    {"workspace/didChangeWatchedFiles", look_around},
};

static const struct {
    const char *method;
    answer_function *answer;
} requests[] = {
    {"textDocument/hover", answer_hover},
    {"textDocument/completion", answer_completion},
    {"textDocument/definition", answer_definition},
    {"textDocument/documentSymbol", answer_symbols},
    {"textDocument/formatting", answer_formatting},
    {"textDocument/codeAction", answer_actions},
    {"textDocument/rangeFormatting", answer_formatting},
    {"textDocument/diagnostic", answer_diagnostics},
    {"textDocument/semanticTokens/full", answer_tokens},
};

static void respond_written(struct server *s, const json_t *id) {
    char *number = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
    const zet_text parts[] = {zet_text_of("{\"jsonrpc\":\"2.0\",\"id\":"), zet_text_of(number),
                              zet_text_of(",\"result\":"), memory_text(s->written),
                              zet_text_of("}")};
    if (number)
        rpc_send_text(&s->rpc, parts, sizeof parts / sizeof *parts);
    zet_output_free(s->written);
    s->written = NULL;
    free(number);
}

static void respond(struct server *s, json_t *id, json_t *result) {
    if (s->written)
        respond_written(s, id);
    else
        rpc_send(&s->rpc, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result",
                                    result ? result : json_null()));
}

static void respond_error(struct server *s, json_t *id, int code, const char *message) {
    rpc_send(&s->rpc, json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id, "error",
                                "code", code, "message", message));
}

static bool concerns_id(const json_t *params, const void *id) {
    return json_equal(json_object_get(params, "id"), id);
}

static void answer(struct server *s, json_t *id, const char *method, const json_t *params) {
    if (!strcmp(method, "initialize")) {
        respond(s, id, initialize(s, params));
        return;
    }
    if (!strcmp(method, "shutdown")) {
        s->shut_down = true;
        respond(s, id, NULL);
        return;
    }
    if (s->shut_down || rpc_awaits(&s->rpc, "$/cancelRequest", concerns_id, id)) {
        respond_error(s, id, s->shut_down ? -32600 : ERROR_CANCELLED,
                      s->shut_down ? "the server was shut down" : "cancelled");
        return;
    }
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (!strcmp(method, requests[i].method)) {
            struct file *f = file_of(s, uri_of(params));
            if (f)
                file_settle(f);
            if (f)
                file_judge(f, s->reader);
            respond(s, id, f ? requests[i].answer(s, f, params) : NULL);
            return;
        }
    respond_error(s, id, ERROR_METHOD, "there is no such method");
}

static void handle(struct server *s, const json_t *message) {
    const char *method = json_string_value(json_object_get(message, "method"));
    json_t *id = json_object_get(message, "id");
    const json_t *params = json_object_get(message, "params");
    if (!method)
        return; /* a response, not a request */
    if (id) {
        answer(s, id, method, params);
        return;
    }
    if (!strcmp(method, "exit"))
        s->ended = true;
    for (size_t i = 0; i < sizeof notices / sizeof *notices && !s->shut_down; i++)
        if (!strcmp(method, notices[i].method))
            notices[i].take(s, params);
}

int server_run(int in, int out) {
    struct server s = {0};
    json_t *message;
    memory_begin();
    s.reader = memory_got(zet_reader_new(memory_error()));
    rpc_open(&s.rpc, in, out);
    while (!s.ended && !s.rpc.failed && (message = rpc_next(&s.rpc))) {
        handle(&s, message);
        json_decref(message);
    }
    for (size_t i = 0; i < s.file_count; i++)
        if (s.files[i])
            close_file(s.files[i]);
    free(s.files);
    zi_map_free(&s.uris);
    zet_reader_free(s.reader);
    rpc_close(&s.rpc);
    if (s.rpc.failed)
        return command_error("%s", s.rpc.failed);
    if (!s.shut_down || !s.ended)
        return command_error("the editor has gone without a request for the end");
    return STATUS_OK;
}
