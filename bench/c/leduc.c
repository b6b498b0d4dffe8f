/* Leduc poker between threshold agents. parameters: raise_at, call_at of each place. */
#define SEATS 2
#include "common.h"

static inline int rank_of(int card) { return card >= 3 ? card - 3 : card; }

static int game(const i64 *order, u64 seed, u64 stream, const double *parameters, i64 *out) {
    Rng chance;
    seed_stream(&chance, seed, stream);
    int one = below(&chance, 6), two = below(&chance, 5);
    two += two >= one;
    int mine[2] = {rank_of(one), rank_of(two)};
    int paid[2] = {1, 1}, public = -1;
    for (int round = 0; round < 2; round++) {
        if (round == 1) {
            int low = one < two ? one : two, high = one < two ? two : one;
            public = below(&chance, 4);
            public += public >= low;
            public += public >= high;
            public = rank_of(public);
        }
        int raises = 0;
        for (int said = 1, seat = 0;; said++, seat = 1 - seat) {
            const double *p = parameters + 2 * order[seat];
            int strength = mine[seat] == public ? 3 : mine[seat];
            int behind = paid[seat] < paid[1 - seat];
            if (strength >= p[0] && raises < 2) {
                paid[seat] = paid[1 - seat] + (round == 0 ? 2 : 4);
                raises++;
                continue;
            }
            if (behind && strength < p[1]) {
                out[seat] = -paid[seat];
                out[1 - seat] = paid[seat];
                return 0;
            }
            paid[seat] = paid[1 - seat];
            if (said > 1) break;
        }
    }
    int a = mine[0] == public ? 3 : mine[0], b = mine[1] == public ? 3 : mine[1];
    out[0] = a > b ? paid[1] : a < b ? -paid[0] : 0;
    out[1] = -out[0];
    return 0;
}
