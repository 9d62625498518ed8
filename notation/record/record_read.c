/* From a tree to a record. */
#include "notation/record/plain_read.h"
#include "notation/record/yaml.h"
#include "notation/record/yaml_slips.h"
#include "notation/words/values.h"

/* Of a player that is a mapping. */
static const char *const player_keys[] = {"name", "id", "rating", "club", NULL};

static size_t place_of(struct record *r, const struct node *n) {
    return zi_record_byte(r, n->span.start);
}

static void wrong(struct record *r, const struct node *n, const char *sentence) {
    zi_report_add(r, FINDING_BAD_VALUE, PART_HEADER, place_of(r, n), sentence, NO_TEXT);
}

static void wrong_kind(struct record *r, struct field *f, const struct node *n,
                       const char *sentence) {
    f->state = FIELD_BROKEN;
    wrong(r, n, sentence);
}

/* A scalar into *f. */
static void accept_scalar(struct record *r, struct field *f, struct node *n, bool nullable) {
    f->span = n->span;
    if (n->kind != NODE_SCALAR) {
        wrong_kind(r, f, n, "the value of this key must be a single text");
        return;
    }
    bool null = node_is_null(n);
    if (null && !nullable) {
        wrong_kind(r, f, n, "the value of this key is missing");
        return;
    }
    f->state = FIELD_GIVEN;
    f->text = null ? (struct text){"", 0} : n->text;
    f->node = n;
}

/* A sequence of single moves, joined by line ends. False if the sequence is too long or out of
   memory. */
static bool accept_sequence(struct record *r, struct field *f, const struct node *n) {
    size_t count = 0, length = 0, used = 0;
    f->span = n->span;
    f->state = FIELD_GIVEN;
    for (const struct node *item = n->first; item; item = item->next) {
        if (item->kind != NODE_SCALAR) {
            if (f->state == FIELD_GIVEN)
                wrong_kind(r, f, item, "an item of this sequence must be a single move");
            continue;
        }
        if (count++ == SEQUENCE_MOVES_MAX) {
            zi_record_stop(r, FINDING_LIMIT, place_of(r, item),
                           "a sequence has at most 65,535 moves", NO_TEXT);
            return false;
        }
        length += item->text.len + 1;
    }
    char *at = zi_arena_alloc(&r->arena, length + 1);
    f->item_end = zi_arena_alloc(&r->arena, count * sizeof *f->item_end);
    f->item_span = zi_arena_alloc(&r->arena, count * sizeof *f->item_span);
    if (!at || !f->item_end || !f->item_span) {
        r->out_of_memory = true;
        return false;
    }
    for (const struct node *item = n->first; item; item = item->next) {
        if (item->kind != NODE_SCALAR)
            continue;
        if (f->item_count)
            at[used++] = '\n';
        memcpy(at + used, item->text.at, item->text.len);
        used += item->text.len;
        f->item_span[f->item_count] = item->span;
        f->item_end[f->item_count++] = used;
    }
    f->text = (struct text){at, used};
    return true;
}

static bool is_before(const struct node *mapping, const struct node *key) {
    for (const struct node *k = mapping->first; k != key; k = k->next->next)
        if (k->kind == NODE_SCALAR && text_same(k->text, key->text))
            return true;
    return false;
}

/* Judges the next key of a mapping, which has that number, from 0. *twice: it is a duplicate. False
   if it is not text, which is reported, or if there are too many keys. */
static bool accept_key(struct record *r, const struct node *mapping, const struct node *key,
                       size_t number, bool *twice) {
    if (number == MAPPING_KEYS_MAX)
        zi_record_stop(r, FINDING_LIMIT, place_of(r, key), "a mapping has at most 256 keys",
                       NO_TEXT);
    if (number >= MAPPING_KEYS_MAX)
        return false;
    if (key->kind != NODE_SCALAR) {
        wrong(r, key, "a key must be a single text");
        return false;
    }
    *twice = is_before(mapping, key);
    if (*twice)
        zi_report_add(r, FINDING_DUPLICATE_KEY, PART_HEADER, place_of(r, key), NULL, key->text);
    return true;
}

static bool is_private(struct text name) {
    return name.len >= 2 && name.at[0] == 'x' && name.at[1] == '-';
}

static void unknown_key(struct record *r, const struct node *key, const char *const *known) {
    zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER, place_of(r, key), NULL,
                  zi_record_did_you_mean(r, key->text, known));
}

/* A player: a name, or a mapping with name, id, rating, club. */
static void accept_player(struct record *r, struct field *f, struct node *n) {
    if (n->kind != NODE_MAPPING) {
        accept_scalar(r, f, n, true);
        return;
    }
    f->state = FIELD_GIVEN;
    f->span = n->span;
    f->text = (struct text){"", 0};
    size_t number = 0;
    for (const struct node *key = n->first; key && !r->broken; key = key->next->next) {
        bool twice;
        if (!accept_key(r, n, key, number++, &twice))
            continue;
        bool known = text_is_one_of(key->text, player_keys);
        if (!known && !is_private(key->text) && !twice)
            unknown_key(r, key, player_keys);
        struct field ignored = {0};
        if (known)
            accept_scalar(r, text_is(key->text, "name") && !twice ? f : &ignored, key->next, true);
    }
}

static void add_entry(struct record *r, struct entries *list, const struct entry *e) {
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 8;
        struct entry *at = zi_arena_alloc(&r->arena, cap * sizeof *at);
        if (!at) {
            r->out_of_memory = true;
            return;
        }
        if (list->count)
            memcpy(at, list->at, list->count * sizeof *at);
        list->at = at;
        list->cap = cap;
    }
    list->at[list->count++] = *e;
}

/* A mapping whose keys depend on the game: `rules` or `players`. */
static void accept_entries(struct record *r, struct entries *list, struct field *f, struct node *n,
                           bool players) {
    if (n->kind != NODE_MAPPING) {
        wrong_kind(r, f, n,
                   players ? "`players` must be a mapping with a name for each side"
                           : "`rules` must be a mapping of options");
        list->state = FIELD_BROKEN;
        return;
    }
    f->state = list->state = FIELD_GIVEN;
    f->span = n->span;
    size_t number = 0;
    for (const struct node *key = n->first; key && !r->broken; key = key->next->next) {
        bool twice;
        if (!accept_key(r, n, key, number++, &twice) || is_private(key->text))
            continue;
        struct entry e = {.name = key->text, .value = {.key = key->span}};
        if (players)
            accept_player(r, &e.value, key->next);
        else
            accept_scalar(r, &e.value, key->next, false);
        if (!twice)
            add_entry(r, list, &e);
    }
}

static void accept_value(struct record *r, enum key k, struct field *f, struct node *n) {
    if (zi_key_kinds[k] == KIND_MOVES && n->kind == NODE_SEQUENCE) {
        accept_sequence(r, f, n);
        return;
    }
    if (k == KEY_PLAYOUT && node_is_null(n))
        return; /* no playout, as if the key were not there */
    if (zi_key_kinds[k] == KIND_ENTRIES)
        accept_entries(r, k == KEY_RULES ? &r->rules : &r->players, f, n, k == KEY_PLAYERS);
    else
        accept_scalar(r, f, n, zi_key_kinds[k] != KIND_WORD);
}

static void accept_root(struct record *r, const struct node *root) {
    size_t number = 0;
    enum key next = 0;
    for (const struct node *key = root->first; key && !r->broken; key = key->next->next) {
        bool twice = false;
        bool accepted = accept_key(r, root, key, number++, &twice);
        r->keys_repeat |= twice;
        if (!accepted || is_private(key->text))
            continue;
        enum key k = zi_key_of(key->text, next);
        if (k == KEYS && !twice)
            unknown_key(r, key, zi_keys);
        if (k == KEYS || twice)
            continue;
        next = k + 1;
        r->field[k].key = key->span;
        accept_value(r, k, &r->field[k], key->next);
    }
}

/* Two digits, or `??` as -1; -2 if it is neither. */
static int two_digits(const char *p) {
    if (p[0] == '?' && p[1] == '?')
        return -1;
    return is_digit(p[0]) && is_digit(p[1]) ? (p[0] - '0') * 10 + (p[1] - '0') : -2;
}

/* YYYY-MM-DD, `??` for what is unknown. NULL, or what is wrong with it; *days: of the month, where
   the day is beyond it, else 0. */
static const char *date_fault(struct text t, int *days) {
    static const int months[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    static const char form[] = "write a date as YYYY-MM-DD, with ?? for what is unknown";
    *days = 0;
    if (t.len != 10 || t.at[4] != '-' || t.at[7] != '-')
        return form;
    int century = two_digits(t.at), year = two_digits(t.at + 2);
    int month = two_digits(t.at + 5), day = two_digits(t.at + 8);
    if (century < -1 || year < -1 || month < -1 || day < -1 || (century < 0) != (year < 0))
        return form;
    if (month == 0 || month > 12)
        return "a month must be 01 to 12; write ?? where it is unknown";
    if (day == 0 || day > 31)
        return "a day must be 01 to 31; write ?? where it is unknown";
    if (month < 1 || day < 1)
        return NULL;
    int full = century * 100 + year;
    bool leap = century < 0 || (full % 4 == 0 && (full % 100 != 0 || full % 400 == 0));
    *days = months[month - 1] + (month == 2 && leap);
    return day <= *days ? NULL : "the month has no such day; write ?? where the day is unknown";
}

/* A value of a wrong form is reported and counts as broken from then on. */
static void refuse(struct record *r, enum key k, const char *sentence, struct text detail) {
    struct field *f = &r->field[k];
    zi_report_add(r, FINDING_BAD_VALUE, PART_HEADER, zi_field_offset(r, f, 0), sentence, detail);
    f->state = FIELD_BROKEN;
}

static void check_date(struct record *r) {
    struct text date = r->field[KEY_DATE].text;
    char room[32];
    struct writer w = {room, sizeof room, 0};
    int days;
    const char *fault = date_fault(date, &days);
    if (!fault)
        return;
    if (days) {
        write_text(&w, (struct text){date.at, date.len - 3});
        write_string(&w, " has ");
        write_number(&w, (unsigned)days);
        write_string(&w, " days");
    }
    refuse(r, KEY_DATE, fault, days ? zi_record_keep(r, written(&w)) : date);
}

static void check_points(struct record *r) {
    const struct field *f = &r->field[KEY_POINTS];
    bool number = text_is_number(f->text);
    if (number && f->span.as != WRITTEN_PLAIN)
        refuse(r, KEY_POINTS, "points must be written as a number, without quotes", f->text);
    else if (number && f->text.len > POINTS_DIGITS_MAX)
        refuse(r, KEY_POINTS, "points must have at most nine digits", f->text);
    else if (!number)
        refuse(r, KEY_POINTS, "points must be a whole number, in digits", f->text);
}

static void check_version(struct record *r) {
    const struct field *f = &r->field[KEY_ZET];
    if (!text_is(f->text, "1"))
        refuse(r, KEY_ZET, "unknown version of the format; the only version is 1", f->text);
    else if (f->span.as != WRITTEN_PLAIN)
        refuse(r, KEY_ZET, "the version must be written as a number, without quotes", f->text);
}

static void check_termination(struct record *r) {
    struct field *f = &r->field[KEY_TERMINATION];
    if (text_is_one_of(f->text, zi_terminations))
        return;
    const char *word = zi_value_meant(f->text, zi_terminations);
    if (word)
        zi_record_restate(r, f, word);
    else
        refuse(r, KEY_TERMINATION,
               "the termination must be rules, resignation, time, agreement, forfeit, adjudication "
               "or unfinished",
               zi_record_did_you_mean(r, f->text, zi_terminations));
}

void zi_record_check(struct record *r, enum key k) {
    static const struct {
        enum key key;
        void (*check)(struct record *r);
    } checks[] = {{KEY_ZET, check_version},
                  {KEY_DATE, check_date},
                  {KEY_TERMINATION, check_termination},
                  {KEY_POINTS, check_points}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (checks[i].key == k && r->field[k].state == FIELD_GIVEN)
            checks[i].check(r);
}

static void check_forms(struct record *r) {
    for (enum key k = 0; k < KEYS; k++)
        zi_record_check(r, k);
}

void zi_record_begin(struct record *r, const struct document *document) {
    zi_arena_reset(&r->arena);
    struct findings findings = {.at = r->findings.at, .cap = r->findings.cap};
    struct arena arena = r->arena;
    *r = (struct record){.text = document->text,
                         .line = document->line,
                         .column = document->column ? document->column : 1,
                         .start_line = document->line,
                         .findings = findings,
                         .unseen = r->unseen,
                         .arena = arena,
                         .broken = true};
}

bool zi_record_check_utf8(struct record *r, bool *ascii) {
    size_t valid = zi_utf8_check(r->text, ascii);
    if (valid == r->text.len)
        return true;
    const char *at = r->text.at;
    bool utf_16 =
        r->text.len >= 2 && (memcmp(at, "\xFF\xFE", 2) == 0 || memcmp(at, "\xFE\xFF", 2) == 0);
    zi_record_stop(
        r, FINDING_ENCODING, valid, NULL,
        text_of(utf_16 ? "the file is UTF-16; save it as UTF-8" : "save the file as UTF-8"));
    return false;
}

void zi_record_take(struct record *r, const struct node *root) {
    struct place start = {r->text, 0, r->line, 1};
    zi_place_move(&start, r->start_offset);
    r->start_line = start.line;
    if (!root)
        return;
    if (root->kind != NODE_MAPPING) {
        zi_record_stop(r, FINDING_BAD_VALUE, place_of(r, root),
                       node_is_null(root) ? "this document is empty; a record must be a mapping"
                                          : "a record must be a mapping",
                       NO_TEXT);
        return;
    }
    r->broken = false;
    r->root = root;
    accept_root(r, root);
    if (!r->broken)
        check_forms(r);
}

/* YAML often notices a slip only in a line after it, or takes the line for something else. */
static void find_slip(struct record *r) {
    const struct finding *f = &r->findings.at[0];
    if (r->out_of_memory || r->unseen || !r->findings.count || f->code != FINDING_YAML)
        return;
    size_t offset = f->offset, line = offset;
    struct yaml_slips slips = zi_yaml_slips(r);
    while (line && !is_line_end(r->text.at[line - 1]))
        line--;
    if (!slips.count || !slips.at->what)
        return;
    if (slips.at->at < line)
        offset = slips.at->at;
    if (slips.at->at <= offset)
        zi_record_stop(r, FINDING_YAML, offset, NULL, text_of(slips.at->what));
}

/* If the plain reader declines the document, libyaml reads it. */
static void read_document(struct record *r) {
    const struct node *root = zi_plain_read(r);
    if (!root && !r->out_of_memory) {
        zi_arena_reset(&r->arena);
        if (!zi_record_check_utf8(r, &r->by_bytes))
            return;
        root = zi_yaml_read(r);
        if (!root)
            find_slip(r);
    }
    zi_record_take(r, root);
}

const struct node *zi_record_tree(struct record *r, const struct document *document,
                                  const char *too_long) {
    zi_record_begin(r, document);
    r->is_yaml = true;
    if (document->too_long)
        zi_record_stop(r, FINDING_LIMIT, 0, too_long, NO_TEXT);
    else if (zi_record_check_utf8(r, &r->by_bytes))
        return zi_yaml_read(r);
    return NULL;
}

bool zi_record_read(struct record *r, const struct document *document) {
    if (document->unmarked && r->broken)
        return false;
    zi_record_begin(r, document);
    r->is_yaml = true;
    if (document->too_long)
        zi_record_stop(r, FINDING_LIMIT, 0, "a record has at most 1 MiB", NO_TEXT);
    else if (document->unmarked && zi_utf8_check(r->text, &r->by_bytes) == r->text.len)
        zi_record_stop(r, FINDING_YAML, 0, "a document after `...` must begin with `---`", NO_TEXT);
    else
        read_document(r);
    return true;
}
