/* Statistics of games counted by the caller. */
#include <stdlib.h>

#include "diagrams/formats.h"
#include "notation/base/error.h"
#include "notation/base/output.h"
#include "validators/api/archive.h"
#include "validators/archive/stats.h"

struct zet_statistics {
    struct stats stats;
};

static int index_of(const char *const *words, const char *word) {
    int i = 0;
    while (words[i] && strcmp(words[i], word))
        i++;
    return words[i] ? i : -1;
}

zet_statistics *zet_statistics_new(const char *const *by, bool periods, zet_error *error) {
    zet_statistics *s = calloc(1, sizeof *s);
    bool known = true;
    for (; s && *by && known; by++) {
        int key = s->stats.by_count < STATS_BYS ? index_of(zi_stats_by, *by) : -1;
        known = key >= 0;
        if (known)
            s->stats.by[s->stats.by_count++] = (enum stats_by)key;
    }
    if (s && known) {
        s->stats.periods = periods;
        known = zi_stats_open(&s->stats);
    } else if (s) {
        zi_error_set(error, ZET_REFUSED, "games are not grouped by that");
    }
    if (s && known)
        return s;
    if (!s || s->stats.failed)
        zi_error_out_of_memory(error);
    zet_statistics_free(s);
    return NULL;
}

void zet_statistics_free(zet_statistics *s) {
    if (s)
        zi_stats_close(&s->stats);
    free(s);
}

size_t zet_statistics_group(zet_statistics *s, const zet_text *names) {
    struct text text[STATS_BYS];
    for (size_t i = 0; i < s->stats.by_count; i++)
        text[i] = (struct text){names[i].at, names[i].length};
    return zi_stats_group(&s->stats, text);
}

void zet_statistics_add(zet_statistics *s, size_t group, const zet_tally *tally) {
    zi_stats_add(&s->stats, group, tally);
}

void zet_statistics_measure(zet_statistics *s, size_t group, const zet_measured *measured) {
    zi_stats_measured(&s->stats, group, measured);
}

static bool plot(zet_statistics *s, const zet_statistics_form *form, struct buffer *out,
                 zet_error *error) {
    static const char *const formats[] = {"svg", "pdf", "png", NULL};
    static const struct drawing_format *const drawn[] = {&zi_drawing_svg, &zi_drawing_pdf,
                                                         &zi_drawing_png};
    const struct drawing_options o = {.theme = (enum theme)form->theme, .per_page = 1};
    int format = index_of(formats, form->format), what = index_of(zi_stats_plots, form->plot);
    struct drawing d;
    if (format < 0 || what < 0)
        return zi_refuse(error, "there is no such plot");
    zi_drawing_begin(&d, drawn[format], &o, out);
    zi_stats_plot(&s->stats, (enum stats_plot)what, form->first, &d.figure);
    bool drawn_well = zi_drawing_draw(&d);
    drawn_well = zi_drawing_end(&d) && drawn_well;
    return drawn_well || zi_refuse(error, d.why);
}

zet_status zet_statistics_write(zet_statistics *s, const zet_statistics_form *form, zet_output *out,
                                zet_error *error) {
    struct stats *stats = &s->stats;
    stats->records = form->records;
    stats->invalid = form->invalid;
    if (!zi_stats_finalize(stats))
        return zi_error_out_of_memory(error);
    zet_error why = {0};
    bool written = form->plot                      ? plot(s, form, &out->text, &why)
                   : !strcmp(form->format, "csv")  ? zi_stats_csv(stats, form->first, &out->text)
                   : !strcmp(form->format, "json") ? zi_stats_json(stats, form->first, &out->text)
                                                   : zi_stats_text(stats, form->first, &out->text);
    zi_output_gathered(out);
    if (written)
        return ZET_OK;
    return why.status ? zi_error_set(error, why.status, why.message)
                      : zi_error_out_of_memory(error);
}
