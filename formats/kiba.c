/* HusBao as written by the programs KIBA and Hus by agsteiner, one game per line. */
#include "formats/guess.h"
#include "formats/lines.h"
#include "notation/base/value.h"

enum { FILES = 8, PITS = 16, PIECE_BYTES = 32 };

static bool is_separator(char c) { return c == ' ' || c == '\t' || c == ','; }
static bool is_front(cell pit) { return cell_rank(pit) == 1 || cell_rank(pit) == 2; }
static unsigned owner(cell pit) { return cell_rank(pit) / 2; }

/* The same pit from the other side. */
static cell turned(cell pit) { return cell_at(0, FILES - 1 - cell_file(pit), 3 - cell_rank(pit)); }

/* KIBA: the owner's holes 1 to 8 from the left, `A` the front row and `B` the back row, lower case
   for North; `>` sows to the owner's right, which is clockwise in the front row. */

static void write_kiba(struct writer *w, const struct move *m) {
    cell pit = m->cell[0], own = owner(pit) ? turned(pit) : pit;
    write_char(w, (char)((is_front(pit) ? 'A' : 'B') | (owner(pit) ? 0x20 : 0)));
    write_number(w, cell_file(own) + 1);
    write_char(w, (m->direction == '+') == is_front(pit) ? '>' : '<');
}

static bool is_kiba(struct text t) {
    return t.len == 3 && t.at[0] && strchr("ABab", t.at[0]) && t.at[1] >= '1' && t.at[1] <= '8' &&
           (t.at[2] == '>' || t.at[2] == '<');
}

/* Requires is_kiba. */
static cell read_kiba(struct text t, char *direction) {
    bool front = (t.at[0] | 0x20) == 'a';
    cell own = cell_at(0, (unsigned)(t.at[1] - '1'), front);
    *direction = (t.at[2] == '>') == front ? '+' : '-';
    return t.at[0] >= 'a' ? turned(own) : own;
}

/* agsteiner: holes 1 to 8 are the mover's back row from the left, 9 to 16 the front row from the
   right. */

static void write_agsteiner(struct writer *w, const struct move *m, bool sign) {
    cell pit = m->cell[0], own = owner(pit) ? turned(pit) : pit;
    write_number(w, is_front(pit) ? PITS - cell_file(own) : cell_file(own) + 1U);
    if (sign)
        write_char(w, m->direction);
}

/* *sign: `+`, `-`, or 0. */
static bool read_agsteiner(struct text t, unsigned mover, cell *pit, char *sign) {
    *sign = 0;
    if (t.len && (t.at[t.len - 1] == '+' || t.at[t.len - 1] == '-'))
        *sign = t.at[--t.len];
    uint32_t hole = text_number(t, PITS + 1);
    if (!text_is_number(t) || t.len > 2 || hole == 0 || hole > PITS)
        return false;
    *pit = hole <= FILES ? cell_at(0, hole - 1, 0) : cell_at(0, PITS - hole, 1);
    if (mover)
        *pit = turned(*pit);
    return true;
}

/* Translates the move `t` to the notation. Anything else is left for the notation to judge. */
static struct text translate(struct text t, unsigned mover, char room[PIECE_BYTES]) {
    cell pit;
    char direction;
    if (is_kiba(t))
        pit = read_kiba(t, &direction);
    else if (!read_agsteiner(t, mover, &pit, &direction))
        return t;
    struct writer w = {room, PIECE_BYTES, 0};
    write_char(&w, (char)('a' + cell_file(pit)));
    write_number(&w, cell_rank(pit) + 1);
    if (direction)
        write_char(&w, direction);
    return written(&w);
}

/* The length of the move number at the front; 0 if there is none. */
static size_t number_length(struct text t, uint32_t *number, bool *dots) {
    size_t digits = text_digits(t);
    if (digits == 0 || text_byte(t, digits) != '.')
        return 0;
    *number = text_number((struct text){t.at, digits}, UINT32_MAX);
    *dots = text_begins(text_after(t, digits), "...");
    return digits + (*dots ? 3 : 1);
}

/* The next word, perhaps with a number at its front; empty at the end. */
static struct text next_word(struct text *left) {
    size_t length = 0;
    while (left->len && is_separator(*left->at))
        *left = text_after(*left, 1);
    while (length < left->len && !is_separator(left->at[length]))
        length++;
    struct text word = {left->at, length};
    *left = text_after(*left, length);
    return word;
}

static void check_number(struct record *r, size_t at, uint32_t number, bool dots, uint32_t turn) {
    bool want_dots;
    uint32_t want = move_number(turn, false, &want_dots);
    if (number == want && dots == want_dots)
        return;
    struct finding *f = zi_report_add(r, FINDING_MOVE_NUMBER, PART_MOVES, at, NULL,
                                      record_text(r, "it is ", want, want_dots ? "..." : "."));
    if (f)
        f->ply = turn;
}

/* Splits the line into the moves of a sequence. */
static struct node *read_moves(struct record *r, struct text line, unsigned first) {
    size_t start = (size_t)(line.at - r->text.at);
    struct span whole = span_at(start, start + line.len, WRITTEN_DERIVED);
    struct node *moves = zi_record_collection(r, NODE_SEQUENCE, whole);
    struct text word;
    uint32_t turn = 1, number;
    bool dots;
    while (moves && !r->out_of_memory && (word = next_word(&line)).len) {
        size_t at = (size_t)(word.at - r->text.at), length = number_length(word, &number, &dots);
        if (length) {
            check_number(r, at, number, dots, turn);
            line = text_between(word.at + length, text_end(line));
            continue;
        }
        char room[PIECE_BYTES];
        struct text move = translate(word, (first + turn + 1) % 2, room);
        zi_node_add(moves, zi_record_scalar(r, move, span_at(at, at + word.len, WRITTEN_DERIVED)));
        turn++;
    }
    return moves;
}

static bool read_document(struct record *r, const struct document *document,
                          const struct format_options *said, unsigned attempt) {
    struct format_options options = *said;
    struct guess guess;
    options.game = zi_husbao_rules.name;
    bool other_game = said->game && strcmp(said->game, options.game) != 0;
    if (attempt && (other_game || !zi_line_is_text(document)))
        return false;
    if (!other_game && !zi_guess(&options, attempt, &guess))
        return false;
    if (!zi_line_begin(r, document))
        return true;
    if (other_game) {
        zi_record_stop(r, FINDING_FORMAT, 0, "this format holds only HusBao", NO_TEXT);
        return true;
    }
    struct text line = zi_line_body(document);
    struct node *root = zi_guess_record(r, &guess, &options, (size_t)(line.at - document->text.at));
    zi_record_put(r, root, "moves", read_moves(r, line, zi_ruleset_first(&guess.ruleset)));
    zi_record_take(r, root);
    return true;
}

static bool recognise_kiba(struct text head, bool *failed) {
    (void)failed;
    uint32_t number;
    bool dots;
    head.len = text_line_end(head, 0);
    struct text left = text_after(head, number_length(head, &number, &dots));
    return is_kiba(next_word(&left));
}

/* Adds the turn just played to the line. A turn lost as a penalty becomes a pass, so that the
   following moves keep their players. */
static void see(struct conversion *c, const struct move_reader *in, enum token token) {
    if (!is_main_turn(in, token) || in->verdict->rules != &zi_husbao_rules)
        return;
    char room[PIECE_BYTES];
    struct writer w = {room, sizeof room, 0};
    if (c->body->len)
        write_char(&w, ' ');
    if (in->turn % 2 == 1) {
        write_number(&w, (in->turn + 1) / 2);
        write_string(&w, ". ");
    }
    if (in->canonical.kind != MOVE_SOW)
        write_string(&w, "--");
    else if (c->to == &zi_format_kiba)
        write_kiba(&w, &in->canonical);
    else
        write_agsteiner(&w, &in->canonical, !in->verdict->ruleset.board.direction);
    buffer_text(c->body, written(&w));
    if (!in->agrees)
        zi_format_lose_token(in, "the annotation of the move");
}

static void write_document(struct conversion *c, struct buffer *out) {
    if (c->verdict->rules != &zi_husbao_rules)
        zi_format_refuse(c, "this format holds only HusBao");
    else if (c->body->len == 0)
        zi_format_refuse(c, "a record without moves cannot be written as a line of moves");
    buffer_add(out, buffered(c->body), "\n");
}

const struct format zi_format_kiba = {
    .name = "kiba",
    .about = "HusBao as KIBA writes it (A4>), one game per line",
    .recognise = recognise_kiba,
    .next = zi_line_next,
    .read = read_document,
    .keys = KEY_BIT(KEY_GAME) | KEY_BIT(KEY_MOVES),
    .see = see,
    .write = write_document,
};

const struct format zi_format_agsteiner = {
    .name = "agsteiner",
    .about = "HusBao by numbers of holes (12+), one game per line",
    .next = zi_line_next,
    .read = read_document,
    .keys = KEY_BIT(KEY_GAME) | KEY_BIT(KEY_MOVES),
    .see = see,
    .write = write_document,
};
