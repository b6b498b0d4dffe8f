/* War, a player short of cards in a war loses. parameters: the order in which each place puts
 * won cards under its deck, 0 decreasing, 1 increasing, 2 random. */
#define SEATS 2
#include "common.h"

#define PACK 52
#define RING 64
#define CAP 10000

static int game(const i64 *order, u64 seed, u64 stream, const double *parameters, i64 *out) {
    Rng chance;
    signed char ring[2][RING], pile[PACK];
    int first[2] = {0, 0}, left[2] = {PACK / 2, PACK / 2};
    seed_stream(&chance, seed, stream);
    for (int i = 0; i < PACK; i++) ring[i / 26][i % 26] = i / 4;
    for (int i = PACK - 1; i > 0; i--) {
        int j = below(&chance, i + 1);
        signed char card = ring[i / 26][i % 26];
        ring[i / 26][i % 26] = ring[j / 26][j % 26];
        ring[j / 26][j % 26] = card;
    }
    for (int battles = 0; battles < CAP; battles++) {
        int n = 0;
        for (;;) {
            int mine = ring[0][first[0]++ & 63], theirs = ring[1][first[1]++ & 63];
            left[0]--, left[1]--;
            pile[n++] = mine;
            pile[n++] = theirs;
            if (mine != theirs) {
                int seat = mine > theirs ? 0 : 1, how = parameters[order[seat]];
                if (how == 2) {
                    for (int i = n - 1; i > 0; i--) {
                        int j = below(&chance, i + 1);
                        signed char card = pile[i];
                        pile[i] = pile[j];
                        pile[j] = card;
                    }
                } else {
                    int sign = how == 1 ? 1 : -1;
                    for (int i = 1; i < n; i++) {
                        signed char card = pile[i];
                        int j = i;
                        for (; j > 0 && sign * pile[j - 1] > sign * card; j--) pile[j] = pile[j - 1];
                        pile[j] = card;
                    }
                }
                int end = first[seat] + left[seat];
                for (int i = 0; i < n; i++) ring[seat][(end + i) & 63] = pile[i];
                left[seat] += n;
                if (left[1 - seat] == 0) {
                    out[seat] = 1;
                    out[1 - seat] = -1;
                    return 0;
                }
                break;
            }
            if (left[0] < 2 || left[1] < 2) {
                int winner = left[0] >= 2 ? 0 : left[1] >= 2 ? 1 : -1;
                out[0] = winner < 0 ? 0 : winner == 0 ? 1 : -1;
                out[1] = -out[0];
                return 0;
            }
            for (int seat = 0; seat < 2; seat++) {
                pile[n++] = ring[seat][first[seat]++ & 63];
                left[seat]--;
            }
        }
    }
    out[0] = out[1] = 0;
    return 1;
}
