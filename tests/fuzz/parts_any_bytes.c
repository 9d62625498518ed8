/* Whatever the bytes are: as partial results they are refused or merged, and what comes out is
   UTF-8 and the same each time; as records, the merged partial results are the task's own. The
   first byte says which. */
#include "tests/fuzz/program.h"

static const struct {
    const char *task;
    const char *options[5];
} made[] = {{"validate", {NULL}},
            {"validate", {"format", "json", "strict", "true", NULL}},
            {"validate", {"level", "error", NULL}},
            {"stats", {NULL}},
            {"stats", {"by", "game,player", "include-invalid", "true", NULL}},
            {"find", {"duplicates", "true", "include-invalid", "true", NULL}},
            {"score", {"table", "true", NULL}},
            {"score", {"table", "true", "include-invalid", "true", NULL}}};
enum { MADE = sizeof made / sizeof *made };

static void merge_twice(zet_text part) {
    struct work one, two;
    work_begin(&one, "merge", NULL);
    work_begin(&two, "merge", NULL);
    bool merged = work_run(&one, part);
    require(merged == work_run(&two, part));
    if (merged)
        require_utf8(work_out(&one));
    require(same_text(work_out(&one), work_out(&two)));
    work_end(&one);
    work_end(&two);
}

static void part_and_merge(unsigned which, zet_text records) {
    struct work whole, part, merged;
    work_begin(&whole, made[which].task, made[which].options);
    work_begin(&part, made[which].task, made[which].options);
    work_begin(&merged, "merge", NULL);
    require(zet_task_set(part.task, "partial", "true", NULL) == ZET_OK);
    bool done = work_run(&whole, records);
    require(done == work_run(&part, records));
    if (done) {
        require(work_run(&merged, work_out(&part)));
        require(same_text(work_out(&whole), work_out(&merged)));
        /* Parts have no bytes left by which validate could say that this is another format. */
        require(!strcmp(made[which].task, "validate") ||
                same_text(zet_output_text(whole.messages), zet_output_text(merged.messages)));
    }
    work_end(&whole);
    work_end(&part);
    work_end(&merged);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    bool records = size && data[0] < MADE;
    zet_text text = {(const char *)data + records, size - records};
    if (records)
        part_and_merge(data[0], text);
    else
        merge_twice(text);
    return 0;
}
