/* What the page's program has beside the functions of zet.h: words that come later, and the
 * findings with repairs without a task. */
#include <stdlib.h>
#include <string.h>

#include <zet.h>

#include "notation/words/words.h"
#include "validators/reading/repairer.h"
#include "validators/report/report.h"

#define TO_JS(name) __attribute__((export_name(name)))

/* The words of a language: texts that end with a null byte, WORD_FORMS_MAX + 1 for each entry, the
   English one first, in ascending order. They stay in use. */
TO_JS("words")
zet_status words(const char *tag, const char *texts, size_t count) {
    enum language language;
    struct word_entry *entry = calloc(count, sizeof *entry);
    if (!entry || !zi_language_read((struct text){tag, strlen(tag)}, &language)) {
        free(entry);
        return ZET_OUT_OF_MEMORY;
    }
    const char *at = texts;
    for (size_t i = 0; i < count; i++) {
        entry[i].english = (uint32_t)(at - texts);
        for (size_t form = 0; form < WORD_FORMS_MAX; form++) {
            at += strlen(at) + 1;
            entry[i].form[form] = (uint32_t)(at - texts);
        }
        at += strlen(at) + 1;
    }
    zi_words_take(language, texts, entry, count);
    return ZET_OK;
}

static void put_report(struct buffer *out, struct repairer *p, const struct document *d,
                       size_t *number) {
    const struct edits *repair = NULL, *style = NULL;
    if (!d)
        zi_judge_empty(&p->judge);
    else if (!zi_repairer_read(p, d, &repair, &style))
        return;
    zi_record_finalize(&p->judge.record, false);
    const struct report report = {.file = TEXT("-"),
                                  .number = ++*number,
                                  .record = &p->judge.record,
                                  .verdict = &p->judge.verdict,
                                  .offset = d ? d->offset : 0,
                                  .repair = repair,
                                  .style = style};
    zi_report_findings(out, &report);
    out->failed |= p->judge.record.out_of_memory;
}

/* The findings of all records, with what repairs them, an object a line. */
TO_JS("judge") zet_status judge(const char *text, size_t length, zet_output *to) {
    struct repairer p = {0};
    struct source source;
    struct document document;
    struct buffer out = {0};
    struct text rest = {text, length};
    size_t count = 0;
    zi_source_open(&source, zi_text_read, &rest);
    bool opened = zi_repairer_open(&p);
    while (opened && !out.failed && zi_source_next(&source, &document))
        put_report(&out, &p, &document, &count);
    if (opened && !count)
        put_report(&out, &p, NULL, &count);
    bool well = opened && !out.failed && !source.out_of_memory;
    if (well)
        zet_output_write(to, (zet_text){out.at, out.len});
    zi_buffer_free(&out);
    zi_source_close(&source);
    zi_repairer_close(&p);
    return well ? ZET_OK : ZET_OUT_OF_MEMORY;
}
