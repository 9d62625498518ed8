#include "cli/archive/batch.h"
#include "cli/command.h"
#include "notation/base/list.h"
#include "validators/api/record.h"

#include <stdlib.h>
#include <string.h>

void batch_free(struct batch *b) {
    free(b->row);
    free(b->reached);
    free(b->other);
    free(b->text);
    free(b->moves);
    *b = (struct batch){0};
}

void batch_clear(struct batch *b) {
    b->row_count = b->reached_count = b->other_count = b->text_used = b->moves_used = 0;
}

/* The step of splitmix64, as in zet_position_key. */
static uint64_t mix(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint64_t batch_hash(zet_text text) {
    uint64_t h = text.length, word;
    for (; text.length >= sizeof word; text.at += sizeof word, text.length -= sizeof word) {
        memcpy(&word, text.at, sizeof word);
        h = mix(h ^ word);
    }
    word = 0;
    if (text.length)
        memcpy(&word, text.at, text.length);
    return mix(h ^ word);
}

/* Makes room for one more item of that size. */
static bool reserve(struct batch *b, void *list, size_t count, size_t *cap, size_t size) {
    bool room = zi_list_reserve(list, cap, count + 1, size);
    b->out_of_memory |= !room;
    return room;
}

/* Copies a text and a zero byte to the batch. */
static struct row_span keep(struct batch *b, zet_text text) {
    struct row_span span = {(uint32_t)b->text_used, (uint32_t)text.length};
    while (b->text_cap - b->text_used <= text.length)
        if (!reserve(b, &b->text, b->text_cap, &b->text_cap, 1))
            return (struct row_span){0};
    if (text.length)
        memcpy(b->text + b->text_used, text.at, text.length);
    b->text[b->text_used + text.length] = '\0';
    b->text_used += text.length + 1;
    return span;
}

/* Positions. */

static void add_reached(struct batch *b, uint64_t key, zet_text move) {
    if (!reserve(b, &b->reached, b->reached_count, &b->reached_cap, sizeof *b->reached) ||
        !reserve(b, &b->moves, b->moves_used + move.length, &b->moves_cap, 1))
        return;
    b->reached[b->reached_count++] =
        (struct reached){key, (uint32_t)b->row_count, (uint32_t)b->moves_used};
    if (move.length)
        memcpy(b->moves + b->moves_used, move.at, move.length);
    b->moves_used += move.length;
    b->moves[b->moves_used++] = '\0';
}

/* Data that depends on the moves. */
static void keep_line(struct batch *b, struct row *row, const zet_record *record,
                      const struct batch_wish *wish) {
    zet_step step;
    for (size_t i = 0; zet_record_step(record, i, &step); i++) {
        if (wish->positions && row->valid)
            add_reached(b, step.position, step.move);
        if (i == OPENING_PLIES)
            row->opening = (uint32_t)(mix(step.line) >> 33) | 1;
        row->line_key = step.line;
        row->final_key = step.position;
    }
    row->level = zet_record_level(record);
    for (size_t i = 0; i < MEASURES_KEPT; i++)
        zet_record_amount(record, i, &row->amount[i]);
    row->text[ROW_FIRST] = keep(b, zet_record_first_move(record));
}

/* Rows. */

/* The number that a text contains; -1 if none. */
static int64_t number_of(zet_text text) {
    int64_t n = text.length && text.length <= 9 ? 0 : -1;
    for (size_t i = 0; i < text.length && n >= 0; i++)
        n = text.at[i] >= '0' && text.at[i] <= '9' ? n * 10 + (text.at[i] - '0') : -1;
    return n;
}

/* Stores `error: MESSAGE [CODE/REASON]` and its place in the record. */
static void keep_fault(struct batch *b, struct row *row, const zet_record *record,
                       zet_output *scratch) {
    zet_finding f;
    size_t i = 0;
    while (zet_record_finding_at(record, i, &f) && f.severity != ZET_SEVERITY_ERROR)
        i++;
    if (!zet_record_finding_at(record, i, &f))
        return; /* there are more errors than are stored */
    const zet_text parts[] = {zet_text_of("error: "),
                              f.message,
                              zet_text_of(" ["),
                              zet_text_of(f.code),
                              zet_text_of(f.reason ? "/" : ""),
                              zet_text_of(f.reason),
                              zet_text_of("]")};
    zet_output_clear(scratch);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        zet_output_write_safe(scratch, parts[k]);
    row->fault_line = (uint32_t)(f.line - zet_record_line(record));
    row->fault_column = (uint32_t)f.column;
    row->text[ROW_FAULT] = keep(b, zet_output_text(scratch));
}

static bool is_text(const struct batch *b, struct row_span span, zet_text text) {
    return span.length == text.length &&
           (!text.length || !memcmp(b->text + span.at, text.at, text.length));
}

/* Stores the players that are on neither side. */
static void keep_others(struct batch *b, const struct row *row, const zet_record *record) {
    zet_player p;
    bool seen[2] = {false, false};
    for (size_t i = 0; zet_record_player_at(record, i, &p); i++) {
        bool is_side = false;
        for (unsigned side = 0; side < 2 && !is_side; side++)
            is_side = !seen[side] && is_text(b, row->text[ROW_NAME + side], p.name) &&
                      is_text(b, row->text[ROW_ID + side], p.id) && (seen[side] = true);
        if (is_side || (!p.name.length && !p.id.length) ||
            !reserve(b, &b->other, b->other_count, &b->other_cap, sizeof *b->other))
            continue;
        struct other_player *o = &b->other[b->other_count++];
        *o = (struct other_player){(uint32_t)b->row_count, keep(b, p.name), keep(b, p.id)};
    }
}

static void keep_players(struct batch *b, struct row *row, const zet_record *record) {
    for (unsigned side = 0; side < 2; side++) {
        row->text[ROW_NAME + side] = keep(b, zet_record_player(record, side));
        row->text[ROW_ID + side] = keep(b, zet_record_player_value(record, side, "id"));
        row->text[ROW_RATING + side] = keep(b, zet_record_player_value(record, side, "rating"));
    }
    keep_others(b, row, record);
}

static void keep_header(struct batch *b, struct row *row, const zet_record *record) {
    static const struct {
        enum row_text text;
        const char *key;
    } keys[] = {{ROW_EVENT, "event"}, {ROW_SITE, "site"},   {ROW_ROUND, "round"},
                {ROW_DATE, "date"},   {ROW_TABLE, "table"}, {ROW_TERMINATION, "termination"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        row->text[keys[i].text] = keep(b, zet_record_value(record, keys[i].key));
}

/* Stores the parts of the record that its positions depend on. */
static void keep_replay(struct batch *b, struct row *row, const zet_record *record,
                        const zet_rules *rules, zet_output *out) {
    const char *game = zet_rules_game(rules), *variant = zet_rules_variant(rules);
    const char *separator = "", *word = zet_rules_text(rules);
    zet_text position = zet_record_value(record, "position");
    zet_text moves = zet_record_value(record, "moves");
    zet_output_clear(out);
    command_put(out, "zet: 1\ngame: ", game, variant ? "\nvariant: " : "", variant ? variant : "",
                "\nrules: {", NULL);
    for (size_t length; *word; word += length + (word[length] == ' ')) {
        length = strcspn(word, " ");
        size_t name = strcspn(word, "= ");
        if (name == length)
            continue; /* the game or the variant */
        command_put(out, separator, NULL);
        zet_output_write(out, (zet_text){word, name});
        command_put(out, ": ", NULL);
        zet_output_write(out, (zet_text){word + name + 1, length - name - 1});
        separator = ", ";
    }
    zet_output_write(out, zet_text_of(position.length ? "}\nposition: \"" : "}"));
    zet_output_write(out, position);
    zet_output_write(out, zet_text_of(position.length ? "\"\nmoves: |\n  " : "\nmoves: |\n  "));
    for (size_t i = 0; i < moves.length; i++) {
        zet_output_write(out, (zet_text){moves.at + i, 1});
        if (moves.at[i] == '\n')
            zet_output_write(out, zet_text_of("  "));
    }
    zet_output_write(out, zet_text_of("\n"));
    row->text[ROW_REPLAY] = keep(b, zet_output_text(out));
}

static bool keep_rules(struct batch *b, struct row *row, const zet_record *record,
                       const struct batch_wish *wish, zet_output *scratch) {
    zet_error error = {0};
    if (!zet_record_game(record))
        return true;
    zet_rules *rules = zet_record_rules_new(record, &error);
    if (!rules) {
        const char *variant = zet_record_variant(record);
        zet_output_clear(scratch);
        command_put(scratch, zet_record_game(record), variant ? " " : "", variant ? variant : "",
                    NULL);
        row->text[ROW_RULES] = keep(b, zet_output_text(scratch));
        return error.status != ZET_OUT_OF_MEMORY;
    }
    row->text[ROW_RULES] = keep(b, zet_text_of(zet_rules_text(rules)));
    if (wish->replays && row->valid)
        keep_replay(b, row, record, rules, scratch);
    zet_rules_free(rules);
    return true;
}

bool batch_add(struct batch *b, const zet_record *record, const struct batch_wish *wish,
               zet_output *scratch) {
    zet_text ending = {0}, document = zet_record_document(record);
    if (!reserve(b, &b->row, b->row_count, &b->row_cap, sizeof *b->row))
        return false;
    struct row *row = &b->row[b->row_count];
    *row = (struct row){.offset = zet_record_offset(record),
                        .line = zet_record_line(record),
                        .number = zet_record_number(record),
                        .length = document.length,
                        .content = batch_hash(document),
                        .plies = zet_record_plies(record),
                        .points = zet_record_points(record),
                        .claimed = number_of(zet_record_value(record, "points")),
                        .given = zet_record_given(record),
                        .unmarked = zet_record_is_unmarked(record),
                        .too_long = zet_record_is_too_long(record),
                        .broken = zet_record_is_broken(record),
                        .level = -1,
                        .result = (uint8_t)zet_record_result(record, &ending),
                        .valid = zet_record_is_valid(record),
                        .marked = document.length >= 3 && !memcmp(document.at, "---", 3),
                        .by_rules = zet_record_outcome(record).result != ZET_RESULT_OPEN};
    row->text[ROW_ENDING] = keep(b, ending);
    keep_header(b, row, record);
    keep_players(b, row, record);
    if (!row->valid)
        keep_fault(b, row, record, scratch);
    b->out_of_memory |= !keep_rules(b, row, record, wish, scratch);
    keep_line(b, row, record, wish);
    if (wish->query) {
        row->found = query_holds(wish->query, record->record, record->verdict, &row->ply);
        b->out_of_memory |= query_failed(wish->query);
    }
    b->row_count++;
    return !b->out_of_memory;
}

void batch_close_last(struct batch *b, uint64_t rest_end, uint64_t next) {
    struct row *last = b->row_count ? &b->row[b->row_count - 1] : NULL;
    if (last && last->too_long)
        last->length = next - last->offset;
    else if (last && rest_end > last->offset)
        last->length = rest_end - last->offset;
}

void batch_drop_last(struct batch *b) {
    b->row_count -= b->row_count > 0;
    while (b->reached_count && b->reached[b->reached_count - 1].game >= b->row_count)
        b->reached_count--;
    while (b->other_count && b->other[b->other_count - 1].game >= b->row_count)
        b->other_count--;
}
