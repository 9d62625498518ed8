/* Searches of records, and how to name the records found. */
#include "validators/api/search.h"

#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/file_name.h"
#include "notation/base/option.h"
#include "notation/base/output.h"
#include "notation/base/text_order.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "validators/api/archive.h"
#include "validators/api/record.h"
#include "validators/archive/names_list.h"
#include "validators/replay/rules.h"

/* Names files. */

zet_names *zet_names_new(const char *name, zet_text text, zet_error *error) {
    zet_names *n = zi_zeroed(sizeof *n, error);
    if (n && zi_names_file_read(&n->file, text_of(name), text_from(text), error))
        return n;
    zet_names_free(n);
    return NULL;
}

void zet_names_free(zet_names *n) {
    if (n)
        zi_names_file_free(&n->file);
    free(n);
}

/* Searches. */

zet_search *zet_search_new(zet_error *error) { return zi_zeroed(sizeof(zet_search), error); }

void zet_search_free(zet_search *s) {
    if (s)
        zi_query_free(&s->query);
    free(s);
}

static zet_status report_fault(const struct query *q, const struct query_fault *fault,
                               bool with_name, zet_error *error) {
    struct buffer b = {0};
    if (q->out_of_memory)
        return zi_error_out_of_memory(error);
    if (with_name)
        buffer_string(&b, zi_conditions[fault->condition]);
    if (with_name && !fault->has_place && strlen(fault->value) <= OPTION_VALUE_SHOWN_MAX)
        buffer_add(&b, " ", fault->value);
    buffer_string(&b, with_name ? ": " : "");
    if (fault->has_place)
        buffer_add(&b, "character ", fault->place + 1, ": ");
    buffer_string(&b, fault->why);
    zi_refuse_with(error, &b);
    return error ? error->status : ZET_REFUSED;
}

static unsigned condition_of(const char *name) {
    unsigned c = 0;
    while (c < CONDITIONS && strcmp(zi_conditions[c], name) != 0)
        c++;
    return c;
}

zet_status zet_search_add(zet_search *s, const char *condition, const char *value,
                          zet_error *error) {
    struct query_fault fault;
    bool failed = false;
    unsigned c = condition_of(condition);
    if (c == CONDITIONS)
        return zi_error_set(error, ZET_REFUSED, "there is no condition ", condition);
    struct text kept =
        zi_arena_copy(&s->query.arena, (struct text){value, strlen(value) + 1}, &failed);
    if (failed)
        return zi_error_out_of_memory(error);
    return zi_query_add(&s->query, (enum condition)c, kept.at, &fault)
               ? ZET_OK
               : report_fault(&s->query, &fault, false, error);
}

zet_status zet_search_ready(zet_search *s, const zet_names *names, unsigned flags,
                            zet_error *error) {
    struct query *q = &s->query;
    struct query_fault fault;
    q->negated = flags & ZET_SEARCH_NOT;
    q->variations = flags & ZET_SEARCH_VARIATIONS;
    q->names = names ? &names->file : NULL;
    if (q->negated && zi_query_is_empty(q))
        return zi_error_set(error, ZET_REFUSED, "not: no condition is given");
    if (q->variations && !zi_query_sees_moves(q))
        return zi_error_set(error, ZET_REFUSED, "variations: only allowed with position and move");
    return zi_query_ready(q, &fault) ? ZET_OK : report_fault(q, &fault, true, error);
}

zet_search *zet_search_copy(const zet_search *from, zet_error *error) {
    struct query_fault fault;
    zet_search *s = zet_search_new(error);
    zet_status status = s ? ZET_OK : ZET_OUT_OF_MEMORY;
    for (unsigned c = 0; c < CONDITIONS && status == ZET_OK; c++)
        for (const struct condition_value *v = from->query.value[c]; v && status == ZET_OK;
             v = v->next)
            status = zet_search_add(s, zi_conditions[c], v->given.at, error);
    if (status == ZET_OK) {
        s->query.negated = from->query.negated;
        s->query.variations = from->query.variations;
        s->query.names = from->query.names;
        if (zi_query_ready(&s->query, &fault))
            return s;
        zi_error_out_of_memory(error);
    }
    zet_search_free(s);
    return NULL;
}

bool zet_search_sees_moves(const zet_search *s) { return zi_query_sees_moves(&s->query); }

zet_text zet_search_value(const zet_search *s, const char *condition, size_t index) {
    unsigned c = condition_of(condition);
    const struct condition_value *v = c < CONDITIONS ? s->query.value[c] : NULL;
    while (v && index--)
        v = v->next;
    return v ? text_to(v->given) : (zet_text){0};
}

bool zet_search_fits(zet_search *s, const char *condition, zet_text text, zet_text id) {
    unsigned c = condition_of(condition);
    return c < CONDITIONS &&
           zi_query_fits_value(&s->query, (enum condition)c, text_from(text), text_from(id));
}

bool zet_search_fits_rules(const zet_search *s, const char *condition, zet_text text,
                           const zet_rules *rules) {
    unsigned c = condition_of(condition);
    size_t game = text.length ? strcspn(text.at, " ") : 0;
    if (rules && c < CONDITIONS)
        return zi_query_fits_rules(&s->query, (enum condition)c, &rules->ruleset);
    for (const struct condition_value *v = s->query.value[CONDITION_GAME]; v; v = v->next)
        if (c == CONDITION_GAME && text_same(v->text, (struct text){text.at, game}))
            return true;
    return false;
}

bool zet_search_holds(zet_search *s, const zet_record *record, int64_t *ply) {
    return zi_query_holds(&s->query, record->record, record->verdict, ply);
}

zet_status zet_search_status(const zet_search *s) {
    return s->query.folded.failed || s->query.out_of_memory ? ZET_OUT_OF_MEMORY : ZET_OK;
}

/* Players. */

struct zet_players {
    struct names_list list;
};

zet_players *zet_players_new(const zet_names *names, zet_error *error) {
    zet_players *p = zi_zeroed(sizeof *p, error);
    if (p)
        p->list.people.file = names ? &names->file : NULL;
    return p;
}

void zet_players_free(zet_players *p) {
    if (p)
        zi_names_list_free(&p->list);
    free(p);
}

uint32_t zet_players_number(zet_players *p, zet_text name, zet_text id) {
    return zi_people_number(&p->list.people, text_from(name), text_from(id), true);
}

zet_status zet_players_join(zet_players *p, zet_error *error) {
    struct people *people = &p->list.people;
    if (!people->failed) {
        zi_people_join(people);
        zi_people_make_labels(people);
    }
    return people->failed ? zi_error_out_of_memory(error) : ZET_OK;
}

zet_text zet_players_label(const zet_players *p, uint32_t player, uint32_t *same) {
    *same = p->list.people.at[player].same;
    return text_to(p->list.people.label[player]);
}

zet_status zet_players_spelled(zet_players *p, const zet_spelling *s, zet_error *error) {
    const struct spelling spelling = {.name = text_from(s->name),
                                      .id = text_from(s->id),
                                      .file_name = text_from(s->file),
                                      .line = s->line,
                                      .count = s->games};
    return zi_names_list_add(&p->list, spelling) ? ZET_OK : zi_error_out_of_memory(error);
}

zet_status zet_players_write(zet_players *p, const char *format, uint64_t records, zet_output *out,
                             zet_error *error) {
    bool written = zi_names_list_write(&p->list, format, records, &out->text);
    zi_output_gathered(out);
    return written ? ZET_OK : zi_error_out_of_memory(error);
}

/* Places. */

void zet_place_write(const zet_place *place, int64_t ply, bool json, zet_output *out) {
    struct buffer *b = &out->text;
    if (json)
        buffer_add(b, value_object("file", text_from(place->file), "record", place->number, "line",
                                   place->line, "ply",
                                   ply >= 0 ? value_number((uint64_t)ply) : value_string(NULL)));
    else
        buffer_add(b, value_safe(text_from(place->file), SAFE_TEXT), ":", place->line, ": record ",
                   place->number);
    if (!json && ply >= 0)
        buffer_add(b, ", ply ", (uint64_t)ply);
    buffer_char(b, '\n');
    zi_output_gathered(out);
}

int zet_text_compare(zet_text a, zet_text b) {
    struct buffer x = {0}, y = {0};
    zi_text_fold(&x, text_from(a));
    zi_text_fold(&y, text_from(b));
    int order = zi_text_order(buffered(&x), buffered(&y));
    zi_buffer_free(&x);
    zi_buffer_free(&y);
    return order ? order : zi_text_order(text_from(a), text_from(b));
}

void zet_text_folded(zet_text text, zet_output *out) {
    zi_text_fold(&out->text, text_from(text));
    zi_output_gathered(out);
}

void zet_text_file_name(zet_text text, zet_output *out) {
    zi_file_name(&out->text, text_from(text));
    zi_output_gathered(out);
}
