#include "notation/record/side_document.h"

void zi_side_begin(struct side_document *d, struct text text) {
    *d = (struct side_document){.left = text};
    zi_record_open(&d->record);
    zi_source_open(&d->source, zi_text_read, &d->left);
}

bool zi_side_open(struct side_document *d, struct text text, const char *too_long) {
    struct document document;
    zi_side_begin(d, text);
    if (!zi_source_next(&d->source, &document))
        document = (struct document){.text = TEXT(""), .line = 1};
    if (d->source.out_of_memory)
        return false;
    struct record *r = &d->record;
    d->root = zi_record_tree(r, &document, too_long);
    d->place = (struct place){.text = r->text, .line = r->line};
    return !r->out_of_memory;
}

void zi_side_close(struct side_document *d) {
    zi_record_close(&d->record);
    zi_source_close(&d->source);
}

static size_t line_at(struct side_document *d, size_t offset) {
    if (offset < d->place.offset)
        d->place = (struct place){.text = d->record.text, .line = d->record.line};
    zi_place_move(&d->place, offset);
    return d->place.line;
}

size_t zi_side_line(struct side_document *d, const struct node *n) {
    return line_at(d, zi_record_byte(&d->record, n->span.start));
}

void zi_side_fault(struct side_document *d, struct text file, struct buffer *out) {
    const struct finding *f = d->record.findings.at;
    buffer_place(out, file, line_at(d, f->offset), "error");
    buffer_add(out, f->sentence, f->detail.len ? ": " : "", value_line(f->detail, UINT32_MAX),
               "\n");
}
