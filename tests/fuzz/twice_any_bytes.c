/* Whatever the bytes are: what fmt, fix and score --write make of a stream they leave as it is. */
#include "tests/fuzz/program.h"

static const struct {
    const char *task;
    bool copy; /* the stream goes to the copy, not to the result */
    const char *options[7];
} made[] = {{"format", false, {NULL}},
            {"fix", false, {NULL}},
            {"fix", false, {"strict", "true", NULL}},
            {"score", true, {"write", "true", NULL}},
            {"score", true, {"write", "true", "solve", "true", "nodes", "300", NULL}}};
enum { MADE = sizeof made / sizeof *made };

/* Runs it; the text of the stream afterwards, which lives as long as the work. */
static zet_text run(struct work *w, unsigned which, zet_text text) {
    work_begin(w, made[which].task, made[which].options);
    require(work_run(w, text));
    return zet_output_text(made[which].copy ? w->copy : w->out);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct work first, again;
    unsigned which = size ? data[0] % MADE : 0;
    zet_text text = {(const char *)data + (size > 0), size - (size > 0)};
    zet_text once = run(&first, which, text);
    require((zet_task_counts(first.task)->changed > 0) == !same_text(once, text));
    zet_text twice = run(&again, which, once);
    require(same_text(once, twice) && !zet_task_counts(again.task)->changed);
    work_end(&first);
    work_end(&again);
    return 0;
}
