/* Statistics of games counted by the caller. */
#include <stdlib.h>

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

zet_statistics *zet_statistics_new(const char *const *by, zet_error *error) {
    zet_statistics *s = calloc(1, sizeof *s);
    bool known = true;
    for (; s && *by && known; by++) {
        int key = s->stats.by_count < STATS_BYS ? index_of(zi_stats_by, *by) : -1;
        known = key >= 0;
        if (known)
            s->stats.by[s->stats.by_count++] = (enum stats_by)key;
    }
    if (s && known)
        known = zi_stats_open(&s->stats);
    else if (s)
        zi_error_set(error, ZET_REFUSED, "games are not grouped by that");
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

zet_status zet_statistics_write(zet_statistics *s, const zet_statistics_form *form, zet_output *out,
                                zet_error *error) {
    struct stats *stats = &s->stats;
    stats->records = form->records;
    stats->invalid = form->invalid;
    if (!zi_stats_finalize(stats))
        return zi_error_out_of_memory(error);
    bool written = !strcmp(form->format, "csv")    ? zi_stats_csv(stats, form->first, &out->text)
                   : !strcmp(form->format, "json") ? zi_stats_json(stats, form->first, &out->text)
                                                   : zi_stats_text(stats, form->first, &out->text);
    zi_output_gathered(out);
    return written ? ZET_OK : zi_error_out_of_memory(error);
}
