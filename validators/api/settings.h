/* The inside of a zet_settings. */
#ifndef ZET_VALIDATORS_API_SETTINGS_H
#define ZET_VALIDATORS_API_SETTINGS_H

#include "validators/replay/validate.h"
#include "validators/zet.h"

enum setting { SETTING_GAME, SETTING_VARIANT, SETTING_NAMES, SETTING_LEVEL, SETTINGS };

struct setting_row {
    const char *name, *argument, *about;
};
extern const struct setting_row zet_setting_rows[SETTINGS];

struct zet_settings {
    char *value[SETTINGS]; /* NULL: not given */
    struct defaults defaults;
    enum severity level; /* where it is given */
};

#endif
