#include "cli/formats/formats.h"

void zet_format_loss(struct record *r, enum part part, size_t offset, const char *what) {
    zet_record_find(r, FINDING_LOSS, part, offset, NULL, zet_record_keep(r, text_of(what)));
}
