#include "notation/base/text_order.h"

static struct text without_zeros(struct text digits) {
    while (digits.len > 1 && *digits.at == '0')
        digits = text_after(digits, 1);
    return digits;
}

int zi_text_order_loose(struct text a, struct text b) {
    if (!a.len || !b.len)
        return (a.len == 0) - (b.len == 0);
    bool number = text_is_number(a);
    if (number != text_is_number(b))
        return number ? -1 : 1;
    struct text x = number ? without_zeros(a) : a, y = number ? without_zeros(b) : b;
    if (number && x.len != y.len)
        return x.len < y.len ? -1 : 1;
    return text_order(x, y);
}

int zi_text_order(struct text a, struct text b) {
    int order = zi_text_order_loose(a, b);
    return order ? order : (a.len > b.len) - (a.len < b.len);
}
