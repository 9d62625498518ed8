/* Tables: RFC 4180 with any separator, their headings, and their rows. */
#pragma once

#include "formats/formats.h"
#include "formats/headings.h"

/* What a heading is called by the user. */
struct csv_map {
    const char *heading; /* as in the table, of any case */
    size_t heading_length;
    const char *key; /* a column's own heading, `x-...`, or empty: it is omitted */
};

/* Takes `--map HEADING=KEY` apart. NULL, or why it is none, a static text. */
const char *zi_csv_map(const char *text, struct csv_map *out);

/* Columns of `x-` keys, beyond CSV_COLUMNS. */
enum { CSV_EXTRAS_MAX = 64, CSV_UNKNOWN = 255, CSV_LEFT_OUT = 254 };

/* What is known of a stream's table, once its first row has been read; then it does not change. */
struct csv_table {
    bool sheet; /* false: it is not what a score sheet keeps (sheet.h) */
    char separator;
    bool guessed; /* the separator: another one is as good */
    bool crlf;    /* the first line ends with CR LF */
    bool named;   /* the first row names columns */
    bool games;   /* a row is a game, else a turn */
    bool scored;  /* it may be a score sheet: sides are over moves, or the first row is a title */
    uint64_t start, end; /* of the row of headings in the stream; of the first row of data */
    size_t count;        /* columns */
    size_t known;        /* of these, where the first row names them */
    uint8_t *of; /* what each of them is: enum csv_column, or CSV_COLUMNS and the number of an
                    extra, or one of the two above */
    bool has[CSV_COLUMNS];
    const char *extra[CSV_EXTRAS_MAX]; /* the user's texts */
    size_t extra_count;
};

/* Whether a stream that begins so is a table: its first line says what separates the columns, or
   names at least two of them. */
bool zi_csv_recognise(struct text head, bool *failed);

/* The table of a stream: reads its first row, if that has not been done. NULL if memory runs
   out. */
const struct csv_table *zi_csv_table(struct source *s);

/* The table of a document that came from such a stream, or a table of its own without headings. */
const struct csv_table *zi_csv_table_of(const struct document *d);

/* Cuts the next record off: a row of a game, or the rows of turns that follow each other with the
   same file and number of a record. */
bool zi_csv_next(struct source *s, struct document *out);

/* Appends rows, whose lines end with LF, with CR LF in its place; line ends in quotes stay. */
void zi_csv_crlf(struct buffer *out, struct text rows);

/* Begins the record of a document that is text. Reports unknown headings if the document has the
   row of headings. */
void zi_csv_begin(struct record *r, const struct document *d);

struct csv_value {
    struct text text;
    size_t place; /* bytes from the start of the document */
    bool doubled; /* the document has its quotes doubled: the text is a copy */
    bool quoted;  /* in the document */
    bool made;    /* of what is at that place */
};

/* The parser of fields and rows, which reads a text piece by piece. Blanks around a field and empty
   rows are left out. */
struct csv_parse {
    char separator;
    enum {
        CSV_AT_ROW,
        CSV_AT_FIELD,
        CSV_IN_PLAIN,
        CSV_IN_QUOTES,
        CSV_BEHIND_QUOTE
    } state;                     /* CSV_BEHIND_QUOTE: after one */
    bool quoted, doubled, ended; /* ended: a row has ended in the last piece */
    size_t at;                   /* bytes that are read */
    size_t from;                 /* where the present field starts, with its blanks */
    size_t start, end;           /* its content so far, without its quotes */
    size_t column;
    struct buffer copy; /* of a field whose quotes are doubled */
    void (*field)(void *context, const struct csv_parse *p, struct text value);
    void *context;
};

/* The rows of a document, one after the other. */
struct csv_rows {
    const struct csv_table *table;
    struct text text;
    struct csv_parse parse;
    size_t field;      /* where the present field starts; where the quotes are wrong */
    struct arena room; /* of values that the document writes differently */
    bool ended, faulty, failed;
    bool heading; /* the row is that of the headings, */
    size_t unknown;
    struct record *record; /* which reports those that are unknown */

    /* The row read last: its place, how many fields it has, and up to the last one that is not
       empty, and those that have a meaning, whose texts last until the next row. */
    size_t place, count, filled;
    struct csv_value value[CSV_COLUMNS];
    struct csv_value extra[CSV_EXTRAS_MAX];
};

/* The claims of a row of a turn, other than its move; in the record's arena. */
struct csv_claim {
    struct csv_claim *next;
    struct csv_value player, captured, position;
};
struct csv_claims {
    struct csv_claim *first, *last;    /* of the turns that have not been judged */
    bool player_wrong, position_wrong; /* this was reported */
};

/* Compares the claims of a turn with the rules; for an observer of the moves. */
void zi_csv_check_claims(struct csv_claims *c, const struct move_reader *in, enum token token,
                         struct position_series *position);

void zi_csv_rows_open(struct csv_rows *rows, const struct document *d);
void zi_csv_rows_close(struct csv_rows *rows);

/* Reads the next row. False at the end, and where the quotes are wrong. */
bool zi_csv_rows_next(struct csv_rows *rows);

/* The value's text as a node, at its place. `text` (of it, or another one) is what it says. */
struct node *zi_csv_scalar(struct record *r, const struct csv_value *v, struct text text,
                           enum written_as as);
