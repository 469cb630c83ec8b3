#ifndef CBYTES_H
#define CBYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// What stands where among 64 bytes: one bit a byte, the lowest for the first.
typedef struct {
    /// The six of ASCII white space: 09 to 0D, and 20.
    uint64_t space;
    /// 0A.
    uint64_t line_end;
} cbytes_classes;

/// Gathers the highest bits of eight bytes, of which all other bits are zero.
static inline uint64_t cbytes_gather(uint64_t high) { return (high >> 7) * UINT64_C(0x0102040810204080) >> 56; }

/// Looks at 64 bytes, which need not be aligned.
static inline cbytes_classes cbytes_classify(const uint8_t *bytes) {
    cbytes_classes classes = {0, 0};
#if defined(__SSE2__)
    const __m128i blank = _mm_set1_epi8(0x20), end = _mm_set1_epi8(0x0A), tab = _mm_set1_epi8(0x09);
    const __m128i widest = _mm_set1_epi8(4);
    for (int part = 0; part < 4; part++) {
        const __m128i here = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
        const __m128i above = _mm_sub_epi8(here, tab);
        const __m128i space =
            _mm_or_si128(_mm_cmpeq_epi8(here, blank), _mm_cmpeq_epi8(_mm_min_epu8(above, widest), above));
        classes.space |= (uint64_t)(uint32_t)_mm_movemask_epi8(space) << (16 * part);
        classes.line_end |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(here, end)) << (16 * part);
    }
#else
    const uint64_t high = UINT64_C(0x8080808080808080), each = UINT64_C(0x0101010101010101);
    for (int part = 0; part < 8; part++) {
        uint64_t here;
        memcpy(&here, bytes + 8 * part, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        here = __builtin_bswap64(here);
#endif
        const uint64_t low = here & ~high;
        const uint64_t from_tab = low + each * (0x80 - 0x09), above_return = low + each * (0x80 - 0x0E);
        const uint64_t no_blank = (low ^ each * 0x20) + each * 0x7F, no_end = (low ^ each * 0x0A) + each * 0x7F;
        classes.space |= cbytes_gather(((from_tab & ~above_return) | ~no_blank) & ~here & high) << (8 * part);
        classes.line_end |= cbytes_gather(~no_end & ~here & high) << (8 * part);
    }
#endif
    return classes;
}

/// Sixteen bytes, as they stand in memory.
typedef struct {
    uint64_t first;
    uint64_t second;
} cbytes_sixteen;

/// Reads sixteen bytes, and has zeros in place of those from `count` on, which is sixteen at most.
static inline cbytes_sixteen cbytes_read(const uint8_t *bytes, size_t count) {
    static const uint8_t kept[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    uint64_t words[2], masks[2];
    memcpy(words, bytes, sizeof words);
    memcpy(masks, kept + 16 - count, sizeof masks);
    return (cbytes_sixteen){words[0] & masks[0], words[1] & masks[1]};
}

/// Asks for memory that is soon written to; whether the address is one does not matter.
static inline void cbytes_prefetch(const void *address) { __builtin_prefetch(address, 1); }

/// Says that memory is used all over, so that large pages spare the translation of addresses: a wish, no more.
static inline void cbytes_prefer_large_pages(void *memory, size_t size) {
#if defined(MADV_HUGEPAGE)
    (void)madvise(memory, size, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)size;
#endif
}

#endif
