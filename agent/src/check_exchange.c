/*
 * tcp with --ready: the agent sends bytes to a server, and compares the answer with patterns. The agent knows no protocol:
 * the library has the bytes and patterns of each protocol (src/api/private/protocols.ts).
 */
#include "agent.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_SIZE = 4096, MOST_SHOWN = 80 };

/* The next part of a text, if it is no byte. */
enum { ANY_BYTE = 256, ANY_NUMBER, END, MALFORMED };

static int hex_digit(char digit) {
  static const char DIGITS[] = "0123456789abcdefABCDEF";
  const char *found = digit ? strchr(DIGITS, digit) : NULL;
  if (!found) return MALFORMED;
  int value = (int)(found - DIGITS);
  return value < 16 ? value : value - 6;
}

static bool is_printable(char byte) {
  return byte >= ' ' && byte <= '~';
}

/* Reads one byte or wildcard of a text, and moves the text behind it. */
static int read_next(const char **text) {
  const char *at = *text;
  if (!*at) return END;
  *text = at + 1;
  if (*at == '?') return ANY_BYTE;
  if (*at == '*') return ANY_NUMBER;
  if (*at != '\\') return is_printable(*at) ? *at : MALFORMED;
  if (!at[1]) return MALFORMED;
  *text = at + 2;
  switch (at[1]) {
    case 'r': return '\r';
    case 'n': return '\n';
    case '\\': case '?': case '*': return at[1];
    case 'x': {
      int high = hex_digit(at[2]), low = high == MALFORMED ? MALFORMED : hex_digit(at[3]);
      if (low == MALFORMED) return MALFORMED;
      *text = at + 4;
      return high << 4 | low;
    }
    default: return MALFORMED;
  }
}

bool is_escaped(const char *text) {
  int next;
  do next = read_next(&text); while (next < END);
  return next == END;
}

size_t decode_bytes(char *text) {
  const char *from = text;
  char *to = text;
  for (int next; (next = read_next(&from)) != END;) *to++ = next <= 255 ? (char)next : from[-1]; /* only patterns have wildcards */
  return (size_t)(to - text);
}

enum match { MATCHES, DIFFERS, NEEDS_MORE };

/* Compares the begin of an answer with a pattern; `matched` becomes the number of bytes that the pattern matches. */
static enum match compare(const char *pattern, const char *answer, size_t length, size_t *matched) {
  const char *after_any = NULL; /* the rest of the pattern after its last `*`, */
  size_t at = 0, any_from = 0;  /* and where in the answer this rest was tried last */
  for (;;) {
    int next = read_next(&pattern);
    if (next == END) { *matched = at; return MATCHES; }
    if (next == ANY_NUMBER) { after_any = pattern; any_from = at; continue; }
    if (at == length) return NEEDS_MORE;
    if (next == ANY_BYTE || next == (unsigned char)answer[at]) { at++; continue; }
    if (!after_any) return DIFFERS;
    pattern = after_any;
    at = ++any_from;
  }
}

/* The verdict of the first rule that matches. With more bytes to come, UNDECIDED if they may make a rule match. */
static enum verdict judge(const struct step *step, const char *answer, size_t length, bool more, size_t *matched) {
  for (int i = 0; i < step->rule_count; i++) {
    enum match match = compare(step->rules[i].pattern, answer, length, matched);
    if (match == MATCHES) return step->rules[i].verdict;
    if (match == NEEDS_MORE && more) return UNDECIDED;
  }
  return WRONG;
}

static void explain_unexpected(const char *answer, size_t length) {
  char shown[MOST_SHOWN];
  size_t count = length < MOST_SHOWN ? length : MOST_SHOWN;
  for (size_t i = 0; i < count; i++) shown[i] = is_printable(answer[i]) ? answer[i] : '.';
  explain("unexpected answer '%.*s'", (int)count, shown);
}

static void explain_silence(int64_t time) {
  char text[32];
  describe_time(text, sizeof text, time);
  explain("connected, but the server said nothing within %s", text);
}

bool try_exchange(const struct step *step, int64_t until) {
  static char answer[ANSWER_SIZE];
  int64_t begun = now();
  int fd = connect_host_port(step->value, until);
  if (fd < 0) return false;
  size_t length = 0, matched = 0, end = 0;
  enum verdict verdict = WRONG;
  bool goes_on = send_all(fd, step->send, step->send_length, until);
  while (goes_on) {
    ssize_t got = receive(fd, answer + length, sizeof answer - length, until);
    bool more = got > 0 && length + (size_t)got < sizeof answer;
    if (got > 0) length += (size_t)got;
    else if (got == 0) explain("connected, but the server has closed the connection without an answer");
    else if (now() >= until) explain_silence(until - begun);
    verdict = judge(step, answer, length, more, &matched);
    /* The message of the server is the text behind the pattern. The rest of it may still come. */
    for (end = matched; end < length && end - matched < MOST_SHOWN && is_printable(answer[end]);) end++;
    bool is_cut = verdict == NOT_YET && end == length && end - matched < MOST_SHOWN;
    goes_on = more && (verdict == UNDECIDED || is_cut);
  }
  close(fd);
  if (length == 0) return false;
  if (verdict == NOT_YET) explain("%.*s", (int)(end - matched), answer + matched);
  if (verdict == NOT_YET && end == matched) explain("the server is not ready yet");
  if (verdict == WRONG) explain_unexpected(answer, length);
  return verdict == READY;
}
