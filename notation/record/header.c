/* Reads the header of a record: from the tree to the values of its keys, by the table of keys. */
#include "notation/base/wide.h"
#include "notation/record/record.h"

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

/* Reads a scalar into *f. */
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

/* Reads a sequence of single moves and joins them by line ends. */
static void accept_sequence(struct record *r, struct field *f, const struct node *n) {
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
            return;
        }
        length += item->text.len + 1;
    }
    f->item_end =
        zi_arena_alloc(&r->arena, count * (sizeof *f->item_end + sizeof *f->item_span) + length);
    if (!f->item_end) {
        r->out_of_memory = true;
        return;
    }
    f->item_span = (struct span *)(f->item_end + count);
    char *at = (char *)(f->item_span + count);
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
}

/* Checks the next key of a mapping; `number` counts from 0. False if it is not text, which is
   reported, or if there are too many keys. */
static bool is_key(struct record *r, const struct node *key, size_t number) {
    if (number == MAPPING_KEYS_MAX) {
        zi_record_stop(r, FINDING_LIMIT, place_of(r, key), "a mapping has at most 256 keys",
                       NO_TEXT);
        return false;
    }
    if (key->kind != NODE_SCALAR) {
        wrong(r, key, "a key must be a single text");
        return false;
    }
    return true;
}

static bool report_twice(struct record *r, const struct node *key, bool twice) {
    if (twice)
        zi_report_add(r, FINDING_DUPLICATE_KEY, PART_HEADER, place_of(r, key), NULL, key->text);
    return twice;
}

/* The same. *twice: it is a duplicate. */
static bool accept_key(struct record *r, const struct node *mapping, const struct node *key,
                       size_t number, bool *twice) {
    bool good = is_key(r, key, number);
    if (good)
        *twice = report_twice(r, key, zi_node_find(mapping, key->text) != key);
    return good;
}

static bool is_private(struct text name) {
    return text_first(name) == 'x' && text_byte(name, 1) == '-';
}

static void unknown_key(struct record *r, const struct node *key, const char *const *known) {
    zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER, place_of(r, key), NULL,
                  zi_record_did_you_mean(r, key->text, known));
}

/* Where an unknown key of a record belongs, or the key that it resembles. */
static struct text place_meant(struct record *r, struct text key) {
    static const char *const sides[] = {"black", "white", "a", "b", NULL};
    static const char *const ends[] = {"winner", "loser", NULL};
    if (text_is_one_of(key, sides))
        return TEXT("a player belongs in `players`, as in `players: {black: Ann, white: Bob}`");
    if (text_is_one_of(key, ends))
        return TEXT("write the winner under `result`, as in `result: black`");
    return zi_record_did_you_mean(r, key, zi_keys);
}

/* Reads a player: a name, or a mapping with name, id, rating, club. */
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
        bool known = text_is_one_of(key->text, zi_player_keys);
        if (!known && !is_private(key->text) && !twice)
            unknown_key(r, key, zi_player_keys);
        struct field ignored;
        if (known)
            accept_scalar(r, text_is(key->text, "name") && !twice ? f : &ignored, key->next, true);
    }
}

/* Reads a mapping whose keys depend on the game: `rules` or `players`. */
static void accept_entries(struct record *r, struct entries *list, struct field *f, struct node *n,
                           bool players) {
    if (n->kind != NODE_MAPPING) {
        wrong_kind(r, f, n,
                   players
                       ? "`players` must name each side, as in `players: {black: Ann, white: Bob}`"
                       : "`rules` must be a mapping, as in `rules: {swap: true}`");
        list->state = FIELD_BROKEN;
        return;
    }
    f->state = list->state = FIELD_GIVEN;
    f->span = n->span;
    size_t number = 0, most = 0;
    for (const struct node *key = n->first; key && most < MAPPING_KEYS_MAX; key = key->next->next)
        most++;
    list->at = zi_arena_alloc(&r->arena, most * sizeof *list->at);
    if (!list->at) {
        r->out_of_memory = true;
        return;
    }
    for (const struct node *key = n->first; key && !r->broken; key = key->next->next) {
        bool twice;
        if (!accept_key(r, n, key, number++, &twice) || is_private(key->text))
            continue;
        struct entry e = {.name = key->text, .value = {.key = key->span}};
        if (players)
            accept_player(r, &e.value, key->next);
        else
            accept_scalar(r, &e.value, key->next, false);
        if (!twice && !r->broken) /* otherwise the list has been dropped */
            list->at[list->count++] = e;
    }
}

static void accept_value(struct record *r, enum key k, struct field *f, struct node *n) {
    enum key_kind kind = zi_key_rows[k].kind;
    if (kind == KIND_MOVES && n->kind == NODE_SEQUENCE) {
        accept_sequence(r, f, n);
        return;
    }
    if (k == KEY_PLAYOUT && node_is_null(n))
        return; /* treats it as a missing key: no playout */
    if (kind == KIND_ENTRIES)
        accept_entries(r, k == KEY_RULES ? &r->rules : &r->players, f, n, k == KEY_PLAYERS);
    else
        accept_scalar(r, f, n, kind == KIND_TEXT || kind == KIND_MOVES);
}

static void accept_root(struct record *r, const struct node *root) {
    size_t number = 0;
    enum key next = 0;
    uint32_t seen = 0;
    _Static_assert(KEYS < 32, "each key needs a bit of `seen`");
    for (const struct node *key = root->first; key && !r->broken; key = key->next->next) {
        if (!is_key(r, key, number++))
            continue;
        enum key k = zi_key_of(key->text, next);
        bool again = k < KEYS ? seen >> k & 1 : zi_node_find(root, key->text) != key;
        bool twice = report_twice(r, key, again);
        r->keys_repeat |= twice;
        seen |= (uint32_t)1 << k;
        if (is_private(key->text))
            continue;
        if (k == KEYS && !twice)
            zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER, place_of(r, key), NULL,
                          place_meant(r, key->text));
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

/* Checks the form YYYY-MM-DD, with `??` for unknown parts. Returns the fault or NULL; *days: of the
   month, if the day exceeds it, else 0. */
static const char *date_fault(struct text t, unsigned *days) {
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
    if (month < 0)
        return NULL;
    enum { ANY_LEAP_YEAR = 2000 };
    int full = century < 0 ? ANY_LEAP_YEAR : century * 100 + year;
    unsigned most = month_days((unsigned)full, (unsigned)month);
    if (day <= (int)most)
        return NULL;
    *days = most;
    return "the month has no such day; write ?? where the day is unknown";
}

/* Reports a value of the wrong form and marks it as broken. */
static void refuse(struct record *r, struct field *f, const char *sentence, struct text detail) {
    zi_report_field(r, FINDING_BAD_VALUE, f, sentence, detail);
    f->state = FIELD_BROKEN;
}

/* The date that a text means: `2026`, `2026-10`, `2026.10.??`, `2026-10-09T19:30:00Z`. NULL: none,
   or it has its form. */
static const char *date_meant(struct record *r, struct text t) {
    size_t length = t.len > 10 ? 10 : t.len;
    enum { ROOM = 16 };
    char *to = zi_arena_alloc(&r->arena, ROOM);
    if (!to || length < 4 || (t.len > 10 && !strchr("Tt ", t.at[10])))
        return NULL;
    for (size_t i = 11; i < t.len; i++)
        if (!is_digit(t.at[i]) && !(t.at[i] && strchr(":.+-Zz", t.at[i])))
            return NULL;
    struct writer w = {to, ROOM, 0};
    write_text(&w, TEXT("0000-?\?-?\?"));
    to[w.len] = '\0';
    memcpy(to, t.at, length);
    for (size_t i = 4; i < length; i += 3)
        if ((to[i] != '-' && to[i] != '.') || (i > 4 && length == 10 && to[i] != t.at[4]))
            return NULL;
    to[4] = to[7] = '-';
    unsigned days;
    bool parts = length == 4 || length == 7 || length == 10;
    return parts && !date_fault(text_of(to), &days) && !text_is(t, to) ? to : NULL;
}

/* The dates that a text such as `3-5-2024` or `2024-5-3` may mean; any other text unchanged. */
static struct text dates_meant(struct record *r, struct text t) {
    struct text part[3];
    size_t parts = 0, from = 0;
    for (size_t i = 0; i <= t.len; i++) {
        if (i < t.len && is_digit(t.at[i]))
            continue;
        if (parts == 3 || (i < t.len && !strchr("-./", t.at[i])))
            return t;
        part[parts++] = (struct text){t.at + from, i - from};
        from = i + 1;
    }
    if (parts != 3 || !part[1].len || part[1].len > 2)
        return t;
    if (part[0].len == 4 && part[2].len && part[2].len <= 2 && text_number(part[1], 99) <= 12)
        return record_text(r, part[0], part[1].len == 1 ? "-0" : "-", part[1],
                           part[2].len == 1 ? "-0" : "-", part[2]);
    if (!part[0].len || part[0].len > 2 || part[2].len != 4)
        return t;
    struct text year = part[2], first = part[0], second = part[1];
    const char *before[] = {first.len == 1 ? "-0" : "-", second.len == 1 ? "-0" : "-"};
    if (text_number(first, 99) > 12)
        return record_text(r, year, before[1], second, before[0], first);
    if (text_number(second, 99) > 12)
        return record_text(r, year, before[0], first, before[1], second);
    return record_text(r, year, before[1], second, before[0], first, " if the day comes first, ",
                       year, before[0], first, before[1], second, " if the month does");
}

static void check_date(struct record *r, struct field *f) {
    unsigned days;
    const char *fault = date_fault(f->text, &days), *meant = fault ? date_meant(r, f->text) : NULL;
    if (meant && f->node && !r->is_yaml) { /* in YAML it is an error, which `fix` repairs */
        zi_record_restate(r, f, meant);
        return;
    }
    struct text month = {f->text.at, 7};
    if (fault)
        refuse(r, f, fault,
               days    ? record_text(r, month, " has ", days, " days")
               : meant ? text_of(meant)
                       : dates_meant(r, f->text));
}

/* Whether it is a number from `least` to `most` without superfluous digits. */
static bool is_within(const struct key_row *row, struct text t) {
    size_t digits = 1;
    for (uint32_t rest = row->most; rest > 9; rest /= 10)
        digits++;
    uint32_t number = text_is_number(t) ? text_number(t, UINT32_MAX) : UINT32_MAX;
    return t.len <= digits && number >= row->least && number <= row->most;
}

/* What a typesetter writes for a blank or a hyphen: its length, or 0. */
static unsigned typeset_sign(const char *p, const char *end, bool *hyphen) {
    unsigned char last = end - p > 2 ? (unsigned char)p[2] : 0;
    bool general = last && !memcmp(p, "\xE2\x80", 2);
    *hyphen = general && (last == 0x90 || last == 0x91);
    if (end - p > 1 && !memcmp(p, "\xC2\xA0", 2))
        return 2;
    bool blank = general && ((last >= 0x80 && last <= 0x8A) || last == 0xAF);
    return blank || *hyphen || (last == 0x80 && !memcmp(p, "\xE3\x80", 2)) ? 3 : 0;
}

static bool has_typeset_signs(struct text t) {
    bool hyphen;
    for (const char *p = t.at, *end = text_end(t); (p = find_other(p, end)) < end; p++)
        if (typeset_sign(p, end, &hyphen))
            return true;
    return false;
}

/* Replaces them in moves, outside comments, as in other move text. */
static void plain_signs(struct record *r, struct field *f) {
    if (!has_typeset_signs(f->text))
        return;
    char *copy = zi_arena_alloc(&r->arena, f->text.len), comment = '\0'; /* what began it */
    bool any = false;
    if (!copy)
        return;
    memcpy(copy, f->text.at, f->text.len);
    for (char *p = copy, *end = copy + f->text.len; p < end; p++) {
        bool line_ends = *p == '\n' || *p == '\r', hyphen;
        if (!comment && (*p == '{' || *p == ';'))
            comment = *p;
        else if (comment == '{' ? *p == '}' : line_ends)
            comment = '\0';
        unsigned length = comment ? 0 : typeset_sign(p, end, &hyphen);
        any |= length > 0;
        if (length && hyphen)
            p[2] = '\x93'; /* an en dash, which is read */
        else if (length)
            memset(p, ' ', length);
    }
    if (!any)
        return;
    f->text.at = copy;
    zi_report_field(r, FINDING_STYLE, f, "the moves have special spaces or hyphens, such as U+00A0",
                    NO_TEXT);
}

static void check_number(struct record *r, struct field *f, const struct key_row *row) {
    bool number = text_is_number(f->text), plain = f->span.as == WRITTEN_PLAIN;
    f->number = number ? text_number(f->text, row->most) : 0;
    if (number && !plain)
        refuse(r, f, "points must be written as a number, without quotes", f->text);
    else if (!number || !is_within(row, f->text))
        refuse(r, f,
               number ? "points must have at most nine digits"
                      : "points must be a whole number, in digits",
               f->text);
}

static void check_version(struct record *r, struct field *f, const struct key_row *row) {
    if (!is_within(row, f->text))
        refuse(r, f, "unknown version of the format; the only version is 1", f->text);
    else if (f->span.as != WRITTEN_PLAIN)
        refuse(r, f, "the version must be written as a number, without quotes", f->text);
}

/* Accepts a word of the key, or a synonym. */
static void check_word(struct record *r, struct field *f, const struct key_row *row) {
    if (!text_is_one_of(f->text, row->words) && !zi_record_take_word(r, f, row->words))
        refuse(r, f,
               "the termination must be rules, resignation, time, agreement, forfeit, adjudication "
               "or unfinished",
               zi_record_did_you_mean(r, f->text, row->words));
}

static void check_form(struct record *r, struct field *f, const struct key_row *row) {
    if (f->state != FIELD_GIVEN)
        return;
    switch (row->kind) {
    case KIND_VERSION: check_version(r, f, row); break;
    case KIND_DATE: check_date(r, f); break;
    case KIND_NUMBER: check_number(r, f, row); break;
    default:
        if (row->words)
            check_word(r, f, row);
    }
}

/* Adds the user's values for missing keys. */
static void add_said(struct record *r) {
    for (const struct said_key *said = r->said; said && said->key < KEYS; said++)
        if (r->field[said->key].state == FIELD_ABSENT)
            zi_record_add(r, said->key, said->value);
}

/* Whether the mapping has a key that makes it a record, in any letter case. */
static bool is_claimed(const struct record *r) {
    static const enum key keys[] = {KEY_GAME, KEY_MOVES, KEY_POSITION, KEY_PLAYERS};
    char room[32];
    bool claimed = r->field[KEY_GAME].state != FIELD_ABSENT;
    for (const struct node *key = r->root->first; key && !claimed; key = key->next->next)
        for (size_t i = 0; i < sizeof keys / sizeof *keys && key->kind == NODE_SCALAR; i++)
            claimed |= text_is(zi_text_folded(key->text, room, sizeof room), zi_keys[keys[i]]);
    return claimed;
}

void zi_record_take(struct record *r, const struct node *root) {
    struct place start = {.text = r->text, .line = r->line};
    zi_place_move(&start, r->start_offset);
    r->start_line = start.line;
    if (!root)
        return;
    if (root->kind != NODE_MAPPING) {
        r->foreign = true;
        r->empty = node_is_null(root);
        zi_record_stop(r, FINDING_BAD_VALUE, place_of(r, root),
                       node_is_null(root) ? "this document is empty; a record must be a mapping"
                                          : "a record must be a mapping",
                       NO_TEXT);
        return;
    }
    r->broken = false;
    r->root = root;
    accept_root(r, root);
    if (r->broken)
        return;
    add_said(r);
    r->foreign = !is_claimed(r);
    for (enum key k = 0; k < KEYS; k++)
        check_form(r, &r->field[k], &zi_key_rows[k]);
    if (r->field[KEY_MOVES].state == FIELD_GIVEN && !r->field[KEY_MOVES].item_count)
        plain_signs(r, &r->field[KEY_MOVES]);
}
