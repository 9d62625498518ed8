#include "notation/base/text_order.h"

static struct text without_zeros(struct text digits) {
    while (digits.len > 1 && *digits.at == '0')
        digits = (struct text){digits.at + 1, digits.len - 1};
    return digits;
}

int zet_text_order(struct text a, struct text b) {
    if (!a.len || !b.len)
        return (a.len == 0) - (b.len == 0);
    bool number = text_is_number(a);
    if (number != text_is_number(b))
        return number ? -1 : 1;
    struct text x = number ? without_zeros(a) : a, y = number ? without_zeros(b) : b;
    if (number && x.len != y.len)
        return x.len < y.len ? -1 : 1;
    int order = memcmp(x.at, y.at, x.len < y.len ? x.len : y.len);
    if (order)
        return order;
    if (x.len != y.len)
        return x.len < y.len ? -1 : 1;
    return (a.len > b.len) - (a.len < b.len);
}
