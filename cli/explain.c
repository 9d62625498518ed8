#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/command.h"
#include "validators/api/records.h"

#define ILLEGAL "illegal-move"

enum { NAMES_MAX = 256, LIST_COLUMN = 24 };

/* Lists the words that can be explained. */

static void list(zet_catalogue catalogue, const char *prefix) {
    const char *name;
    zet_explanation e;
    for (size_t i = 0; (name = zet_catalogue_name(catalogue, NULL, i)); i++) {
        bool is_reason = catalogue == ZET_CATALOGUE_REASONS;
        if (!zet_explain(is_reason ? ILLEGAL : name, is_reason ? name : NULL, &e))
            continue;
        int column = printf("  %s%s", prefix, name);
        if (column >= LIST_COLUMN)
            column = printf("\n") - 1;
        printf("%*s", LIST_COLUMN - column, "");
        if (!is_reason)
            printf("%s: ", e.severity_name);
        printf("%s\n", e.sentence);
    }
}

static int list_all(void) {
    printf("codes:\n");
    list(ZET_CATALOGUE_FINDING_CODES, "");
    printf("\nreasons of " ILLEGAL ":\n");
    list(ZET_CATALOGUE_REASONS, "/");
    printf("\n`zet explain CODE` or `zet explain CODE/REASON` explains one of them.\n");
    return command_finish(STATUS_OK);
}

/* The example and its report. */

/* Writes every line of the text, indented and made safe for terminals. */
static void put_lines(zet_output *out, zet_text text) {
    while (text.length) {
        const char *end = memchr(text.at, '\n', text.length);
        size_t n = end ? (size_t)(end - text.at) : text.length;
        command_put(out, n ? "  " : "", NULL);
        zet_output_write_safe(out, (zet_text){text.at, n});
        command_put(out, "\n", NULL);
        n += end != NULL;
        text = (zet_text){text.at + n, text.length - n};
    }
}

static bool explain_by_task(zet_task *task, const zet_explanation *e) {
    bool set = e->from ? zet_task_set(task, "from", e->from, NULL) == ZET_OK &&
                             zet_task_set(task, "to", e->to, NULL) == ZET_OK
                       : zet_task_set(task, "level", "note", NULL) == ZET_OK;
    return set && zet_task_run_text(task, "example", zet_text_of(e->example), NULL) == ZET_OK;
}

/* Writes zet's report on the example. */
static bool put_report(const zet_explanation *e, zet_output *out) {
    zet_output *said = zet_output_new(NULL, NULL);
    const zet_task_io io = {.out = e->from ? NULL : said, .messages = e->from ? said : NULL};
    zet_task *task = zet_task_new(e->from ? "convert" : "validate", &io, NULL);
    bool done = said && task && explain_by_task(task, e) && zet_output_flush(said) == ZET_OK;
    zet_task_free(task);
    if (done)
        put_lines(out, zet_output_text(said));
    zet_output_free(said);
    return done;
}

static int explain(const char *name, const zet_explanation *e) {
    zet_output *out = zet_output_new(NULL, NULL);
    printf("%s (%s): %s\n\n", name, e->severity_name, e->sentence);
    command_print_wrapped(e->meaning, 0);
    putchar('\n');
    command_print_wrapped(e->remedy, 0);
    if (e->from)
        printf("\nExample, converted from %s to %s:\n\n", e->from, e->to);
    else
        printf("\nExample:\n\n");
    if (out) {
        put_lines(out, zet_text_of(e->example));
        command_put(out, "\n", NULL);
    }
    bool done = out && put_report(e, out) && command_print(out, stdout);
    zet_output_free(out);
    return done ? STATUS_OK : command_error("out of memory");
}

/* The rules, from docs/spec/RULES.md. */

static const struct ruling {
    const char *id, *kind, *text;
} rulings[] = {
#define RULING(id, kind, text) {id, kind, text},
#include "cli/rulings.def"
#undef RULING
};

/* Returns false if no such rule exists. */
static bool explain_ruling(const char *id) {
    for (size_t i = 0; i < sizeof rulings / sizeof *rulings; i++) {
        if (strcasecmp(id, rulings[i].id) != 0)
            continue;
        printf("%s (%s): ", rulings[i].id, rulings[i].kind);
        command_print_wrapped(rulings[i].text, 0);
        return true;
    }
    return false;
}

/* Lookup. */

static int refuse_code(const char *word, const char *last, bool is_reason) {
    const char *names[NAMES_MAX + 1];
    size_t codes =
        is_reason ? 0 : catalogue_names(ZET_CATALOGUE_FINDING_CODES, NULL, names, 0, NAMES_MAX);
    catalogue_names(ZET_CATALOGUE_REASONS, NULL, names, codes, NAMES_MAX);
    const char *nearest = zi_nearest_of(zet_text_of(last), names);
    if (nearest)
        return command_error("there is no code, reason or rule `%s`; did you mean `%s`?", word,
                             nearest);
    return command_error("there is no code, reason or rule `%s`; `zet explain` lists the codes and "
                         "reasons, and RULES.md the rules",
                         word);
}

/* Explains CODE, CODE/REASON or REASON, with or without brackets, or a rule. */
static int explain_word(const char *word) {
    char code[64], name[128];
    zet_explanation e;
    if (explain_ruling(word))
        return STATUS_OK;
    size_t length = strlen(word);
    bool bracketed = length > 1 && word[0] == '[' && word[length - 1] == ']';
    if (length - 2 * bracketed >= sizeof code)
        return refuse_code(word, word, false);
    snprintf(code, sizeof code, "%.*s", (int)(length - 2 * bracketed), word + bracketed);
    char *slash = strchr(code, '/');
    if (slash)
        *slash = '\0';
    const char *reason = slash ? slash + 1 : NULL;
    if (!reason && !zet_explain(code, NULL, &e) && zet_explain(ILLEGAL, code, &e)) {
        snprintf(name, sizeof name, ILLEGAL "/%s", code);
        return explain(name, &e);
    }
    if (!zet_explain(code, reason, &e))
        return refuse_code(word, reason && !strcmp(code, ILLEGAL) ? reason : code, reason != NULL);
    snprintf(name, sizeof name, "%s%s%s", code, reason ? "/" : "", reason ? reason : "");
    return explain(name, &e);
}

static int run_command(struct invocation *in) {
    int status = STATUS_OK;
    if (!in->argument_count)
        return list_all();
    for (size_t i = 0; i < in->argument_count; i++) {
        if (i)
            putchar('\n');
        if (explain_word(in->arguments[i]) != STATUS_OK)
            status = STATUS_ERROR;
    }
    return command_finish(status);
}

const struct command command_explain = {
    .name = "explain",
    .about = "explain a finding or a rule",
    .arguments = "[CODE[/REASON]|RULE]...",
    .examples = "  zet explain illegal-move/occupied\n"
                "  zet explain H6\n",
    .help = "Explain the code of a finding, which a report shows in brackets, or the reason of an\n"
            "illegal move: what it means, what to do about it, and an example with its report; or\n"
            "show a rule, such as H6, of docs/spec/RULES.md. Without an argument, list all codes\n"
            "and reasons.\n",
    .help_end = "exit status: 0 all were explained, 2 there is no such code.\n",
    .run = run_command,
};
