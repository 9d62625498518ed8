/* The implementation of a zet_search and of a zet_names. */
#pragma once

#include "validators/api/archive.h"
#include "validators/archive/query.h"
#include "validators/zet.h"

struct zet_names {
    struct names_file file;
};

struct zet_search {
    struct query query;
};
