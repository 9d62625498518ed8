/* Whatever the bytes are: what the language server says of the segments that it cuts a file into is
   what is said of the stream, also where the file was another one before. Only a stream without any
   record is more for the server. The first byte says how much of the text was there before. */
#include "tests/fuzz/program.h"

#include "cli/lsp/file.c"
#include "cli/lsp/memory.c"

static zet_reader *reader;

static void set_text(struct file *f, zet_text text) {
    file_set_text(f, terminated((const unsigned char *)text.at, text.length), text.length);
    file_judge(f, reader);
}

/* The next mistake of the file in *at and *from, its place in the file; false after the last. */
static bool next_mistake(const struct file *f, size_t *segment, size_t *number, size_t *from,
                         const struct mistake **at) {
    while (*segment < f->segment_count) {
        const struct segment *s = &f->segments[*segment];
        if (*number < s->mistake_count) {
            *at = &s->mistakes[(*number)++];
            *from = s->from + (*at)->from;
            return true;
        }
        (*segment)++;
        *number = 0;
    }
    return false;
}

static void require_stream(const struct file *f) {
    const zet_record *record;
    const struct mistake *m;
    size_t segment = 0, number = 0, from;
    zet_finding finding;
    require(zet_reader_open_text(reader, "-", (zet_text){f->text, f->length}, NULL) == ZET_OK);
    while (zet_reader_next(reader, &record, NULL) == ZET_OK)
        for (size_t i = 0; zet_record_finding_at(record, i, &finding); i++) {
            require(next_mistake(f, &segment, &number, &from, &m));
            require(finding.offset == from && !strcmp(finding.code, m->code));
            require(finding.severity == m->severity);
            require(same_text(finding.message, zet_text_of(m->message)));
        }
    require(!next_mistake(f, &segment, &number, &from, &m));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (!size)
        return 0;
    if (!reader)
        reader = zet_reader_new(NULL);
    require(reader != NULL);
    zet_text text = {(const char *)data + 1, size - 1};
    struct file *f = calloc(1, sizeof *f);
    require(f != NULL);
    f->utf8 = true;
    set_text(f, (zet_text){text.at, text.length * data[0] / 255});
    require_stream(f);
    set_text(f, text);
    require_stream(f);
    set_text(f, (zet_text){text.at + text.length / 2, text.length - text.length / 2});
    require_stream(f);
    for (size_t at = 0; at <= f->length; at++) {
        json_t *place = file_position(f, at);
        /* Within an end of a line there is no place: it is before it. */
        bool within = at && at < f->length && f->text[at - 1] == '\r' && f->text[at] == '\n';
        require(place && file_offset(f, place) == at - within);
        json_decref(place);
    }
    file_free(f);
    return 0;
}
