#include "tournaments/trf.h"

#include <stdlib.h>
#include <strings.h>

#include "formats/utf16.h"
#include "notation/base/list.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"

enum { ROUNDS_MAX = 1000, TEXT_BYTES_MAX = 1 << 20, CODES_NAMED_MAX = 20 };

/* A round of a player, as in the file. */
struct slot {
    uint32_t opponent; /* number; 0: none */
    char color, result;
};

struct line_player {
    struct text name, id, line; /* the id is needed if it has another's name */
    uint32_t number, line_number;
    size_t slot, rounds; /* its first slot, and the number of slots */
};

struct trf {
    struct tournament *t;
    struct record *r;
    struct node *root, *players, *tie_breaks;
    struct line_player *player;
    size_t count, cap;
    struct slot *slot;
    size_t slot_count, slot_cap;
    uint32_t by_number[TRF_PLAYERS_MAX + 2]; /* index + 1 */
    struct text dates;                       /* the line with the dates of the rounds */
    struct text worth[SCORING_VALUES];       /* in the names of scoring */
    bool scored, robin, teams;
    struct map unread;                     /* codes of lines */
    size_t unknown;                        /* tie-breaks */
    uint32_t line, strange, strange_count; /* lines without a code: the first, and their number */
    struct absence *absence;               /* lines 240 and XXZ */
    size_t absences, absence_cap;
    int64_t *adjustment; /* by number of a player: line 299 */
};

/* A bye of a round that is not in the player's own line. */
struct absence {
    uint32_t round, number; /* round 0: the one to come */
    char result;
};

/* Lines. */

/* Takes the first line off a text. A line ends with CR, LF or both. */
static struct text next_line(struct text *rest) {
    struct text line = {rest->at, text_line_end(*rest, 0)};
    size_t next = text_next_line(*rest, 0);
    *rest = text_after(*rest, next);
    return line;
}

static bool has_code(struct text line) {
    bool code = line.len >= 3 && (line.len == 3 || line.at[3] == ' ');
    for (size_t i = 0; code && i < 3; i++)
        code = is_digit(line.at[i]) || (line.at[i] >= 'A' && line.at[i] <= 'Z');
    return code;
}

static struct text without_mark(struct text text) {
    return (struct text){text.at + text_mark(text), text.len - text_mark(text)};
}

bool zi_trf_is(struct text text) {
    struct text rest = without_mark(text);
    while (rest.len) {
        struct text line = next_line(&rest);
        if (line.len && *line.at != '#')
            return has_code(line);
    }
    return false;
}

/* The rest after this many characters. */
static struct text skip(struct text t, size_t characters) {
    size_t i = 0;
    for (; characters && i < t.len; characters--) {
        i++;
        while (i < t.len && is_continuation(t.at[i]))
            i++;
    }
    return text_after(t, i);
}

/* Columns of a line, from 1, without the blanks at both ends. */
static struct text columns(struct text line, size_t from, size_t end) {
    struct text left = skip(line, from - 1), after = skip(left, end - from + 1);
    return text_trimmed((struct text){left.at, left.len - after.len}, BLANK_MARKS);
}

/* The tree. */

#define fault(f, ...) tournament_fault((f)->t, (f)->line, __VA_ARGS__)
#define quoted tournament_quoted

static struct node *scalar(struct trf *f, struct text text) {
    return zi_record_scalar(f->r, text, span_at(f->line, f->line, WRITTEN_DERIVED));
}

static struct node *collection(struct trf *f, enum node_kind kind) {
    return zi_record_collection(f->r, kind, span_at(f->line, f->line, WRITTEN_DERIVED));
}

static void put(struct trf *f, struct node *mapping, const char *key, struct text text) {
    if (text.len)
        zi_record_put(f->r, mapping, key, scalar(f, text));
}

/* If a line is repeated, the first applies. */
static void put_once(struct trf *f, const char *key, struct text text) {
    if (!zi_node_get(f->root, key))
        put(f, f->root, key, text);
}

/* `2026/03/21` and `26/03/21` as `2026-03-21`. */
static struct text date_of(struct trf *f, struct text t) {
    char room[10];
    struct writer w = {room, sizeof room, 0};
    if (t.len != 10 && t.len != 8)
        return t;
    for (size_t i = 0; i < t.len; i++)
        if (i + 6 == t.len || i + 3 == t.len ? t.at[i] != '/' : !is_digit(t.at[i]))
            return t;
    write_string(&w, t.len == 8 ? "20" : "");
    for (size_t i = 0; i < t.len; i++)
        write_char(&w, t.at[i] == '/' ? '-' : t.at[i]);
    return zi_record_keep(f->r, written(&w));
}

/* Whether the text has the word, in any case. */
static bool has_word(struct text t, const char *word) {
    size_t length = strlen(word), i = 0;
    while (i + length <= t.len && strncasecmp(t.at + i, word, length))
        i++;
    return i + length <= t.len;
}

static void read_system(struct trf *f, struct text type) {
    bool swiss = has_word(type, "swiss"), twice = has_word(type, "double");
    bool robin = !swiss && (has_word(type, "robin") || has_word(type, "berger"));
    enum system system = robin ? twice ? SYSTEM_DOUBLE_ROUND_ROBIN : SYSTEM_ROUND_ROBIN
                         : has_word(type, "knockout") ? SYSTEM_KNOCKOUT
                         : has_word(type, "free")     ? SYSTEM_FREE
                                                      : SYSTEM_SWISS;
    f->robin |= robin && !zi_node_get(f->root, "system");
    put_once(f, "system", text_of(zi_systems[system]));
}

/* Refuses a tournament of teams once. */
static void refuse_teams(struct trf *f, struct text code) {
    if (!f->teams)
        fault(f, "this is a tournament of teams (line ", code,
              "), and zet ranks single players only: it makes no table");
    f->teams = true;
}

/* Scoring. */

static void set_worth(struct trf *f, unsigned values, struct text worth) {
    for (unsigned i = 0; i < SCORING_VALUES; i++)
        if (values & 1U << i)
            f->worth[i] = worth;
}

/* Sets the default values. */
static void begin_scoring(struct trf *f) {
    if (f->scored)
        return;
    f->scored = true;
    for (unsigned i = 0; i < SCORING_VALUES; i++)
        f->worth[i] = zi_scoring_default.worth[i] == SCORE_ONE ? TEXT("1")
                      : zi_scoring_default.worth[i]            ? TEXT("0.5")
                                                               : TEXT("0");
}

#define BIT(value) (1U << (value))
#define ALL_WINS (BIT(WIN) | BIT(FORFEIT_WIN) | BIT(BYE))
#define ALL_ABSENT (BIT(FORFEIT_LOSS) | BIT(DOUBLE_FORFEIT) | BIT(ZERO_BYE))

const struct trf_worth zi_trf_worths[] = {
    {"W", ALL_WINS, WIN, TRF_LINE_162},
    {"D", BIT(DRAW) | BIT(HALF_BYE), DRAW, TRF_LINE_162},
    {"L", BIT(LOSS), LOSS, TRF_LINE_162},
    {"P", BIT(BYE), BYE, TRF_LINE_162},
    {"A", ALL_ABSENT, ZERO_BYE, TRF_LINE_162},
    {"Z", ALL_ABSENT, ZERO_BYE, TRF_LINE_NONE},
    {"X", 0, WIN, TRF_LINE_NONE},
    {"+", BIT(FORFEIT_WIN), FORFEIT_WIN, TRF_LINE_NONE},
    {"-", BIT(FORFEIT_LOSS) | BIT(DOUBLE_FORFEIT), FORFEIT_LOSS, TRF_LINE_NONE},
    {"WW", BIT(WIN), WIN, TRF_LINE_XXS},
    {"BW", BIT(WIN), WIN, TRF_LINE_XXS},
    {"WD", BIT(DRAW), DRAW, TRF_LINE_XXS},
    {"BD", BIT(DRAW), DRAW, TRF_LINE_XXS},
    {"WL", BIT(LOSS), LOSS, TRF_LINE_XXS},
    {"BL", BIT(LOSS), LOSS, TRF_LINE_XXS},
    {"FW", BIT(FORFEIT_WIN), FORFEIT_WIN, TRF_LINE_XXS},
    {"FL", BIT(FORFEIT_LOSS) | BIT(DOUBLE_FORFEIT), FORFEIT_LOSS, TRF_LINE_XXS},
    {"PAB", BIT(BYE), BYE, TRF_LINE_XXS},
    {"FPB", 0, WIN, TRF_LINE_XXS},
    {"HPB", BIT(HALF_BYE), HALF_BYE, TRF_LINE_XXS},
    {"ZPB", BIT(ZERO_BYE), ZERO_BYE, TRF_LINE_XXS},
    {"BBW", ALL_WINS, WIN, TRF_LINE_NONE},
    {"BBD", BIT(DRAW) | BIT(HALF_BYE), DRAW, TRF_LINE_NONE},
    {"BBL", BIT(LOSS), LOSS, TRF_LINE_NONE},
    {"BBZ", BIT(ZERO_BYE), ZERO_BYE, TRF_LINE_NONE},
    {"BBF", BIT(FORFEIT_LOSS) | BIT(DOUBLE_FORFEIT), FORFEIT_LOSS, TRF_LINE_NONE},
    {"BBU", BIT(BYE), BYE, TRF_LINE_NONE},
    {0}};

/* Reads a code and its value. Returns false if there is no such code. */
static bool read_worth(struct trf *f, struct text code, struct text worth) {
    const struct trf_worth *row = zi_trf_worths;
    int64_t parts;
    while (row->code && !text_is(code, row->code))
        row++;
    if (!row->code)
        return false;
    begin_scoring(f);
    if (zi_score_read(worth, &parts))
        set_worth(f, row->values, worth);
    else
        fault(f, quoted(worth), " is not a number of points");
    return true;
}

/* `162  W 3.0    D 1.0`: codes in columns 6, 15, ... */
static void read_162(struct trf *f, struct text line) {
    for (struct text at = skip(line, 5); text_trimmed(at, BLANK_MARKS).len; at = skip(at, 9))
        if (!read_worth(f, columns(at, 1, 1), columns(at, 2, 5)))
            fault(f, quoted(columns(at, 1, 5)), " is not a result that this line can have");
}

/* Removes the text up to a blank or the separator from *rest, together with that character. */
static struct text next_word(struct text *rest, char separator) {
    size_t n = 0;
    while (n < rest->len && rest->at[n] != separator && !is_blank(rest->at[n]))
        n++;
    struct text word = {rest->at, n};
    n += n < rest->len;
    *rest = text_after(*rest, n);
    return word;
}

/* `XXS W=3 D=1`. In JaVaFo `W` is not a bye. */
static void read_xxs(struct trf *f, struct text line) {
    for (struct text rest = skip(line, 3); rest.len;) {
        struct text item = next_word(&rest, ' '), worth = item;
        struct text code = text_next_part(&worth, '=');
        if (!item.len)
            continue;
        begin_scoring(f);
        struct text bye = f->worth[BYE];
        if (!read_worth(f, code, worth))
            fault(f, quoted(item), " is not a result that this line can have");
        if (text_is(code, "W"))
            f->worth[BYE] = bye;
    }
}

/* The number of a player; 0 if it is none. */
static uint32_t player_number(struct text t) {
    return text_is_number(t) ? text_number(t, TRF_PLAYERS_MAX) : 0;
}

/* `299 T MMMM  GGGG  RRR IIII IIII`: points of players beside their results, or what a result is
   worth to everybody. */
static void read_299(struct trf *f, struct text line) {
    struct text kind = columns(line, 5, 5), worth = columns(line, 14, 17);
    struct text at = skip(line, 23);
    int64_t parts;
    if (!zi_score_read(worth, &parts)) {
        fault(f, quoted(worth), " is not a number of points (columns 14 to 17)");
    } else if (!text_trimmed(at, BLANK_MARKS).len) {
        if (!read_worth(f, kind, worth))
            fault(f, "there are no players in columns 24 to 27 and so on");
    } else if (kind.len) {
        fault(f, "points that some players get for a result of their own are not read");
    }
    for (; !kind.len && text_trimmed(at, BLANK_MARKS).len; at = skip(at, 5)) {
        uint32_t number = player_number(columns(at, 1, 4));
        f->adjustment[number] += parts;
    }
}

/* The byes of a line 240, of that round and kind, or the absent players of a line XXZ. */
static void read_absences(struct trf *f, struct text rest, uint32_t round, char result) {
    while (rest.len) {
        struct text number = next_word(&rest, ' ');
        struct absence *a =
            number.len ? zi_list_add(&f->absence, &f->absence_cap, &f->absences, sizeof *a) : NULL;
        f->t->failed |= number.len && !a;
        if (a)
            *a = (struct absence){round, player_number(number), result};
    }
}

static void write_scoring(struct trf *f) {
    struct node *scoring = f->scored ? collection(f, NODE_MAPPING) : NULL;
    for (unsigned i = 0; scoring && i < SCORING_VALUES; i++)
        put(f, scoring, zi_scoring_names[i], f->worth[i]);
    zi_record_put(f->r, f->root, "scoring", scoring);
}

/* `202 BH/C1,BH,SB` */
static void read_tie_breaks(struct trf *f, struct text list) {
    while (list.len) {
        struct text code = next_word(&list, ',');
        const struct column *tie = &zi_columns[COLUMN_TIE], *end = tie + TIE_BREAKS;
        while (tie < end && !(tie->code && text_is(code, tie->code)))
            tie++;
        if (tie < end) {
            f->tie_breaks = f->tie_breaks ? f->tie_breaks : collection(f, NODE_SEQUENCE);
            zi_node_add(f->tie_breaks, scalar(f, text_of(tie->name)));
        } else if (code.len && !text_is(code, "PTS") && ++f->unknown <= CODES_NAMED_MAX) {
            buffer_place(&f->t->errors, f->t->file, f->line, "warning");
            buffer_add(&f->t->errors, "the tie-break `", value_line(code, 20),
                       "` is not known here; it is omitted\n");
        }
    }
}

/* Players. */

static bool add_slot(struct trf *f, struct slot slot) {
    struct slot *to = zi_list_add(&f->slot, &f->slot_cap, &f->slot_count, sizeof slot);
    f->t->failed |= !to;
    if (to)
        *to = slot;
    return to;
}

/* The rounds of a player. Text in wrong columns is an error, once per line. */
static void read_slots(struct trf *f, struct line_player *p) {
    static const char results[] = "10=+-WDLHFUZ ";
    struct text at = skip(p->line, TRF_ROUND_COLUMN - 1);
    bool told = false;
    for (; text_trimmed(at, BLANK_MARKS).len && p->rounds <= ROUNDS_MAX; p->rounds++) {
        struct text number = columns(at, 1, 4), color = columns(at, 6, 6);
        struct text result = columns(at, 8, 8);
        struct slot slot = {.opponent = text_number(number, TRF_PLAYERS_MAX),
                            .color = color.len ? (char)(*color.at | 0x20) : '-',
                            .result = result.len ? *result.at : ' '};
        if (slot.result >= 'a' && slot.result <= 'z')
            slot.result &= ~0x20;
        bool fits = (!number.len || text_is_number(number)) && strchr("wb-", slot.color) &&
                    slot.result && strchr(results, slot.result) && !columns(at, 5, 5).len &&
                    !columns(at, 7, 7).len && !columns(at, 9, 10).len && p->rounds < ROUNDS_MAX;
        if (!fits && !told)
            fault(f, quoted(columns(at, 1, 10)),
                  " is not a round of a player; rounds are in columns 92 to 99, 102 to 109 and so "
                  "on");
        told |= !fits;
        if (!add_slot(f, fits ? slot : (struct slot){0, '-', ' '}))
            return;
        at = skip(at, TRF_ROUND_COLUMNS);
    }
}

static void read_player(struct trf *f, struct text line) {
    struct text number = columns(line, 5, 8);
    uint32_t n = player_number(number);
    f->t->failed |= !zi_list_reserve(&f->player, &f->cap, f->count + 1, sizeof *f->player);
    if (f->t->failed)
        return;
    if (!n || f->by_number[n]) {
        fault(f, "the number ", quoted(number),
              n ? " is another player's too" : " is not from 1 to 9999");
        return;
    }
    struct line_player *p = &f->player[f->count++];
    *p = (struct line_player){.name = columns(line, 15, 47),
                              .line = line,
                              .number = n,
                              .line_number = f->line,
                              .slot = f->slot_count};
    f->by_number[n] = (uint32_t)f->count;
    read_slots(f, p);
}

static void write_player(struct trf *f, struct line_player *p, bool is_namesake) {
    struct node *player = collection(f, NODE_MAPPING);
    struct text line = p->line, fide = columns(line, 58, 68), rating = columns(line, 49, 52);
    p->id = text_is_number(fide) && !text_is(fide, "0") ? fide : NO_TEXT;
    if (!p->id.len && is_namesake)
        p->id = columns(line, 5, 8);
    put(f, player, "id", p->id);
    put(f, player, "name", p->name);
    put(f, player, "rating", text_is(rating, "0") ? NO_TEXT : rating);
    put(f, player, "title", columns(line, 11, 13));
    put(f, player, "country", columns(line, 54, 56));
    put(f, player, "sex", columns(line, 10, 10));
    put(f, player, "born", date_of(f, columns(line, 70, 79)));
    if (f->adjustment[p->number]) {
        struct buffer b = {0};
        buffer_add(&b, value_decimal(f->adjustment[p->number], 4));
        put(f, player, "adjustment", zi_record_keep(f->r, buffered(&b)));
        f->t->failed |= b.failed;
        zi_buffer_free(&b);
    }
    zi_node_add(f->players, player);
}

static int by_number(const void *a, const void *b) {
    const struct line_player *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Writes the players in the order of their numbers. */
static void write_players(struct trf *f) {
    struct names_owned names = {0};
    if (f->count)
        qsort(f->player, f->count, sizeof *f->player, by_number);
    for (size_t i = 0; i < f->count; i++) {
        f->by_number[f->player[i].number] = (uint32_t)i + 1;
        f->t->failed |= !zi_names_own(&names, f->player[i].name, (uint32_t)i);
    }
    for (size_t i = 0; i < f->count && !f->t->failed; i++) {
        struct line_player *p = &f->player[i];
        f->line = p->line_number;
        write_player(f, p, zi_names_owner(&names, p->name) == NAMES_SEVERAL);
    }
    zi_names_owned_free(&names);
    f->t->claimed = zi_list_zeroed(f->count, sizeof *f->t->claimed);
    f->t->failed |= !f->t->claimed;
    for (size_t i = 0; f->t->claimed && i < f->count; i++)
        f->t->claimed[i] = columns(f->player[i].line, 81, 84);
    f->line = 1;
    for (uint32_t n = 0; n <= TRF_PLAYERS_MAX; n++)
        if (f->adjustment[n] && !f->by_number[n])
            fault(f, "line 299 gives points to the number ", n, ", which no player has");
}

/* The id or the name of a player. */
static struct text called(const struct line_player *p) { return p->id.len ? p->id : p->name; }

/* Rounds. */

static const struct slot *slot_of(const struct trf *f, const struct line_player *p, size_t round) {
    static const struct slot nothing = {0, '-', ' '};
    return round < p->rounds ? &f->slot[p->slot + round] : &nothing;
}

/* Writes the result of a game from both players' results; `+` and `-` are forfeits. */
static bool write_result(struct trf *f, struct node *pairing, char first, char second) {
    static const struct {
        const char *results, *key, *word;
    } ends[] = {{"10", "result", "first"},  {"01", "result", "second"}, {"==", "result", "draw"},
                {"WL", "result", "first"},  {"LW", "result", "second"}, {"DD", "result", "draw"},
                {"00", "result", "0-0"},    {"LL", "result", "0-0"},    {"+-", "forfeit", "second"},
                {"-+", "forfeit", "first"}, {"--", "forfeit", "both"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends[i].results[0] == first && ends[i].results[1] == second) {
            put(f, pairing, ends[i].key, text_of(ends[i].word));
            return true;
        }
    return false;
}

static void fault_of_round(struct trf *f, const struct line_player *p, size_t round,
                           const char *after) {
    fault(f, "round ", round + 1, " of ", quoted(p->name), after);
}

/* Writes a game once, for the player who moves first. */
static void write_game(struct trf *f, struct node *pairings, size_t index, size_t round) {
    const struct line_player *p = &f->player[index];
    const struct slot *s = slot_of(f, p, round);
    uint32_t other = f->by_number[s->opponent];
    const struct line_player *q = other ? &f->player[other - 1] : NULL;
    const struct slot *o = q ? slot_of(f, q, round) : NULL;
    f->line = p->line_number;
    if (!q || q == p || o->opponent != p->number || (s->color == o->color && s->color != '-')) {
        fault_of_round(f, p, round, " does not agree with the line of the opponent");
        return;
    }
    bool first = s->color == 'w' || o->color == 'b' || (s->color == o->color && p < q);
    if (!first)
        return;
    bool open = s->result == ' ' && o->result == ' ';
    struct node *pairing = collection(f, open ? NODE_SEQUENCE : NODE_MAPPING);
    if (open) {
        zi_node_add(pairing, scalar(f, called(p)));
        zi_node_add(pairing, scalar(f, called(q)));
    } else {
        put(f, pairing, "first", called(p));
        put(f, pairing, "second", called(q));
        if (!write_result(f, pairing, s->result, o->result))
            fault_of_round(f, p, round, " has a result that does not agree with the opponent's");
    }
    zi_node_add(pairings, pairing);
}

/* Writes a bye. In a round robin a rest scores nothing, as a full bye does. */
static void write_bye(struct trf *f, struct node *byes, const struct line_player *p,
                      const struct slot *s) {
    bool half = s->result == 'H' || s->result == '=' || s->result == 'D';
    bool full = strchr("FU+1W", s->result) || (f->robin && !half);
    f->line = p->line_number;
    if (s->result == ' ')
        return;
    if (full) {
        zi_node_add(byes, scalar(f, called(p)));
        return;
    }
    struct node *bye = collection(f, NODE_MAPPING);
    put(f, bye, "player", called(p));
    put(f, bye, "bye", half ? TEXT("half") : TEXT("zero"));
    zi_node_add(byes, bye);
}

static void write_round(struct trf *f, struct node *rounds, size_t round) {
    struct node *mapping = collection(f, NODE_MAPPING);
    struct node *pairings = collection(f, NODE_SEQUENCE), *byes = collection(f, NODE_SEQUENCE);
    size_t column = TRF_ROUND_COLUMN + round * TRF_ROUND_COLUMNS;
    put(f, mapping, "date", date_of(f, columns(f->dates, column, column + 7)));
    zi_record_put(f->r, mapping, "pairings", pairings);
    for (size_t i = 0; i < f->count; i++) {
        const struct slot *s = slot_of(f, &f->player[i], round);
        if (s->opponent)
            write_game(f, pairings, i, round);
        else
            write_bye(f, byes, &f->player[i], s);
    }
    for (size_t i = 0; i < f->absences; i++) {
        const struct absence *a = &f->absence[i];
        const struct line_player *p = a->round == round + 1 && f->by_number[a->number]
                                          ? &f->player[f->by_number[a->number] - 1]
                                          : NULL;
        const struct slot *own = p ? slot_of(f, p, round) : NULL;
        if (own && !own->opponent && own->result == ' ')
            write_bye(f, byes, p, &(struct slot){0, '-', a->result});
    }
    zi_record_put(f->r, mapping, "byes", byes);
    zi_node_add(rounds, mapping);
}

static void write_rounds(struct trf *f) {
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        count = f->player[i].rounds > count ? f->player[i].rounds : count;
    size_t next = count + 1;
    for (size_t i = 0; i < f->absences; i++) {
        f->absence[i].round = f->absence[i].round ? f->absence[i].round : (uint32_t)next;
        count = f->absence[i].round > count ? f->absence[i].round : count;
    }
    struct node *rounds = collection(f, NODE_SEQUENCE);
    for (size_t round = 0; round < count && rounds; round++)
        write_round(f, rounds, round);
    zi_record_put(f->r, f->root, "rounds", rounds);
}

/* The whole file. */

static void read_line(struct trf *f, struct text line) {
    static const char *const silent[] = {"052", "062", "072", "152", "XXC", "182", "DDD", NULL};
    static const char *const teams[] = {"013", "300", "310", "320", "330",
                                        "352", "362", "801", "802", NULL};
    static const struct {
        const char *code, *key;
    } keys[] = {{"012", "tournament"},
                {"022", "site"},
                {"042", "date"},
                {"142", "number-of-rounds"},
                {"XXR", "number-of-rounds"}};
    struct text code = {line.at, 3}, value = text_trimmed(skip(line, 3), BLANK_MARKS);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (text_is(code, keys[i].code)) {
            put_once(f, keys[i].key, i == 2 ? date_of(f, value) : value);
            return;
        }
    if (text_is(code, "001"))
        read_player(f, line);
    else if (text_is_one_of(code, teams) || (text_is(code, "192") && has_word(value, "team")))
        refuse_teams(f, code);
    else if (text_is(code, "240"))
        read_absences(f, skip(line, 9), text_number(columns(line, 7, 9), ROUNDS_MAX),
                      columns(line, 5, 5).len ? *columns(line, 5, 5).at : 'Z');
    else if (text_is(code, "XXZ"))
        read_absences(f, value, 0, 'Z');
    else if (text_is(code, "299"))
        read_299(f, line);
    else if (text_is(code, "092") || text_is(code, "192"))
        read_system(f, value);
    else if (text_is(code, "132"))
        f->dates = line;
    else if (text_is(code, "162"))
        read_162(f, line);
    else if (text_is(code, "XXS"))
        read_xxs(f, line);
    else if (text_is(code, "202") || text_is(code, "212"))
        read_tie_breaks(f, value);
    else if (!text_is_one_of(code, silent) && !read_worth(f, code, value))
        zi_map_number(&f->unread, code);
}

/* A line of digits counts the columns, in FIDE's own sample. */
static bool is_ruler(struct text line) {
    size_t i = 0;
    while (i < line.len && (is_digit(line.at[i]) || line.at[i] == ' '))
        i++;
    return i == line.len;
}

static void read_lines(struct trf *f) {
    struct text rest = f->r->text;
    for (f->line = 1; rest.len && !f->t->failed; f->line++) {
        struct text line = next_line(&rest);
        if (*line.at == '#' || !text_trimmed(line, BLANK_MARKS).len)
            continue;
        if (has_code(line))
            read_line(f, line);
        else if (!is_ruler(line) && !f->strange_count++)
            f->strange = f->line;
    }
    f->line = 1;
}

/* The text as UTF-8 without a byte order mark, in the arena. NO_TEXT after an error, or
   if memory ran out. */
static struct text read_text(struct trf *f, struct source *source) {
    enum { ROOM = TEXT_BYTES_MAX + 4 }; /* a byte order mark, and one byte too many */
    struct utf16 *legacy = calloc(1, sizeof *legacy);
    struct buffer b = {0};
    char *to = legacy ? zi_buffer_room(&b, ROOM) : NULL;
    bool ascii;
    f->t->failed |= !to;
    if (to)
        zi_utf16_begin(legacy, source, true);
    for (long n; to && (n = source->read(source->context, to + b.len, ROOM - b.len)) > 0;)
        b.len += (size_t)n;
    struct text text = zi_record_keep(f->r, without_mark(buffered(&b)));
    free(legacy);
    zi_buffer_free(&b);
    f->line = 1;
    if (text.len > TEXT_BYTES_MAX)
        fault(f, "a tournament file must have at most 1 MiB");
    else if (zi_utf8_check(text, &ascii) < text.len)
        fault(f, "this is not UTF-8: save the file as UTF-8");
    return f->t->error_count ? NO_TEXT : text;
}

/* Reports the lines that zet ignores. */
static void tell_unread(struct trf *f) {
    static const struct {
        const char *code, *what;
    } known[] = {{"XXA", " (accelerations, which are for pairing)"},
                 {"250", " (accelerations, which are for pairing)"},
                 {"XXP", " (players who must not meet)"},
                 {"260", " (players who must not meet)"}};
    struct buffer *out = &f->t->errors;
    size_t count = f->unread.count;
    if (f->strange_count) {
        buffer_place(out, f->t->file, f->strange, "warning");
        buffer_add(out, value_counted(f->strange_count, " line begins", " lines begin"),
                   " with no code of three characters and ",
                   f->strange_count == 1 ? "is not read\n" : "are not read, here the first\n");
    }
    if (!count)
        return;
    buffer_place(out, f->t->file, 1, "warning");
    buffer_string(out, "lines that begin with ");
    for (size_t i = 0; i < count && i < CODES_NAMED_MAX; i++) {
        buffer_add(out, i ? ", " : "", f->unread.at[i]);
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            buffer_string(out, text_is(f->unread.at[i], known[k].code) ? known[k].what : "");
    }
    buffer_add(out, count > CODES_NAMED_MAX ? ", ..." : "", " are not read\n");
}

/* Without a word about the system, a tournament in which everybody can have met everybody is a
   round robin, as in FIDE's checker. */
static struct text guess_system(const struct trf *f) {
    size_t rounds = text_number(zi_node_text(f->root, "number-of-rounds"), ROUNDS_MAX);
    for (size_t i = 0; i < f->count; i++)
        rounds = f->player[i].rounds > rounds ? f->player[i].rounds : rounds;
    bool once = f->count == rounds || f->count == rounds + 1;
    bool twice = f->count * 2 == rounds || f->count * 2 == rounds + 1;
    return f->count < 4 || !rounds ? NO_TEXT
           : once                  ? TEXT("robin")
           : twice                 ? TEXT("double robin")
                                   : NO_TEXT;
}

bool zi_trf_read(struct tournament *t, struct text text) {
    struct side_document *d = &t->document;
    struct trf *f = calloc(1, sizeof *f);
    zi_side_begin(d, text);
    if (!f)
        return false;
    *f = (struct trf){.t = t, .r = &d->record};
    struct text lines = read_text(f, &d->source);
    f->r->text = lines;
    f->root = collection(f, NODE_MAPPING);
    f->players = collection(f, NODE_SEQUENCE);
    f->adjustment = calloc(TRF_PLAYERS_MAX + 2, sizeof *f->adjustment);
    t->failed |= !f->adjustment;
    read_lines(f);
    put_once(f, "tournament", TEXT("Tournament"));
    read_system(f, guess_system(f));
    if (!t->failed)
        write_players(f);
    zi_record_put(f->r, f->root, "players", f->players);
    zi_record_put(f->r, f->root, "tie-breaks", f->tie_breaks);
    write_scoring(f);
    write_rounds(f);
    tell_unread(f);
    d->root = f->root;
    t->failed |= f->r->out_of_memory || f->unread.failed;
    free(f->player);
    free(f->slot);
    free(f->absence);
    free(f->adjustment);
    zi_map_free(&f->unread);
    free(f);
    return !t->failed;
}
