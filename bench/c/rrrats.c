/* Rrrats! between agents that stop with so many tokens. parameters: `at` of each place. */
#define SEATS 2
#include "common.h"

#define TOKENS 31
#define LIMIT 4
#define CAP 10000

static unsigned char throws[36][2]; /* both faces of each of 36 equally likely throws */

static void __attribute__((constructor)) fill(void) {
    static const int weight[3] = {3, 2, 1};
    int n = 0;
    for (int high = 0; high < 3; high++)
        for (int low = 0; low <= high; low++)
            for (int k = 0; k < (high == low ? 1 : 2) * weight[high] * weight[low]; k++) {
                throws[n][0] = high;
                throws[n++][1] = low;
            }
}

static int game(const i64 *order, u64 seed, u64 stream, const double *parameters, i64 *out) {
    Rng chance;
    int points[2] = {0, 0}, pile = TOKENS, seat = 0;
    seed_stream(&chance, seed, stream);
    for (int turns = 0; turns < CAP; turns++, seat = 1 - seat) {
        int hand = 0, at = parameters[order[seat]];
        do {
            const unsigned char *thrown = throws[below(&chance, 36)];
            if (thrown[0] == 0) { /* both dice show 0 */
                pile += hand;
                hand = 0;
                break;
            }
            for (int die = 0; die < 2; die++) {
                int face = thrown[die];
                if (face == 2 && points[1 - seat] > 0) points[1 - seat]--, hand++;
                else if (face > 0 && pile > 0) pile--, hand++;
            }
            int surplus = hand - LIMIT;
            if (surplus > 0) {
                hand = LIMIT;
                pile += surplus;
            }
            if (pile == 0) {
                points[seat] += hand;
                int sign = (points[0] > points[1]) - (points[0] < points[1]);
                out[0] = sign;
                out[1] = -sign;
                return 0;
            }
            if (surplus > 0) break;
        } while (hand < at);
        points[seat] += hand;
    }
    out[0] = out[1] = 0;
    return 1;
}
