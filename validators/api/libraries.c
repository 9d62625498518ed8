/* The libraries that zet uses. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <utf8proc.h>
#include <yaml.h>

#include "validators/api/records.h"

#define QUOTED(x) #x
#define DOTTED(major, minor) QUOTED(major) "." QUOTED(minor)

bool zi_library_at(size_t index, const char **name, const char **version) {
    const char *const all[][2] = {
        {"compiler", __VERSION__},
        {"libyaml", yaml_get_version_string()},
        {"PCRE2", DOTTED(PCRE2_MAJOR, PCRE2_MINOR)},
        {"utf8proc", utf8proc_version()},
    };
    if (index >= sizeof all / sizeof *all)
        return false;
    *name = all[index][0];
    *version = all[index][1];
    return true;
}
