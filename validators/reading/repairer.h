/* Records with their repairs, which are judged before they are made. */
#pragma once

#include "validators/reading/record_reading.h"
#include "validators/replay/judge.h"
#include "validators/replay/repair.h"

/* What one thread needs. It must not move between _open and _close. */
struct repairer {
    struct judge judge;   /* of the record as it is */
    struct repair repair; /* its repairs */
    struct repair style;  /* what is not repaired because it is only another form */
    bool strict;          /* set after _open: departures from the notation are repaired */

    bool guess; /* set after _open: the most likely reading of moves is used if none is certain */

    /* Set after _open. Adds repairs that are wanted whether a record is valid or not; NULL: none.
     */
    void (*more)(void *context, struct record *r, struct repair *repair);
    void *context;

    /* Set after _open. A document that is a score sheet, with the words that people use for keys
       and values, as a record: a text that stays until the next call. False where it is not one, or
       says something else too, or *out_of_memory is set. NULL: sheets are left alone. */
    bool (*reread)(void *sheets, const struct document *d, struct text *out, bool *out_of_memory);
    void *sheets;

    struct reading reading;      /* of the moves of the record */
    const struct reading *found; /* &reading; NULL: none was looked for */

    struct text other; /* set before a record is judged: the moves of another sheet of its game */

    /* States that the search for readings may have beyond what each byte of a record allows. Only
       records that are `early` in their stream may use it: so what becomes of a record depends on
       nothing that another thread does. */
    struct reading_purse purse;
    bool early;

    /* The record with its repairs. */
    struct buffer text;
    struct record repaired;
    struct verdict repaired_verdict;
    struct repair rest;  /* what would still be repaired */
    struct record sheet; /* the record that a sheet becomes */
    struct buffer sheet_text;
    struct observer observer;
};

/* Bytes at the start of a stream within which a record is early, or may be a sheet. */
enum { EARLY_BYTES = 64 * 1024, SHEET_BYTES = 256 * 1024 };

/* *p must come zeroed. False when out of memory; it must be closed nevertheless. */
bool zi_repairer_open(struct repairer *p);
void zi_repairer_close(struct repairer *p);

/* Before zi_repair_end, if the moves stopped at a fault and their reading is known: adds its
   slips. */
void zi_repair_read(struct repair *p, struct record *r, const struct reading *reading);

/* Looks for the reading of a record that p->judge has judged: p->reading, or NULL if the moves
   do not stop at a fault. p->judge.record.out_of_memory is set when out of memory. */
const struct reading *zi_repairer_find(struct repairer *p);

/* Judges and finalizes the record that was read into p->judge.record, and gathers what is to be
   repaired in it: nothing but what `more` adds where it is valid. False if it is left alone for
   that. p->judge.record.out_of_memory is set when out of memory, in the next function too. */
bool zi_repairer_judge(struct repairer *p);

/* Makes the repairs in memory and judges what comes out. Returns whether they are to be made; if
   not, and some are possible, *why says why. `touched` is what zi_repairer_judge returned. Where
   the form of the record stays wrong it is read as a sheet. */
bool zi_repairer_prove(struct repairer *p, const struct document *d, bool touched,
                       const char **why);

/* Makes p->repair the one edit that writes a sheet as a valid record; the text is in p->text. False
   where that cannot be done; then nothing changes. */
bool zi_repairer_reread(struct repairer *p, const struct document *d);

/* Whether what was read and judged is a record: a key or the defaults name its game, or it is
   broken. Anything else is left as it is, unless it is a sheet. */
bool zi_repairer_is_record(const struct repairer *p);

/* Reads a record and does all that. *repair: what is to be repaired; *style: what could be written
   in another form; NULL where nothing is. False: it is the rest of a broken one. */
bool zi_repairer_read(struct repairer *p, const struct document *d, const struct edits **repair,
                      const struct edits **style);
