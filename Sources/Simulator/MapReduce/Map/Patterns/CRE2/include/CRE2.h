#ifndef CRE2_H
#define CRE2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most bytes that an expression takes, compiled and with the states that searching finds: RE2 takes a third for
/// what it was compiled to, and searches without keeping states, in linear time still, where they do not fit.
#define CRE2_MEMORY_MAXIMUM (8 << 20)

/// The most instructions that an expression is compiled to. Where the states do not fit a search may take as many steps
/// for each byte of the text.
#define CRE2_INSTRUCTION_MAXIMUM 10000

/// A compiled expression; threads may search with it at the same time.
typedef struct cre2_expression cre2_expression;

/// A part of a text, in bytes; `start` is -1 where a group took no part in the match.
typedef struct {
    ptrdiff_t start;
    ptrdiff_t end;
} cre2_range;

/// Why an expression cannot be compiled, cut to what fits, and where the offending part first stands in it.
typedef struct {
    char reason[256];
    size_t offset;
} cre2_error;

/// Compiles an expression over bytes (Latin-1). Gives null, and fills `error`, where it is none.
cre2_expression *cre2_compile(const uint8_t *text, size_t length, cre2_error *error);

/// Frees an expression.
void cre2_free(cre2_expression *expression);

/// How many groups the expression captures.
int cre2_group_count(const cre2_expression *expression);

/// Finds the first match in `text` from `offset` on: `ranges[0]` is the match, and `ranges[1]` the first group if
/// `count` is 2. A `count` of 0 only asks whether there is one, which is faster.
bool cre2_search(const cre2_expression *expression, const uint8_t *text, size_t length, size_t offset,
                 cre2_range *ranges, int count);

#ifdef __cplusplus
}
#endif

#endif
