/* Continuous blackjack, three seats. parameters, by place: a fixed threshold, and whether the
 * best score so far is chased beyond it (`adaptive`). */
#define SEATS 3
#include "common.h"

static int game(const i64 *order, u64 seed, u64 stream, const double *parameters, i64 *out) {
    Rng chance;
    i64 total[SEATS], best = 0;
    seed_stream(&chance, seed, stream);
    for (int seat = 0; seat < SEATS; seat++) {
        const double *p = parameters + 2 * order[seat];
        i64 limit = (i64)(p[0] * ONE);
        if (p[1] != 0 && best > limit) limit = best;
        i64 t = 0;
        while (t <= limit) {
            t += bits53(&chance);
            if (t > ONE) break;
        }
        if (t <= ONE && t > best) best = t;
        total[seat] = t;
    }
    int winners = 0;
    for (int seat = 0; seat < SEATS; seat++) winners += total[seat] == best;
    for (int seat = 0; seat < SEATS; seat++)
        out[seat] = best > 0 && total[seat] == best ? SHARES / winners : 0;
    return best == 0;
}
