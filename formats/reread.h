/* Rereads sheets for a repairer. */
#pragma once

#include "formats/converter.h"
#include "validators/api/judging.h"
#include "validators/reading/repairer.h"

/* With the settings of a task. Starts zeroed. */
struct rereading {
    struct converter converter; /* opened when needed */
    struct buffer text;         /* a copy of the document for it */
    const struct defaults *const *defaults;
};

/* Opens a repairer that uses the settings of the worker's task and rereads sheets. False when out
 * of memory; close both even then. */
bool zi_rereading_open(struct rereading *x, struct repairer *p, struct task_worker *w);
void zi_rereading_close(struct rereading *x, struct repairer *p);
