/* What the direct C programs share: the generator and its streams, sums, the entry point.
 *
 * Each program plays games first, first + 1, ... of a run with the same streams, seat orders and
 * deals as the engine, and must come to the same whole numbers. It is written as one would write
 * a simulation of this one game with these agents: no rules interface, no checks, plain structs.
 */
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef struct { u64 a, b, c, d; } Rng;

#define GOLDEN 0x9E3779B97F4A7C15ull
#define STREAM 0xD1342543DE82EF95ull
#define ONE ((i64)1 << 53)

static inline u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static inline void seed_stream(Rng *r, u64 seed, u64 stream) {
    u64 z = mix(seed + GOLDEN) + stream * STREAM;
    r->a = mix(z + GOLDEN);
    r->b = mix(z + 2 * GOLDEN);
    r->c = mix(z + 3 * GOLDEN);
    r->d = mix(z + 4 * GOLDEN);
}

static inline u64 rotate(u64 x, int k) { return (x << k) | (x >> (64 - k)); }

static inline u64 next64(Rng *r) {
    u64 result = rotate(r->a + r->d, 23) + r->a, t = r->b << 17;
    r->c ^= r->a;
    r->d ^= r->b;
    r->b ^= r->c;
    r->a ^= r->d;
    r->c ^= t;
    r->d = rotate(r->d, 45);
    return result;
}

static inline u64 below(Rng *r, u64 n) {
    unsigned __int128 product = (unsigned __int128)next64(r) * n;
    if ((u64)product < n) {
        u64 threshold = -n % n;
        while ((u64)product < threshold) product = (unsigned __int128)next64(r) * n;
    }
    return product >> 64;
}

static inline i64 bits53(Rng *r) { return next64(r) >> 11; }
static inline double uniform(Rng *r) { return bits53(r) * 0x1p-53; }

/* Sums by place and seat, as the engine reports them. */
typedef struct {
    i64 games[SEATS][SEATS];
    i64 sum[2][SEATS][SEATS]; /* pay-offs in units; wins in shares */
    i64 square[SEATS][SEATS];
    i64 endings[2];
} Sums;

/* A win's shares, as outwit.play.loop.win_share: lcm(1..SEATS). */
#if SEATS == 2
#define SHARES 2
#elif SEATS == 3
#define SHARES 6
#elif SEATS == 4
#define SHARES 12
#endif

static inline void add_up(Sums *s, const i64 *order, const i64 *out, int ending) {
    i64 best = out[0], ties = 1;
    for (int seat = 1; seat < SEATS; seat++) {
        if (out[seat] > best) best = out[seat], ties = 1;
        else if (out[seat] == best) ties++;
    }
    i64 share = ending == 0 ? SHARES / ties : 0;
    for (int seat = 0; seat < SEATS; seat++) {
        i64 place = order[seat], value = out[seat];
        s->games[place][seat]++;
        s->sum[0][place][seat] += value;
        s->sum[1][place][seat] += value == best ? share : 0;
        s->square[place][seat] += value * value;
    }
    s->endings[ending]++;
}

/* One game: place order[seat] sits at each seat; chance draws from stream (SEATS + 1) * deal, the
 * agent at a seat from the one that follows by 1 + seat. Returns how it ended. */
static int game(const i64 *order, u64 seed, u64 stream, const double *parameters, i64 *out);

/* What a program makes of its parameters once, before the first game. */
#ifndef PREPARES
static void prepare(const double *parameters) { (void)parameters; }
#else
static void prepare(const double *parameters);
#endif

/* orders: `turns` rows of SEATS places, played in turn; games of one deal stand together. */
void play(u64 seed, i64 first, i64 number, i64 turns, const i64 *orders,
          const double *parameters, Sums *sums) {
    memset(sums, 0, sizeof *sums);
    prepare(parameters);
    for (i64 g = first; g < first + number; g++) {
        const i64 *order = orders + SEATS * (g % turns);
        i64 out[SEATS];
        int ending = game(order, seed, (u64)(SEATS + 1) * (u64)(g / turns), parameters, out);
        add_up(sums, order, out, ending);
    }
}
