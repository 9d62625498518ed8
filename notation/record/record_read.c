/* Converts a document to a record. */
#include "notation/record/plain_read.h"
#include "notation/record/yaml.h"

void zi_record_begin(struct record *r, const struct document *document) {
    zi_arena_reset(&r->arena);
    struct findings findings = {.at = r->findings.at, .cap = r->findings.cap};
    struct arena arena = r->arena;
    *r = (struct record){.text = document->text,
                         .line = document->line,
                         .column = document->column ? document->column : 1,
                         .start_line = document->line,
                         .findings = findings,
                         .unseen = r->unseen,
                         .said = r->said,
                         .arena = arena,
                         .broken = true};
}

bool zi_record_check_utf8(struct record *r, bool *ascii) {
    size_t valid = zi_utf8_check(r->text, ascii);
    if (valid == r->text.len)
        return true;
    bool utf_16 = text_begins(r->text, "\xFF\xFE") || text_begins(r->text, "\xFE\xFF");
    bool zip = text_begins(r->text, "PK\003\004");
    zi_record_stop(r, FINDING_ENCODING, valid, NULL,
                   text_of(utf_16 ? "the file is UTF-16; save it as UTF-8"
                           : zip  ? "this is a spreadsheet such as .xlsx; save it as CSV in UTF-8"
                                  : "save the file as UTF-8"));
    return false;
}

/* YAML often detects a slip only on a later line, or misreads the line. */
static void find_slip(struct record *r) {
    const struct finding *f = &r->findings.at[0];
    if (r->unseen || !r->findings.count || f->code != FINDING_YAML)
        return;
    size_t offset = f->offset, line = text_line_start(r->text, offset);
    for (size_t at = line; at < r->text.len && !is_line_end(r->text.at[at]); at++)
        if ((unsigned char)r->text.at[at] < ' ' && r->text.at[at] != '\t')
            return; /* that is reported */
    struct yaml_slips slips = zi_yaml_slips(r);
    if (!slips.count || !slips.at->what)
        return;
    if (slips.at->at < line)
        offset = slips.at->at;
    if (slips.at->at <= offset)
        zi_record_stop(r, FINDING_YAML, offset, NULL, text_of(slips.at->what));
}

/* If the plain reader declines the document, libyaml reads it. */
static void read_document(struct record *r) {
    const struct node *root = zi_plain_read(r);
    if (!root && !r->out_of_memory) {
        zi_arena_reset(&r->arena);
        if (!zi_record_check_utf8(r, &r->by_bytes))
            return;
        root = zi_yaml_read(r);
        if (!root)
            find_slip(r);
    }
    zi_record_take(r, root);
}

const struct node *zi_record_tree(struct record *r, const struct document *document,
                                  const char *too_long) {
    zi_record_begin(r, document);
    r->is_yaml = true;
    if (document->too_long)
        zi_record_stop(r, FINDING_LIMIT, 0, too_long, NO_TEXT);
    else if (zi_record_check_utf8(r, &r->by_bytes))
        return zi_yaml_read(r);
    return NULL;
}

bool zi_record_read(struct record *r, const struct document *document) {
    if (document->unmarked && r->broken)
        return false;
    zi_record_begin(r, document);
    r->is_yaml = true;
    if (document->too_long)
        zi_record_stop(r, FINDING_LIMIT, 0, "a record has at most 1 MiB", NO_TEXT);
    else if (document->unmarked && zi_utf8_check(r->text, &r->by_bytes) == r->text.len)
        zi_record_stop(r, FINDING_YAML, 0, "a document after `...` must begin with `---`", NO_TEXT);
    else
        read_document(r);
    return true;
}
