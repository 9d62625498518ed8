#include "formats/reread.h"

#include "formats/sheet.h"

/* Implements reread of struct repairer. */
static bool reread(void *sheets, const struct document *d, struct text *out, bool *out_of_memory) {
    struct rereading *x = sheets;
    struct converter *c = &x->converter;
    const struct format_options whole = {.whole = true, .defaults = x->defaults};
    struct document sheet = *d;
    bool opened = c->to || zi_converter_open(c, &zi_format_zet, &whole);
    x->text.len = 0;
    buffer_text(&x->text, d->text); /* a copy, because reading makes a sheet plain */
    sheet.text = buffered(&x->text);
    opened &= !x->text.failed;
    zi_sheet_take(&sheet);
    c->purse.left = 0;
    bool read = opened && zi_converter_read(c, &zi_format_text, &sheet);
    for (size_t i = 0; read && i < c->record.findings.count; i++)
        read &= c->record.findings.at[i].code != FINDING_AMBIGUOUS &&
                (c->record.findings.at[i].severity != SEVERITY_ERROR ||
                 c->record.findings.at[i].part != PART_HEADER);
    read = read && zi_converter_write(c);
    *out_of_memory |= !opened || zi_converter_failed(c);
    *out = buffered(&c->out);
    return read && !*out_of_memory;
}

bool zi_rereading_open(struct rereading *x, struct repairer *p, struct task_worker *w) {
    bool opened = zi_repairer_open(p);
    zi_judging_default(&p->judge, w);
    x->defaults = &w->task->defaults;
    p->reread = reread;
    p->sheets = x;
    return opened;
}

void zi_rereading_close(struct rereading *x, struct repairer *p) {
    zi_repairer_close(p);
    if (x->converter.to)
        zi_converter_close(&x->converter);
    zi_buffer_free(&x->text);
}
