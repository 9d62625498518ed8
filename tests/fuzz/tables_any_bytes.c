/* Whatever the bytes are: read as records of any format they give UTF-8, and tables in UTF-16
   give the same. The first byte says the task, the second the format. */
#include "tests/fuzz/program.h"

static const struct {
    const char *task;
    const char *options[5];
} made[] = {{"validate", {NULL}},
            {"validate", {"format", "json", NULL}},
            {"convert", {"to", "zet", NULL}},
            {"convert", {"to", "csv", NULL}},
            {"convert", {"to", "games.csv", NULL}}};
enum { MADE = sizeof made / sizeof *made };

/* NULL: it is recognised. */
static const char *format(const unsigned char *said) {
    size_t formats = 0;
    while (zet_catalogue_name(ZET_CATALOGUE_FORMATS, NULL, formats))
        formats++;
    return zet_catalogue_name(ZET_CATALOGUE_FORMATS, NULL, said[1] % (formats + 1));
}

static void run(struct work *w, const unsigned char *said, zet_text text) {
    const char *from = format(said);
    size_t which = said[0] % MADE;
    work_begin(w, made[which].task, made[which].options);
    if (from)
        require(zet_task_set(w->task, "from", from, NULL) == ZET_OK);
    work_run(w, text);
    require_utf8(work_out(w));
}

/* The text, which is UTF-8, with a byte order mark in UTF-16. */
static zet_text utf16(zet_text t, bool big) {
    char *to = malloc(2 * t.length + 2);
    size_t n = 0;
    require(to != NULL);
    for (size_t i = 0; i <= t.length; i++) {
        unsigned c = i ? (unsigned char)t.at[i - 1] : 0xFEFF;
        require(c < 0x80 || !i);
        to[n++] = (char)(big ? c >> 8 : c);
        to[n++] = (char)(big ? c : c >> 8);
    }
    return (zet_text){to, n};
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size < 2)
        return 0;
    zet_text text = {(const char *)data + 2, size - 2};
    struct work plain, wide;
    const char *from = format(data);
    bool ascii = from && strcmp(from, "zet") != 0;
    for (size_t i = 0; i < text.length; i++)
        ascii &= (signed char)text.at[i] >= 0;
    run(&plain, data, text);
    if (ascii && text.length) {
        zet_text other = utf16(text, size % 2);
        run(&wide, data, other);
        require(same_text(work_out(&plain), work_out(&wide)));
        require(same_text(zet_output_text(plain.messages), zet_output_text(wide.messages)));
        free((char *)other.at);
        work_end(&wide);
    }
    work_end(&plain);
    return 0;
}
