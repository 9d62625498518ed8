/* The implementation of a zet_settings. */
#pragma once

#include "notation/base/option.h"
#include "validators/replay/judge.h"
#include "validators/replay/zet_yaml.h"

enum setting { SETTING_GAME, SETTING_VARIANT, SETTING_NAMES, SETTING_LEVEL, SETTINGS };

extern const zet_option zi_setting_rows[SETTINGS + 1];

struct zet_settings {
    char *value[SETTINGS]; /* NULL: not given */
    struct defaults defaults;
    enum severity level; /* if given */
};
