/* Messages: one line each on stderr, which `kubectl logs` and the events of hooks and probes show. */
#include "agent.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char reason[512] = "not tried yet";
volatile bool prints_message;

static void print_line(const char *format, va_list values) {
  char line[1024] = "startup-order: ";
  size_t used = strlen(line);
  int wanted = vsnprintf(line + used, sizeof line - used - 1, format, values);
  used += wanted < 0 ? 0 : (size_t)wanted < sizeof line - used - 1 ? (size_t)wanted : sizeof line - used - 2;
  for (size_t i = 0; i < used; i++) {
    if ((unsigned char)line[i] < ' ' || line[i] == 127) line[i] = ' ';
  }
  line[used++] = '\n';
  /* One write, so that lines of several agents do not mix. A closed stderr, or one without a reader, causes no failure. */
  prints_message = true;
  if (write(STDERR_FILENO, line, used) < 0) {}
  prints_message = false;
}

void say(const char *format, ...) {
  va_list values;
  va_start(values, format);
  print_line(format, values);
  va_end(values);
}

void explain(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(reason, sizeof reason, format, values);
  va_end(values);
}

void explain_errno(const char *what) {
  int error = errno;
  explain("%s%s%s", what, *what ? ": " : "", strerror(error));
}

void fail(int code, const char *format, ...) {
  va_list values;
  va_start(values, format);
  print_line(format, values);
  va_end(values);
  _exit(code);
}
