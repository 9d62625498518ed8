/* Converts a judged record to the lines of a trial. */
#include "formats/ludii.h"
#include "notation/base/value.h"

#include "formats/lines.h"
#include "validators/games/hops.h"
#include "validators/games/ruleset.h"
#include "validators/replay/move_reader.h"

static const char type_cell[] = "Cell", type_vertex[] = "Vertex";

/* The lines of moves go to `out`. Only this part grows with the record. */

static void begin_line(struct buffer *out, unsigned player, unsigned from, unsigned to) {
    buffer_add(out, "Move=[Move:mover=", player, ",from=", from, ",to=", to, ",actions=");
}

/* Adds a move without its closing bracket. */
static void add_move(struct buffer *out, const char *type, unsigned from, unsigned to) {
    buffer_add(out, "[Move:typeFrom=", type, ",from=", from, ",typeTo=", type, ",to=", to);
}

static void add_next_player(struct buffer *out, unsigned player) {
    buffer_add(out, ",[SetNextPlayer:player=", player, "]");
}

static void write_pass(struct buffer *out, unsigned player) {
    buffer_add(out, "Move=[Move:mover=", player, ",actions=[Pass:decision=true]]\n");
}

/* Whether Ludii allows the piece that hopped to `c` another hop: to a cell that it has not visited
   in this turn (its first cell counts as visited), and not out of its goal. */
static bool can_go_on(const struct setup *at, const struct ruleset *rs, unsigned side, cell c,
                      const bool visited[FILES_MAX * RANKS_MAX]) {
    bool home = rs->zone[c] & ZONE_GOAL << side;
    for (int df = -2; df <= 2; df += 2)
        for (int dr = -2; dr <= 2; dr += 2) {
            int file = (int)cell_file(c) + df, rank = (int)cell_rank(c) + dr;
            if (file < 0 || rank < 0 || file >= rs->board.files || rank >= rs->board.ranks)
                continue;
            cell to = cell_at(0, (unsigned)file, (unsigned)rank);
            bool leaves = home && !(rs->zone[to] & ZONE_GOAL << side);
            if (!visited[to] && !leaves && zi_ludii_can_hop(at, &rs->board, c, to))
                return true;
        }
    return false;
}

/* Writes one line per hop. If the piece could continue but does not, the player passes. */
static void write_walk(struct buffer *out, const struct ruleset *rs, struct setup *at,
                       const struct move *m, unsigned side) {
    unsigned player = ludii_player(rs->rules, side);
    bool visited[FILES_MAX * RANKS_MAX] = {false}, goes_on = false;
    visited[m->cell[0]] = true;
    for (unsigned i = 1; i < m->count; i++) {
        cell from = m->cell[i - 1], to = m->cell[i];
        bool hop = zi_ludii_can_hop(at, &rs->board, from, to);
        unsigned a = ludii_site(from, &rs->board), b = ludii_site(to, &rs->board);
        at->at[to] = at->at[from];
        at->at[from] = ZI_CELL_EMPTY;
        visited[to] = true;
        goes_on = i + 1 < m->count || (hop && can_go_on(at, rs, side, to, visited));
        begin_line(out, player, a, b);
        add_move(out, type_cell, a, b);
        buffer_string(out, ",decision=true]");
        if (goes_on)
            add_next_player(out, player);
        buffer_string(out, "]\n");
    }
    if (goes_on)
        write_pass(out, player);
}

static void write_stage(struct buffer *out, const struct ruleset *rs, cell from, char direction,
                        const struct stage *s, unsigned player, bool goes_on) {
    struct transfer all[TRANSFERS_MAX];
    unsigned site = ludii_site(from, &rs->board);
    unsigned count = zi_ludii_transfers(rs, from, direction, s, all);
    begin_line(out, player, site, site);
    buffer_add(out, "[Select:typeFrom=", type_vertex, ",from=", site, ",decision=true]");
    for (unsigned i = 0; i < count; i++) {
        buffer_char(out, ',');
        add_move(out, type_vertex, all[i].from, all[i].to);
        if (i >= s->hand)
            buffer_add(out, ",count=", all[i].stones);
        buffer_char(out, ']');
    }
    if (goes_on)
        add_next_player(out, player);
    if (goes_on && direction == '+')
        buffer_string(out, ",[SetPending:]"); /* how Ludii remembers the direction */
    buffer_string(out, "]\n");
}

/* Writes one line per stage. */
static void write_sowing(struct buffer *out, const struct ruleset *rs, struct setup *at,
                         const struct move *m, uint32_t stages, unsigned player) {
    cell from = m->cell[0];
    while (stages-- && out->len <= RECORD_BYTES_MAX) {
        struct stage s = rs->rules->sow_stage(rs, at, from, m->direction);
        write_stage(out, rs, from, m->direction, &s, player, s.goes_on && stages);
        from = s.last;
    }
}

static bool is_halma(const struct ruleset *rs) { return rs->rules == &zi_halma_rules; }
static bool is_husbao(const struct ruleset *rs) { return rs->rules == &zi_husbao_rules; }

/* The position that the record begins with. Requires that it has one. */
static void start_position(const struct conversion *c, struct setup *out) {
    union position start;
    zi_turns_first(&start, c->verdict, c->record);
    c->verdict->rules->describe(&start, out);
}

/* M10: whether it jumps over a cell that is not adjacent. */
static bool has_long_hop(const struct move *m) {
    for (unsigned i = 1; i < m->count; i++) {
        int df = (int)cell_file(m->cell[i]) - (int)cell_file(m->cell[i - 1]);
        int dr = (int)cell_rank(m->cell[i]) - (int)cell_rank(m->cell[i - 1]);
        if (df > 2 || df < -2 || dr > 2 || dr < -2)
            return true;
    }
    return false;
}

/* The state of `see` between two turns. */
struct ludii_writer {
    struct setup before; /* the position */
    bool started, too_long, long_hop;
};

static void write_turn(struct conversion *c, const struct move_reader *in, struct ludii_writer *w) {
    const struct ruleset *rs = &c->verdict->ruleset;
    const struct move *m = &in->canonical;
    unsigned side = w->before.turn, player = ludii_player(rs->rules, side);
    if (!in->agrees)
        zi_format_lose_token(in, "the annotation of the move");
    if (m->kind == MOVE_WALK && has_long_hop(m))
        w->long_hop = true;
    else if (m->kind == MOVE_WALK)
        write_walk(c->body, rs, &w->before, m, side);
    else if (m->kind != MOVE_SOW)
        write_pass(c->body, player);
    else if (in->effect.stages)
        write_sowing(c->body, rs, &w->before, m, in->effect.stages, player);
    else
        zi_format_lose_token(in, "an endless sowing");
}

static void see(struct conversion *c, const struct move_reader *in, enum token token) {
    struct ludii_writer *w = c->state;
    const struct ruleset *rs = &in->verdict->ruleset;
    bool played = token == TOKEN_MOVE && in->played && in->part == PART_MOVES && in->depth == 0;
    if (!played || w->too_long || w->long_hop || (!is_halma(rs) && !is_husbao(rs)))
        return;
    if (!w->started)
        start_position(c, &w->before);
    w->started = true;
    if (is_main_turn(in, token))
        write_turn(c, in, w);
    w->too_long = c->body->len > RECORD_BYTES_MAX;
    rs->rules->describe(&in->branches->replay.position, &w->before);
}

/* The parts before and after the moves. */

static void write_game(struct buffer *out, const struct ruleset *rs) {
    static const char *const husbao[] = {"HusBao", "HusBaoBis", "HusBaoFront"};
    static const char *const halma[] = {"Halma8", "Halma10", "board/race/fill/Halma"};
    bool large = is_halma(rs) && rs->board.files == FILES_MAX; /* Ludii's own */
    buffer_add(out, "game=/lud/", (is_halma(rs) ? halma : husbao)[rs->variant],
               ".lud\nSTART GAME OPTIONS\n", large ? "Board Size/16x16\n" : "",
               "END GAME OPTIONS\nRNG internal state=0,0,0,0,0,0,0,0\n");
}

/* One line of the set-up: `count` stones of a player, or one piece. */
static void write_placing(struct buffer *out, unsigned site, unsigned what, unsigned count) {
    begin_line(out, 0, site, site);
    buffer_add(out, count ? "[SetCount:type=" : "[Add:type=", count ? type_vertex : type_cell,
               ",to=", site, ",what=", what);
    if (count)
        buffer_add(out, ",count=", count);
    buffer_string(out, "]]\n");
}

/* Returns false if the board is empty. */
static bool write_setup(struct buffer *out, const struct ruleset *rs, const struct setup *at) {
    unsigned sites = rs->board.files * rs->board.ranks;
    size_t before = out->len;
    for (unsigned player = 1; player <= (is_halma(rs) ? 2 : 1); player++)
        for (unsigned site = 0; site < sites; site++) {
            uint8_t held = at->at[ludii_cell(site, &rs->board)];
            uint8_t piece = player == 1 ? ZI_CELL_WHITE : ZI_CELL_BLACK;
            if (held && (!is_halma(rs) || held == piece))
                write_placing(out, site, player, is_halma(rs) ? 0 : held);
        }
    return out->len > before;
}

/* The winner; 0: a draw; -1: the game is open. */
static int winner_of(const struct conversion *c) {
    const struct field *f = &c->record->field[KEY_RESULT];
    const struct rules *rules = c->verdict->rules;
    struct text result = f->state == FIELD_GIVEN ? f->text : text_of(zi_verdict_result(c->verdict));
    for (unsigned side = 0; side < 2; side++)
        if (text_is(result, rules->sides[side]))
            return (int)ludii_player(rules, side);
    return text_is(result, "draw") ? 0 : -1;
}

static void write_end(struct buffer *out, int winner) {
    if (winner >= 0)
        buffer_add(out, "winner=", (unsigned)winner, "\n");
    buffer_add(out, "rankings=", zi_ludii_rankings(winner),
               "\nSANDBOX=false\nLUDII_VERSION=1.0.8\n");
}

/* Losses and refusals. */

static bool is_absent(const struct conversion *c, enum key key) {
    return c->record->field[key].state == FIELD_ABSENT;
}

static void lose(struct conversion *c, enum key key, const char *what) {
    zi_format_lose_key(c, is_absent(c, key) ? KEY_GAME : key, what);
}

static void check_rules(struct conversion *c) {
    struct record *r = c->record;
    bool drops = ludii_drops_evacuation(&c->verdict->ruleset), dropped = false;
    for (size_t i = 0; i < r->rules.count; i++) {
        const struct entry *e = &r->rules.at[i];
        bool held = drops && text_is(e->name, "evacuation") && text_is(e->value.text, "0");
        dropped |= held;
        if (!held)
            zi_format_loss(r, PART_HEADER, zi_record_byte(r, e->value.key.start),
                           "an option of the rules");
    }
    if (drops && !dropped)
        lose(c, KEY_RULES, "the limit of moves for leaving the yard (M7)");
    else if (!r->rules.count && !is_absent(c, KEY_RULES))
        lose(c, KEY_RULES, "rules");
}

static void check_result(struct conversion *c, int winner) {
    const struct field *how = &c->record->field[KEY_TERMINATION];
    const char *right = winner < 0 ? "unfinished"
                        : winner   ? "rules"
                                   : zi_ludii_draw(&c->verdict->ruleset);
    if (c->record->field[KEY_RESULT].state != FIELD_GIVEN)
        lose(c, KEY_RESULT, "the absence of a result");
    if (how->state != FIELD_GIVEN)
        lose(c, KEY_TERMINATION, "the absence of a termination");
    else if (!text_is(how->text, right))
        lose(c, KEY_TERMINATION, "termination");
}

static void check_header(struct conversion *c, const struct setup *start, int winner) {
    const struct ruleset *rs = &c->verdict->ruleset;
    union position usual;
    struct setup at;
    char room[SETUP_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    if (is_husbao(rs) && !rs->variant && !is_absent(c, KEY_VARIANT))
        lose(c, KEY_VARIANT, "variant");
    check_rules(c);
    check_result(c, winner);
    if (is_absent(c, KEY_POSITION))
        return;
    rs->rules->start(&usual, rs, NULL);
    rs->rules->describe(&usual, &at);
    rs->rules->notation->write_setup(&w, &rs->board, start);
    if (!memcmp(at.at, start->at, sizeof at.at) ||
        !text_same(written(&w), c->record->field[KEY_POSITION].text))
        lose(c, KEY_POSITION, "position");
}

/* Why a record with that start position cannot be a trial, or NULL. */
static const char *unfit(const struct conversion *c, const struct setup *start) {
    const struct ludii_writer *w = c->state;
    const struct ruleset *rs = &c->verdict->ruleset;
    if (w->long_hop)
        return "a long hop (hops: long) cannot be written: in Ludii's Halma a piece hops over an "
               "adjacent piece only";
    if (is_halma(rs) && zi_ludii_has_own_camps(start, &rs->board))
        return "this position is the start of Ludii's own Halma on this board, which has camps of "
               "8 men and ends when they are filled";
    return NULL;
}

static void write_ludii(struct conversion *c, struct buffer *out) {
    const struct ruleset *rs = &c->verdict->ruleset;
    const struct ludii_writer *w = c->state;
    struct setup start;
    if (!c->verdict->rules || (!is_halma(rs) && !is_husbao(rs)))
        zi_format_refuse(c, "this format holds only Halma and HusBao");
    else if (!c->verdict->positioned)
        zi_format_refuse(c, "a trial cannot be written because the position is not known");
    if (c->refused)
        return;
    start_position(c, &start);
    if (start.turn != ludii_side(rs->rules, 1)) {
        zi_format_refuse(c, "in Ludii, White moves first in Halma and A in HusBao");
        return;
    }
    const char *why = unfit(c, &start);
    if (why)
        zi_format_refuse(c, why);
    int winner = winner_of(c);
    size_t before = out->len;
    check_header(c, &start, winner);
    write_game(out, rs);
    if (!write_setup(out, rs, &start))
        zi_format_refuse(c, "a trial needs a set-up, but this board is empty");
    buffer_text(out, buffered(c->body));
    write_end(out, winner);
    if (w->too_long || out->len - before > RECORD_BYTES_MAX)
        zi_format_refuse(c, "the trial would be longer than 1 MiB");
}

/* The format. */

static bool begins_trial(struct text line) {
    size_t mark = text_mark(line);
    return line.len >= mark + 5 && memcmp(line.at + mark, "game=", 5) == 0;
}

static bool recognise(struct text head, bool *failed) {
    (void)failed;
    return begins_trial(head);
}

/* Drops the rest of an overlong trial, of which `length` bytes were read. */
static void drop_long(struct source *s, size_t length, struct document *out) {
    do {
        zi_line_drop(s, length, out);
        length = zi_line_end(s, 0);
    } while (length && !begins_trial((struct text){source_ahead(s).at, length}));
}

/* A trial ends before the next line that begins one. */
static bool next(struct source *s, struct document *out) {
    size_t length = 0, end;
    bool filled = false;
    *out = (struct document){0};
    while ((end = zi_line_end(s, length)) > length) {
        struct text line = {source_ahead(s).at + length, end - length};
        if (filled && begins_trial(line))
            break;
        filled |= text_trimmed(line, BLANK_MARKS).len > 0;
        length = end;
        if (length > RECORD_BYTES_MAX) {
            drop_long(s, length, out);
            return true;
        }
    }
    *out = zi_source_take(s, length);
    return filled;
}

const struct format zi_format_ludii = {
    .name = "ludii",
    .about = "trials of Ludii (.trl): Halma and HusBao",
    .recognise = recognise,
    .next = next,
    .read = zi_ludii_read,
    .keys = KEY_BIT(KEY_GAME) | KEY_BIT(KEY_VARIANT) | KEY_BIT(KEY_RULES) | KEY_BIT(KEY_RESULT) |
            KEY_BIT(KEY_TERMINATION) | KEY_BIT(KEY_POSITION) | KEY_BIT(KEY_MOVES),
    .state_size = sizeof(struct ludii_writer),
    .see = see,
    .write = write_ludii,
};
