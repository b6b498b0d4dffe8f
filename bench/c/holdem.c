/* Simplified hold'em between the paper's threshold agents (table 1b). No parameters. */
#define SEATS 2
#include "common.h"

enum { FOLD, CALL, RAISE };

static inline int strong(int card, int low, int high) {
    return low < 0 ? card >= 3 : card == low || card == high;
}

static inline int strength(int card, int low, int high) {
    if (card == low && card == high) return 200;
    if (card == low || card == high) return 100 + 10 * card;
    if (low == high) return 100 + 10 * low + card;
    return card;
}

static int game(const i64 *order, u64 seed, u64 stream, const double *parameters, i64 *out) {
    (void)order, (void)parameters;
    Rng chance;
    int left[5] = {4, 4, 4, 4, 4}, mine[2], paid[2] = {1, 1}, low = -1, high = -1;
    seed_stream(&chance, seed, stream);
    for (int seat = 0; seat < 2; seat++) {
        int ticket = below(&chance, 20 - seat), rank = 0;
        while (ticket >= left[rank]) ticket -= left[rank++];
        mine[seat] = rank;
        left[rank]--;
    }
    for (int round = 0; round < 2; round++) {
        if (round == 1) {
            int ticket = below(&chance, 153);
            for (high = 0;; high++) {
                for (low = 0; low <= high; low++) {
                    int ways = high == low ? left[high] * (left[high] - 1) / 2
                                           : left[high] * left[low];
                    if (ticket < ways) goto turned;
                    ticket -= ways;
                }
            }
        }
    turned:
        for (int said = 1, seat = 0;; said++, seat = 1 - seat) {
            int behind = paid[seat] < paid[1 - seat];
            if (strong(mine[seat], low, high) && (seat == 1 || !behind)) {
                paid[seat] = paid[1 - seat] + 2;
                continue;
            }
            if (behind && !strong(mine[seat], low, high) && mine[seat] < (low < 0 ? 1 : 2)) {
                out[seat] = -paid[seat];
                out[1 - seat] = paid[seat];
                return 0;
            }
            paid[seat] = paid[1 - seat];
            if (said > 1) break;
        }
    }
    int a = strength(mine[0], low, high), b = strength(mine[1], low, high);
    out[0] = a > b ? paid[1] : a < b ? -paid[0] : 0;
    out[1] = -out[0];
    return 0;
}
