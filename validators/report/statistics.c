#include "validators/report/statistics.h"

#include <stdlib.h>

#include "notation/base/json_out.h"
#include "notation/base/list.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"

void zi_finding_statistics_free(struct finding_statistics *s) {
    zi_map_free(&s->files.names);
    zi_map_free(&s->players.names);
    free(s->files.at);
    free(s->players.at);
}

/* A row: the two players, the number of findings, and the code, reason and severity of each. */
void zi_statistics_row(struct buffer *row, const struct report *report) {
    const struct findings *findings = &report->record->findings;
    const struct identity id = zi_identity(report->record, report->verdict);
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++)
        count += findings->at[i].severity >= report->level;
    if (!count)
        return;
    for (size_t side = 0; side < 2; side++)
        zi_row_text(row, id.player[side].name);
    zi_row_number(row, count);
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *f = &findings->at[i];
        if (f->severity < report->level)
            continue;
        zi_row_number(row, f->code);
        zi_row_number(row, f->reason ? (uint64_t)(f->reason - zi_reasons) + 1 : 0);
        zi_row_number(row, f->severity);
    }
}

/* The row of a name, or that of the others if the limit is reached or memory runs out. */
static struct tally_row *row_of(struct tally_rows *rows, struct text name, bool *failed) {
    struct map *names = &rows->names;
    int64_t known = zi_map_find(names, name);
    if (known >= 0)
        return &rows->at[known];
    if (names->count >= TALLIED_NAMES_MAX || rows->bytes + name.len > TALLIED_BYTES_MAX)
        return &rows->others;
    if (!zi_list_reserve(&rows->at, &rows->cap, names->count + 1, sizeof *rows->at)) {
        *failed = true;
        return &rows->others;
    }
    uint32_t number = zi_map_number(names, name);
    *failed |= names->failed;
    if (names->failed)
        return &rows->others;
    rows->bytes += name.len;
    rows->at[number] = (struct tally_row){0};
    return &rows->at[number];
}

static void add_to(struct tally_row *to, const struct tally_row *more) {
    to->records += more->records;
    for (size_t i = 0; i < SEVERITIES; i++)
        to->findings[i] += more->findings[i];
}

void zi_finding_statistics_add(struct finding_statistics *s, struct row_reader *rows) {
    while (row_reader_has_more(rows)) {
        bool seen[FINDING_CODES][REASONS + 1] = {{false}};
        struct tally_row record = {.records = 1};
        struct text player[2];
        for (size_t side = 0; side < 2; side++)
            player[side] = zi_row_read_text(rows);
        for (uint64_t left = zi_row_read_number(rows); left; left--) {
            uint64_t code = zi_row_read_number(rows), reason = zi_row_read_number(rows);
            uint64_t severity = zi_row_read_number(rows);
            s->kinds[code][reason].findings[severity]++;
            s->kinds[code][reason].records += !seen[code][reason];
            seen[code][reason] = true;
            record.findings[severity]++;
        }
        add_to(&s->file, &record);
        for (size_t side = 0; side < 2; side++)
            if (player[side].len && (!side || !text_same(player[0], player[1])))
                add_to(row_of(&s->players, player[side], &s->failed), &record);
    }
}

void zi_statistics_end_file(struct finding_statistics *s, struct text name) {
    if (s->file.records)
        add_to(row_of(&s->files, name, &s->failed), &s->file);
    s->file = (struct tally_row){0};
}

/* Sorting. */

struct named_row {
    struct text name;
    const struct tally_row *row;
};

/* The most errors first, then warnings, then notes. */
static int by_findings(const void *left, const void *right) {
    const struct named_row *a = left, *b = right;
    for (size_t i = SEVERITIES; i-- > 0;)
        if (a->row->findings[i] != b->row->findings[i])
            return a->row->findings[i] > b->row->findings[i] ? -1 : 1;
    return text_order(a->name, b->name);
}

/* The sorted rows, with a last one without a name for the others, if any; to be freed. NULL when
 * out of memory. */
static struct named_row *sorted(const struct tally_rows *rows, size_t *count) {
    *count = rows->names.count;
    struct named_row *to = malloc((*count + 1) * sizeof *to);
    for (size_t i = 0; to && i < *count; i++)
        to[i] = (struct named_row){rows->names.at[i], &rows->at[i]};
    if (!to)
        return NULL;
    qsort(to, *count, sizeof *to, by_findings);
    if (rows->others.records)
        to[(*count)++] = (struct named_row){NO_TEXT, &rows->others};
    return to;
}

struct kind {
    const char *code, *reason; /* reason: may be NULL */
    size_t severity;
    uint64_t findings, records;
};

enum { KINDS_MAX = FINDING_CODES * SEVERITIES + REASONS * SEVERITIES };

static int by_kind(const void *left, const void *right) {
    const struct kind *a = left, *b = right;
    if (a->severity != b->severity)
        return a->severity > b->severity ? -1 : 1;
    if (a->findings != b->findings)
        return a->findings > b->findings ? -1 : 1;
    int order = strcmp(a->code, b->code);
    return order || !a->reason || !b->reason ? order : strcmp(a->reason, b->reason);
}

static size_t list_kinds(const struct finding_statistics *s, struct kind out[KINDS_MAX]) {
    size_t count = 0;
    for (size_t code = 0; code < FINDING_CODES; code++)
        for (size_t reason = 0; reason <= REASONS; reason++)
            for (size_t severity = 0; severity < SEVERITIES && count < KINDS_MAX; severity++)
                if (s->kinds[code][reason].findings[severity])
                    out[count++] = (struct kind){
                        zi_findings[code].code, reason ? zi_reasons[reason - 1].code : NULL,
                        severity, s->kinds[code][reason].findings[severity],
                        s->kinds[code][reason].records};
    qsort(out, count, sizeof *out, by_kind);
    return count;
}

/* Text. */

static struct value column(uint64_t n) { return value_padded(n, 10); }

static bool print_rows(struct buffer *out, const struct tally_rows *rows, const char *title) {
    const struct text others = TEXT("(all others: too many to count separately)");
    size_t count;
    struct named_row *at = sorted(rows, &count);
    if (at && count)
        buffer_add(out, "\n    errors  warnings     notes   records  ", title, "\n");
    for (size_t i = 0; at && i < count; i++) {
        const uint64_t *findings = at[i].row->findings;
        buffer_add(out, column(findings[SEVERITY_ERROR]), column(findings[SEVERITY_WARNING]),
                   column(findings[SEVERITY_NOTE]), column(at[i].row->records), "  ",
                   value_safe(at[i].name.at ? at[i].name : others, SAFE_LINE), "\n");
    }
    free(at);
    return at != NULL;
}

bool zi_finding_statistics_text(const struct finding_statistics *s, struct buffer *out) {
    struct kind kinds[KINDS_MAX];
    size_t count = list_kinds(s, kinds);
    if (count)
        buffer_string(out, "  findings   records  code\n");
    for (size_t i = 0; i < count; i++)
        buffer_add(out, column(kinds[i].findings), column(kinds[i].records), "  ",
                   zi_severities[kinds[i].severity], ": ", kinds[i].code,
                   kinds[i].reason ? "/" : "", kinds[i].reason, "\n");
    bool written = print_rows(out, &s->files, "file") && print_rows(out, &s->players, "player");
    if (count)
        buffer_char(out, '\n');
    return written;
}

/* JSON. */

/* Writes an array of rows; in the row of the others, the name is null. */
static bool write_rows(struct json_out *j, const struct tally_rows *rows, const char *key,
                       const char *name) {
    size_t count;
    struct named_row *at = sorted(rows, &count);
    zi_json_key(j, key);
    zi_json_open(j, '[');
    for (size_t i = 0; at && i < count; i++) {
        const uint64_t *findings = at[i].row->findings;
        zi_json_put(j, &value_object(name, at[i].name, "errors", findings[SEVERITY_ERROR],
                                     "warnings", findings[SEVERITY_WARNING], "notes",
                                     findings[SEVERITY_NOTE], "records", at[i].row->records));
    }
    zi_json_close(j, ']');
    free(at);
    return at != NULL;
}

bool zi_finding_statistics_json(const struct finding_statistics *s, struct json_out *j) {
    struct kind kinds[KINDS_MAX];
    size_t count = list_kinds(s, kinds);
    zi_json_key(j, "codes");
    zi_json_open(j, '[');
    for (size_t i = 0; i < count; i++) {
        const struct kind *k = &kinds[i];
        zi_json_put(j,
                    &value_object("severity", zi_severities[k->severity], "code", k->code, "reason",
                                  k->reason, "findings", k->findings, "records", k->records));
    }
    zi_json_close(j, ']');
    return write_rows(j, &s->files, "files", "file") &&
           write_rows(j, &s->players, "players", "player");
}
