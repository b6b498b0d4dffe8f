/* Bluff, four seats, 52 cards, sorted hands, between players that lay by an order of preference
 * and call by what they hold. parameters of each place: for each announced rank 14 ranks in the
 * order in which they are tried (-1: the lowest card held); then how often it calls holding two,
 * three, four of the rank, and the number of cards below which it always calls. */
#define SEATS 4
#define PREPARES
#include "common.h"

#define RANKS 13
#define TRIED (RANKS + 1)
#define MOST_TURNS 1000

typedef struct {
    signed char order[RANKS][TRIED];
    double call[5]; /* by how many of the rank it holds */
    int below, draws;
} Player;

static Player players[SEATS];

static void prepare(const double *p) {
    for (int place = 0; place < SEATS; place++) {
        Player *player = players + place;
        for (int rank = 0; rank < RANKS; rank++)
            for (int i = 0; i < TRIED; i++) player->order[rank][i] = *p++;
        player->call[0] = player->call[1] = 0;
        for (int held = 2; held <= 4; held++) player->call[held] = *p++;
        player->below = *p++;
        player->draws = 0;
        for (int held = 2; held <= 4; held++)
            player->draws |= player->call[held] > 0 && player->call[held] < 1;
    }
}

static inline int held(u64 cards, int rank) { return cards >> (4 * rank) & 15; }

static inline void deal(Rng *chance, u64 *hand) {
    static const signed char all[52] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
        36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51};
    signed char deck[52], place[52], of[RANKS];
    memcpy(deck, all, 52);
    memcpy(place, all, 52);
    memset(of, 4, RANKS);
    for (int left = 52; left > 0;) {
        int seat = (52 - left) & 3, rank = deck[below(chance, left)] / 4;
        int card = 4 * rank + --of[rank], gap = place[card], moved = deck[--left];
        deck[gap] = moved;
        place[moved] = gap;
        hand[seat] += 1ull << (4 * rank);
    }
}

static int game(const i64 *order, u64 seed, u64 stream, const double *parameters, i64 *out) {
    (void)parameters;
    Rng chance, luck[SEATS];
    u64 hand[SEATS] = {0}, pile = 0;
    int cards[SEATS] = {13, 13, 13, 13}, in_pile = 0;
    seed_stream(&chance, seed, stream);
    for (int seat = 0; seat < SEATS; seat++)
        if (players[order[seat]].draws) seed_stream(luck + seat, seed, stream + 1 + seat);
    deal(&chance, hand);
    for (int seat = 0; seat < SEATS; seat++) out[seat] = 0;
    for (int turn = 0, seat = 0, rank = 0; turn < MOST_TURNS; turn++) {
        const signed char *wanted = players[order[seat]].order[rank];
        int laid, lays = 1;
        for (;; wanted++) {
            laid = *wanted;
            if (laid < 0) {
                laid = __builtin_ctzll(hand[seat]) / 4;
                break;
            }
            if (held(hand[seat], laid)) break;
        }
        if (laid == rank) lays = held(hand[seat], rank);
        u64 down = (u64)lays << (4 * laid);
        hand[seat] -= down;
        pile += down;
        cards[seat] -= lays;
        in_pile += lays;
        for (int asked = (seat + 1) & 3; asked != seat; asked = (asked + 1) & 3) {
            const Player *player = players + order[asked];
            double doubt = cards[seat] < player->below ? 1 : player->call[held(hand[asked], rank)];
            if (doubt <= 0 || (doubt < 1 && uniform(luck + asked) >= doubt)) continue;
            int loser = laid == rank ? asked : seat;
            hand[loser] += pile;
            cards[loser] += in_pile;
            pile = in_pile = 0;
            break;
        }
        if (cards[seat] == 0) {
            out[seat] = 1;
            return 0;
        }
        seat = (seat + 1) & 3;
        rank = rank < RANKS - 1 ? rank + 1 : 0;
    }
    return 1;
}
