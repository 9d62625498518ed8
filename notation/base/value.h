/* Values: the parts of texts and reports. Each can be written as text and as JSON, so one call
   writes a whole line or object. */
#pragma once

#include "notation/base/json_out.h"
#include "notation/base/safe_text.h"

enum value_kind {
    VALUE_NONE,    /* nothing; null in JSON */
    VALUE_TEXT,    /* unchanged; nothing if at == NULL */
    VALUE_SAFE,    /* untrusted text, made safe; `how`: enum safe_text */
    VALUE_LINE,    /* the same on one line of at most `how` columns */
    VALUE_QUOTED,  /* the same between backticks, which JSON omits */
    VALUE_PLACE,   /* a file; in text followed by a colon and a line number, `how` */
    VALUE_MARKUP,  /* for content or quoted values in HTML and XML; `how`: inside an element that
                      isolates its direction, and twice the number of a page to link to, or 0 */
    VALUE_NUMBER,  /* a whole number */
    VALUE_PADDED,  /* the same, right-aligned in `how` columns after at least one blank */
    VALUE_COUNTED, /* the same, followed by `after` */
    VALUE_DECIMAL, /* a signed whole number, in units of 10 to the power of -`how`; `after`: the
                      decimal point, or NULL */
    VALUE_RATIO,   /* n / base, rounded to `how` decimals; nothing if base is 0 */
    VALUE_BOOL,
    VALUE_WRITTEN, /* finished JSON */
    VALUE_BY,      /* a text that `write` writes; not for JSON */
    VALUE_LIST,    /* a list of values */
    VALUE_OBJECT,  /* keys and values in turn */
};

struct value {
    enum value_kind kind;
    uint32_t how;
    union {
        void (*write)(struct buffer *out, struct text t);
        const char *page;
    };
    union {
        struct text text;
        struct {
            const struct value *at;
            size_t count;
        } list;
        struct {
            uint64_t n;
            union {
                uint64_t base;
                const char *after;
            };
        };
    };
};

static inline struct value value_itself(struct value v) { return v; }

static inline struct value value_text(struct text t) {
    return (struct value){.kind = VALUE_TEXT, .text = t};
}

/* NULL means no value. */
static inline struct value value_string(const char *s) {
    return value_text(s ? text_of(s) : NO_TEXT);
}

static inline struct value value_number(unsigned long long n) {
    return (struct value){.kind = VALUE_NUMBER, .n = n};
}

static inline struct value value_bool(bool b) { return (struct value){.kind = VALUE_BOOL, .n = b}; }

/* No value if the text is empty or the number is 0. */
static inline struct value value_if_any(struct text t) { return value_text(t.len ? t : NO_TEXT); }
static inline struct value value_unless_0(uint64_t n) {
    return (struct value){.kind = n ? VALUE_NUMBER : VALUE_NONE, .n = n};
}

static inline struct value value_safe(struct text t, enum safe_text how) {
    return (struct value){.kind = VALUE_SAFE, .how = (uint32_t)how, .text = t};
}

static inline struct value value_line(struct text t, uint32_t most) {
    return (struct value){.kind = VALUE_LINE, .how = most, .text = t};
}

static inline struct value value_quoted(struct text t, uint32_t most) {
    return (struct value){.kind = VALUE_QUOTED, .how = most, .text = t};
}

static inline struct value value_place(struct text file, uint32_t line) {
    return (struct value){.kind = VALUE_PLACE, .how = line, .text = file};
}

static inline struct value value_markup(struct text t) {
    return (struct value){.kind = VALUE_MARKUP, .text = t};
}

static inline struct value value_isolated(struct text t) {
    return (struct value){.kind = VALUE_MARKUP, .how = 1, .text = t};
}

/* Such a text as a link: to `player-3.html` if `page` is "player" and `number` 3. 0: not a link. */
static inline struct value value_linked(struct value markup, const char *page, uint32_t number) {
    markup.page = page;
    markup.how |= number << 1;
    return markup;
}

static inline struct value value_padded(uint64_t n, uint32_t columns) {
    return (struct value){.kind = VALUE_PADDED, .how = columns, .n = n};
}

/* `1 game`, `2 games`: the words include the separator after the number. */
static inline struct value value_counted(uint64_t n, const char *one, const char *many) {
    return (struct value){.kind = VALUE_COUNTED, .n = n, .after = n == 1 ? one : many};
}

/* `2.5`, `-12`: without trailing zeros. */
static inline struct value value_decimal(int64_t parts, unsigned digits) {
    return (struct value){.kind = VALUE_DECIMAL, .how = digits, .n = (uint64_t)parts};
}

/* The same with a language's decimal point. */
static inline struct value value_decimal_in(int64_t parts, unsigned digits, const char *point) {
    struct value v = value_decimal(parts, digits);
    v.after = point;
    return v;
}

static inline struct value value_ratio(uint64_t n, uint64_t base, unsigned digits) {
    return (struct value){.kind = VALUE_RATIO, .how = digits, .n = n, .base = base};
}

static inline struct value value_by(void (*write)(struct buffer *out, struct text t),
                                    struct text t) {
    return (struct value){.kind = VALUE_BY, .write = write, .text = t};
}

static inline struct value value_object_of(const struct value *at, size_t count) {
    return (struct value){.kind = VALUE_OBJECT, .list = {at, count}};
}

/* For lengths and places: at most two decimals, without trailing zeros. */
static inline struct value value_double(double n) {
    const double most = 1e15; /* its hundredths are still exact */
    double size = n < 0 ? -n : n;
    int64_t hundredths = (int64_t)((size < most ? size : most) * 100 + 0.5);
    return value_decimal(n < 0 ? -hundredths : hundredths, 2);
}

/* A value of any type. A number must not be an int, because a character constant is one. */
#define VALUE(x)                                                                                   \
    _Generic((x),                                                                                  \
        struct value: value_itself,                                                                \
        struct text: value_text,                                                                   \
        char *: value_string,                                                                      \
        const char *: value_string,                                                                \
        bool: value_bool,                                                                          \
        double: value_double,                                                                      \
        unsigned char: value_number,                                                               \
        unsigned short: value_number,                                                              \
        unsigned: value_number,                                                                    \
        unsigned long: value_number,                                                               \
        unsigned long long: value_number)(x)

/* From 1 to 24 values, as an array and its length. The array lives until the end of the enclosing
   block. */
#define VALUES(...)                                                                                \
    (const struct value[]){VALUE_JOIN(VALUE_, VALUE_COUNT(__VA_ARGS__))(__VA_ARGS__)},             \
        VALUE_COUNT(__VA_ARGS__)

/* Whether it is nothing in text and null in JSON. */
bool zi_value_is_none(const struct value *v);

/* Appends the values; a list or an object is written as JSON. */
#define buffer_add(b, ...) zi_buffer_add(b, VALUES(__VA_ARGS__))
void zi_buffer_add(struct buffer *b, const struct value *values, size_t count);

/* Writes a value; and writes the members of an object: string keys and values in turn. */
#define json_members(j, ...) zi_json_members(j, VALUES(__VA_ARGS__))
void zi_json_put(struct json_out *j, const struct value *v);
void zi_json_members(struct json_out *j, const struct value *values, size_t count);

#define value_list(...) ((struct value){.kind = VALUE_LIST, .list = {VALUES(__VA_ARGS__)}})
#define value_object(...) ((struct value){.kind = VALUE_OBJECT, .list = {VALUES(__VA_ARGS__)}})

/* The implementation of VALUES: VALUE_n handles n values, removing the first one. */
#define VALUE_JOIN(a, b) VALUE_JOIN_EXPANDED(a, b)
#define VALUE_JOIN_EXPANDED(a, b) a##b
#define VALUE_COUNT(...)                                                                           \
    VALUE_25TH(__VA_ARGS__, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7,   \
               6, 5, 4, 3, 2, 1, 0)
#define VALUE_25TH(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17,     \
                   _18, _19, _20, _21, _22, _23, _24, n, ...)                                      \
    n
#define VALUE_1(x) VALUE(x)
#define VALUE_2(x, ...) VALUE(x), VALUE_1(__VA_ARGS__)
#define VALUE_3(x, ...) VALUE(x), VALUE_2(__VA_ARGS__)
#define VALUE_4(x, ...) VALUE(x), VALUE_3(__VA_ARGS__)
#define VALUE_5(x, ...) VALUE(x), VALUE_4(__VA_ARGS__)
#define VALUE_6(x, ...) VALUE(x), VALUE_5(__VA_ARGS__)
#define VALUE_7(x, ...) VALUE(x), VALUE_6(__VA_ARGS__)
#define VALUE_8(x, ...) VALUE(x), VALUE_7(__VA_ARGS__)
#define VALUE_9(x, ...) VALUE(x), VALUE_8(__VA_ARGS__)
#define VALUE_10(x, ...) VALUE(x), VALUE_9(__VA_ARGS__)
#define VALUE_11(x, ...) VALUE(x), VALUE_10(__VA_ARGS__)
#define VALUE_12(x, ...) VALUE(x), VALUE_11(__VA_ARGS__)
#define VALUE_13(x, ...) VALUE(x), VALUE_12(__VA_ARGS__)
#define VALUE_14(x, ...) VALUE(x), VALUE_13(__VA_ARGS__)
#define VALUE_15(x, ...) VALUE(x), VALUE_14(__VA_ARGS__)
#define VALUE_16(x, ...) VALUE(x), VALUE_15(__VA_ARGS__)
#define VALUE_17(x, ...) VALUE(x), VALUE_16(__VA_ARGS__)
#define VALUE_18(x, ...) VALUE(x), VALUE_17(__VA_ARGS__)
#define VALUE_19(x, ...) VALUE(x), VALUE_18(__VA_ARGS__)
#define VALUE_20(x, ...) VALUE(x), VALUE_19(__VA_ARGS__)
#define VALUE_21(x, ...) VALUE(x), VALUE_20(__VA_ARGS__)
#define VALUE_22(x, ...) VALUE(x), VALUE_21(__VA_ARGS__)
#define VALUE_23(x, ...) VALUE(x), VALUE_22(__VA_ARGS__)
#define VALUE_24(x, ...) VALUE(x), VALUE_23(__VA_ARGS__)

/* Appends `parts` / 10^digits, without trailing zeros. */
void zi_buffer_decimal(struct buffer *b, int64_t parts, unsigned digits);

/* Appends the start of a message: `FILE:LINE: SEVERITY: `. */
static inline void buffer_place(struct buffer *b, struct text file, uint64_t line,
                                const char *severity) {
    buffer_add(b, value_line(file, UINT32_MAX), ":", line, ": ", severity, ": ");
}
