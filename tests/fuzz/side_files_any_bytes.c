/* Whatever the bytes are: as zet.yaml, as a names file, as the file of a tournament or as standings
   to compare with they are refused with their place and a sentence, or the work is done with them,
   and what comes out is UTF-8 and the same each time. The first byte says which. */
#include "tests/fuzz/program.h"
#include "validators/api/records.h"

static const char records[] =
    "game: hogga\nblack: Ada\nwhite: Bo\nround: 1\nevent: Open\nresult: black\ntermination: time\n"
    "moves: b10-b9\n---\ngame: hogga\nblack: Bo\nwhite: Cy\nround: 2\nevent: Open\n"
    "result: draw\ntermination: agreement\nmoves: b10-b9\n---\nblack: Cy\nwhite: Ada\n"
    "round: 3\nmoves: ''\n---\nplayers: {a: Ada, b: {name: Bo, id: x1}}\nmoves: a2\n";

static const struct {
    const char *task, *what; /* what: NULL for zet.yaml */
    const char *options[7];
} uses[] = {
    {"validate", NULL, {NULL}},
    {"validate", NULL, {"format", "json", NULL}},
    {"score", "names", {"table", "true", "include-invalid", "true", NULL}},
    {"fix", "names", {NULL}},
    {"score", "tournament", {"table", "true", "include-invalid", "true", NULL}},
    {"score", "tournament", {"table", "true", "rounds", "true", "cross", "true", NULL}},
    {"score", "tournament", {"table", "true", "format", "html", NULL}},
    {"score", "tournament", {"table", "true", "format", "json", NULL}},
    {"site", "tournament", {NULL}},
    {"score", "claims", {"table", "true", "include-invalid", "true", NULL}},
};
enum { USES = sizeof uses / sizeof *uses };

/* A folder that is seen and not kept. */
static bool see_name(void *context, const char *name) {
    (void)context;
    require(*name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") == strlen(name));
    return true;
}

static bool see_bytes(void *context, const char *bytes, size_t size) {
    (void)context;
    require(bytes || !size);
    return true;
}

static bool see_end(void *context) {
    (void)context;
    return true;
}

static const zet_folder folder = {.begin = see_name, .write = see_bytes, .end = see_end};

/* False where the text is refused. */
static bool use(struct work *w, unsigned which, zet_text text, zet_settings **settings) {
    zet_error error;
    const char *what = uses[which].what;
    *settings = NULL;
    work_begin(w, uses[which].task, uses[which].options);
    w->io.folder = &folder;
    zet_status status = ZET_OK;
    if (what)
        status = zet_task_attach(w->task, what, "side.yaml", text, &error);
    else if (!(*settings = zi_settings_new("side.yaml", text, &error)))
        status = error.status;
    if (status) {
        require_message(status, &error);
        return false;
    }
    zi_task_settings(w->task, *settings);
    return work_run(w, zet_text_of(records));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (!size)
        return 0;
    struct work one, two;
    zet_settings *first, *second;
    unsigned which = data[0] % USES;
    zet_text text = {(const char *)data + 1, size - 1};
    bool used = use(&one, which, text, &first);
    require(use(&two, which, text, &second) == used);
    require_utf8(work_out(&one));
    require(same_text(work_out(&one), work_out(&two)));
    require(same_text(zet_output_text(one.messages), zet_output_text(two.messages)));
    work_end(&one);
    work_end(&two);
    zi_settings_free(first);
    zi_settings_free(second);
    return 0;
}
