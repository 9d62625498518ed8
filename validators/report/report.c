#include "validators/report/report.h"

void zi_report_each(struct buffer *out, const struct report *report, report_finding *write,
                    void *context) {
    const struct findings *findings = &report->record->findings;
    for (size_t i = 0; i < findings->count; i++) {
        size_t from = out->len;
        if (findings->at[i].severity < report->level)
            continue;
        write(context, out, report, &findings->at[i]);
        if (report->pieces)
            report_piece_add(report->pieces, from, out->len);
    }
}
