#include "CRE2.h"

#include <cstring>
#include <exception>
#include <re2/re2.h>
#include <string>

struct cre2_expression {
    RE2 expression;
    cre2_expression(const re2::StringPiece &text, const RE2::Options &options) : expression(text, options) {}
};

static void describe(const char *reason, size_t offset, cre2_error *error) {
    std::strncpy(error->reason, reason, sizeof error->reason - 1);
    error->reason[sizeof error->reason - 1] = '\0';
    error->offset = offset;
}

extern "C" cre2_expression *cre2_compile(const uint8_t *text, size_t length, cre2_error *error) {
    try {
        RE2::Options options;
        options.set_encoding(RE2::Options::EncodingLatin1);
        options.set_log_errors(false);
        options.set_max_mem(CRE2_MEMORY_MAXIMUM);
        const re2::StringPiece piece(reinterpret_cast<const char *>(text), length);
        cre2_expression *result = new cre2_expression(piece, options);
        if (result->expression.ok()) {
            const int size = result->expression.ProgramSize();
            if (size <= CRE2_INSTRUCTION_MAXIMUM) return result;
            const std::string reason = "pattern too large - it takes " + std::to_string(size) + " instructions, " +
                                       std::to_string(CRE2_INSTRUCTION_MAXIMUM) + " are allowed";
            describe(reason.c_str(), 0, error);
            delete result;
            return nullptr;
        }
        // What names no part, as a backslash at the end, went wrong at the end.
        const std::string &part = result->expression.error_arg();
        const size_t offset = part.empty() ? length : piece.as_string().find(part);
        describe(result->expression.error().c_str(), offset == std::string::npos ? 0 : offset, error);
        delete result;
    } catch (const std::exception &exception) {
        describe(exception.what(), 0, error);
    }
    return nullptr;
}

extern "C" void cre2_free(cre2_expression *expression) { delete expression; }

extern "C" int cre2_group_count(const cre2_expression *expression) {
    return expression->expression.NumberOfCapturingGroups();
}

extern "C" bool cre2_search(const cre2_expression *expression, const uint8_t *text, size_t length, size_t offset,
                            cre2_range *ranges, int count) {
    const re2::StringPiece piece(reinterpret_cast<const char *>(text), length);
    re2::StringPiece parts[2];
    if (count > 2) count = 2;
    if (!expression->expression.Match(piece, offset, length, RE2::UNANCHORED, parts, count)) return false;
    for (int number = 0; number < count; number++) {
        if (parts[number].data() == nullptr) {
            ranges[number] = {-1, -1};
            continue;
        }
        const ptrdiff_t start = parts[number].data() - piece.data();
        ranges[number] = {start, start + static_cast<ptrdiff_t>(parts[number].size())};
    }
    return true;
}
