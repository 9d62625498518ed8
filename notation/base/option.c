#include "notation/base/option.h"

#include "notation/base/value.h"

const zet_option *zi_option_find(const zet_option *rows, const char *name) {
    for (; rows && rows->name; rows++)
        if (!strcmp(rows->name, name))
            return rows;
    return NULL;
}

/* Words. */

const char *zi_option_word(const zet_option *row, size_t index) {
    for (size_t i = 0; row->words && row->words[i]; i++)
        if (i == index)
            return row->words[i];
    return row->word ? row->word(index) : NULL;
}

int zi_option_word_index(const zet_option *row, struct text word) {
    const char *name;
    for (size_t i = 0; (name = zi_option_word(row, i)); i++)
        if (text_is(word, name))
            return (int)i;
    return -1;
}

/* Refuses a value with a message that lists the words, with `last` before the last one. */
static bool refuse_words(const zet_option *row, const char *before, const char *last,
                         zet_error *error) {
    struct buffer b = {0};
    const char *word;
    buffer_string(&b, before);
    for (size_t i = 0; (word = zi_option_word(row, i)); i++)
        buffer_add(&b, !i ? "" : zi_option_word(row, i + 1) ? ", " : last, word);
    return zi_refuse_with(error, &b);
}

bool zi_option_refuse_word(const zet_option *row, zet_error *error) {
    return refuse_words(row, "must be ", " or ", error);
}

bool zi_option_refuse_list(const zet_option *row, struct text part, zet_error *error) {
    if (zi_option_word_index(row, part) >= 0)
        return zi_refuse(error, part, " is given twice");
    return refuse_words(row, "must be a list, with commas, of ", " and ", error);
}

/* Numbers. */

static bool refuse_number(uint64_t least, uint64_t most, zet_error *error) {
    return zi_refuse(error, "must be a whole number from ", least, " to ", most);
}

bool zi_option_number(struct text value, uint64_t least, uint64_t most, uint64_t *to,
                      zet_error *error) {
    uint64_t n = 0;
    if (!text_is_number(value))
        return refuse_number(least, most, error);
    for (size_t i = 0; i < value.len; i++) {
        unsigned digit = (unsigned)(value.at[i] - '0');
        if (digit > most || n > (most - digit) / 10)
            return refuse_number(least, most, error);
        n = n * 10 + digit;
    }
    *to = n;
    return n >= least || refuse_number(least, most, error);
}

bool zi_option_decimal(const char *value, double most, double *to) {
    double unit = 1, n = 0;
    bool digits = false, point = false;
    for (; *value && n <= most; value++) {
        if (*value == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(*value))
            return false;
        digits = true;
        unit = point ? unit / 10 : unit;
        n = point ? n + (*value - '0') * unit : n * 10 + (*value - '0');
    }
    *to = n;
    return digits && n <= most;
}

static bool set_decimal(const zet_option *row, double *to, const char *value, zet_error *error) {
    return (zi_option_decimal(value, (double)row->most, to) && *to > 0) ||
           zi_refuse(error, "must be a number above 0, at most ", row->most);
}

/* Setting. */

static bool set_flag(bool *to, const char *value, zet_error *error) {
    *to = !strcmp(value, "true");
    return *to || !strcmp(value, "false") || zi_refuse(error, "must be true or false");
}

static bool set_word(const zet_option *row, unsigned *to, const char *value, zet_error *error) {
    int index = zi_option_word_index(row, text_of(value));
    *to = index < 0 ? *to : (unsigned)index;
    return index >= 0 || zi_option_refuse_word(row, error);
}

static bool set_number(const zet_option *row, uint32_t *to, const char *value, zet_error *error) {
    uint64_t n;
    if (!zi_option_number(text_of(value), row->least, row->most, &n, error))
        return false;
    *to = (uint32_t)n;
    return true;
}

bool zi_option_read(const zet_option *row, void *values, const char *value, zet_error *error) {
    void *to = (char *)values + row->offset;
    switch (row->kind) {
    case ZET_OPTION_FLAG: return set_flag(to, value, error);
    case ZET_OPTION_TEXT: return *(const char **)to = value, true;
    case ZET_OPTION_WORD: return set_word(row, to, value, error);
    case ZET_OPTION_NUMBER: return set_number(row, to, value, error);
    case ZET_OPTION_LARGE:
        return zi_option_number(text_of(value), row->least, row->most, to, error);
    case ZET_OPTION_DECIMAL: return set_decimal(row, to, value, error);
    case ZET_OPTION_OWN: return row->read(row, values, value, error);
    }
    return false;
}

zet_status zi_option_refuse(const zet_option *row, const char *value, const zet_error *why,
                            zet_error *error) {
    bool shown = value && strlen(value) <= OPTION_VALUE_SHOWN_MAX;
    return zi_error_set(error, why->status, row->name, shown ? " " : "", shown ? value : "", ": ",
                        why->message);
}

zet_status zi_option_words(const zet_option *row, const char *value, unsigned *words, size_t *count,
                           zet_error *error) {
    for (*count = 0; value;) {
        struct text word = {value, strcspn(value, ",")};
        int number = zi_option_word_index(row, word);
        bool known = number >= 0;
        for (size_t i = 0; i < *count; i++)
            known &= words[i] != (unsigned)number;
        if (!known) {
            zi_option_refuse_list(row, word, error);
            return ZET_REFUSED;
        }
        words[(*count)++] = (unsigned)number;
        value = value[word.len] ? value + word.len + 1 : NULL;
    }
    return ZET_OK;
}

zet_status zi_option_set(const zet_option *row, void *values, const char *value, zet_error *error) {
    zet_error why = {0};
    if (row->argument && !value)
        return zi_error_set(error, ZET_REFUSED, row->name, ": a value is required");
    if (zi_option_read(row, values, value ? value : "true", &why))
        return ZET_OK;
    return zi_option_refuse(row, value, &why, error);
}
