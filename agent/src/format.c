/*
 * snprintf and vsnprintf with the conversions that the agent uses: %s %.*s %d %u %x, with l and ll. They replace the functions of the libc at link time, which
 * also write floating-point numbers and make each binary 8 to 13 kB larger. A test compares the conversions in the sources with this list.
 */
#include "agent.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text {
  char *at;
  size_t size;
  size_t length; /* without a limit: it may exceed the size */
};

static void append(struct text *text, const char *from, size_t length) {
  size_t space = text->length + 1 < text->size ? text->size - 1 - text->length : 0;
  if (space > 0) memcpy(text->at + text->length, from, length < space ? length : space);
  text->length += length;
}

static void append_number(struct text *text, unsigned long long number, unsigned base, bool negative) {
  char digits[24], *at = digits + sizeof digits;
  if (negative) number = -number;
  do *--at = "0123456789abcdef"[number % base]; while (number /= base);
  if (negative) *--at = '-';
  append(text, at, (size_t)(digits + sizeof digits - at));
}

int vsnprintf(char *restrict at, size_t size, const char *restrict format, va_list values) {
  struct text text = { .at = at, .size = size };
  for (; *format; format++) {
    if (*format != '%') { append(&text, format, 1); continue; }
    int longs = 0, most = -1;
    if (strncmp(format + 1, ".*", 2) == 0) { most = va_arg(values, int); format += 2; }
    for (; format[1] == 'l'; format++) longs++;
    switch (*++format) {
      case 's': {
        const char *string = va_arg(values, const char *);
        append(&text, string, most < 0 ? strlen(string) : strnlen(string, (size_t)most));
        break;
      }
      case 'd': {
        long long number = longs == 0 ? va_arg(values, int) : longs == 1 ? va_arg(values, long) : va_arg(values, long long);
        append_number(&text, (unsigned long long)number, 10, number < 0);
        break;
      }
      case 'u': case 'x': {
        unsigned long long number = longs == 0 ? va_arg(values, unsigned) : longs == 1 ? va_arg(values, unsigned long) : va_arg(values, unsigned long long);
        append_number(&text, number, *format == 'u' ? 10 : 16, false);
        break;
      }
      default: append(&text, format, 1);
    }
  }
  if (size > 0) at[text.length < size ? text.length : size - 1] = 0;
  return (int)text.length;
}

int snprintf(char *restrict at, size_t size, const char *restrict format, ...) {
  va_list values;
  va_start(values, format);
  int length = vsnprintf(at, size, format, values);
  va_end(values);
  return length;
}

long read_number(const char *text, char **end) {
  long number = 0;
  for (; *text >= '0' && *text <= '9'; text++) number = number < 1000000000 ? 10 * number + (*text - '0') : number;
  if (end) *end = (char *)text;
  return number;
}
