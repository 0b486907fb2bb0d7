/* Parses all arguments before the first step, so that an invalid argument changes nothing. */
#include "agent.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum modifier {
  TIMEOUT = 100, CONTINUE_AFTER, TRY_TIMEOUT, STATUS, HEADER, TEXT, FAILS_WITH, PASSES_WITH, FAILS_IF, FINAL, RETRY, PROTOCOL, SEND, GATE, ENDS, STOP_SIGNAL, QUIT,
  RENEW,
};

static const struct option {
  const char *name;
  int id;
  enum { NOTHING, VALUE, STATE_FILE, STATE_FILE_AND_KEY, WORDS, SECONDS } takes;
} OPTIONS[] = {
  { "for", FOR, VALUE },
  { "tcp", TCP, VALUE },
  { "protocol", PROTOCOL, VALUE },
  { "send", SEND, VALUE },
  { "ready", READY, VALUE },
  { "not-yet", NOT_YET, VALUE },
  { "wrong", WRONG, VALUE },
  { "http", HTTP, VALUE },
  { "status", STATUS, VALUE },
  { "header", HEADER, VALUE },
  { "dns", DNS, VALUE },
  { "file", FILE_EXISTS, VALUE },
  { "file-contains", FILE_CONTAINS, VALUE },
  { "text", TEXT, VALUE },
  { "unix-socket", UNIX_SOCKET, VALUE },
  { "command", COMMAND, WORDS },
  { "blocking-command", BLOCKING_COMMAND, WORDS },
  { "retry", RETRY, NOTHING },
  { "delay", DELAY, SECONDS },
  { "marked", MARKED, STATE_FILE_AND_KEY },
  { "running", RUNNING, STATE_FILE },
  { "fails-with", FAILS_WITH, VALUE },
  { "passes-with", PASSES_WITH, VALUE },
  { "fails-if", FAILS_IF, WORDS },
  { "final", FINAL, NOTHING },
  { "exited", EXITED, STATE_FILE_AND_KEY },
  { "timeout", TIMEOUT, SECONDS },
  { "continue-after", CONTINUE_AFTER, SECONDS },
  { "try-timeout", TRY_TIMEOUT, SECONDS },
  { "then", THEN, NOTHING },
  { "mark", MARK, STATE_FILE_AND_KEY },
  { "gate", GATE, STATE_FILE },
  { "reset", RESET, STATE_FILE },
  { "renew", RENEW, STATE_FILE_AND_KEY },
  { "forget", FORGET, STATE_FILE },
  { "if-marked", IF_MARKED, STATE_FILE_AND_KEY },
  { "unless-marked", UNLESS_MARKED, STATE_FILE_AND_KEY },
  { "hold", HOLD, STATE_FILE_AND_KEY },
  { "run-first", RUN_FIRST, WORDS },
  { "linger", LINGER, WORDS },
  { "lock", LOCK, STATE_FILE },
  { "leave-lock", LEAVE_LOCK, STATE_FILE },
  { "unlocked", UNLOCKED, STATE_FILE },
  { "ends", ENDS, STATE_FILE },
  { "until", UNTIL, STATE_FILE_AND_KEY },
  { "stop-signal", STOP_SIGNAL, VALUE },
  { "quit", QUIT, VALUE },
  { "after", AFTER, STATE_FILE_AND_KEY },
};

__attribute__((noreturn)) static void refuse(const char *argument, const char *why) {
  fail(EXIT_USAGE, "argument '%s': %s", argument, why);
}

static const struct option *find_option(const char *argument, size_t length) {
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
    if (strlen(OPTIONS[i].name) == length && memcmp(OPTIONS[i].name, argument, length) == 0) return &OPTIONS[i];
  }
  return NULL;
}

/* Returns `1.5s`, `90s` or `2m` in nanoseconds. The longest duration is that of the library's validation: INT32_MAX seconds. */
static int64_t parse_duration(const char *argument, const char *text) {
  static const struct { const char *name; int64_t length; } UNITS[] = { { "s", NANOSECONDS }, { "ms", MILLISECONDS }, { "m", 60 * NANOSECONDS }, { "h", 3600 * NANOSECONDS } };
  int64_t number = 0, scale = 1;
  const char *at = text;
  for (bool fraction = false; (*at >= '0' && *at <= '9') || (*at == '.' && !fraction && at > text); at++) {
    if (*at == '.') { fraction = true; continue; }
    if (number > 10000000000 || scale > 1000000) refuse(argument, "the duration is too long");
    number = number * 10 + (*at - '0');
    if (fraction) scale *= 10;
  }
  for (size_t i = 0; at > text && i < sizeof UNITS / sizeof *UNITS; i++) {
    if (strcmp(at, UNITS[i].name) != 0) continue;
    if (number / scale > INT32_MAX * 1000LL / (UNITS[i].length / MILLISECONDS)) refuse(argument, "the duration is too long");
    return number * (UNITS[i].length / MILLISECONDS) / scale * MILLISECONDS + number * (UNITS[i].length / MILLISECONDS) % scale * MILLISECONDS / scale;
  }
  refuse(argument, "expected a duration such as 60s");
}

static int parse_signal(const char *argument, const char *text) {
  static const struct { const char *name; int number; } SIGNALS[] = {
    { "SIGHUP", SIGHUP }, { "SIGINT", SIGINT }, { "SIGQUIT", SIGQUIT }, { "SIGKILL", SIGKILL },
    { "SIGUSR1", SIGUSR1 }, { "SIGUSR2", SIGUSR2 }, { "SIGTERM", SIGTERM }, { "SIGWINCH", SIGWINCH },
  };
  for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
    if (strcmp(text, SIGNALS[i].name) == 0) return SIGNALS[i].number;
  }
  refuse(argument, "expected a signal such as SIGQUIT");
}

/* Splits `FILE:KEY`. A path may contain a colon, a key may not. */
static const char *split_key(const char *argument, char *value) {
  char *colon = strrchr(value, ':');
  if (!colon || colon == value || !colon[1]) refuse(argument, "expected FILE:KEY");
  *colon = 0;
  return colon + 1;
}

/* Returns the path of a state file: a name without a slash is a file in the state volume. */
static char *state_path(char *value) {
  if (strchr(value, '/')) return value;
  size_t size = sizeof STATE_DIRECTORY + strlen(value) + 1;
  char *path = calloc(1, size);
  if (!path) fail(EXIT_USAGE, "out of memory");
  snprintf(path, size, "%s/%s", STATE_DIRECTORY, value);
  return path;
}

/* Returns the last `--for`. */
static struct step *find_dependency(const char *argument, const struct arguments *parsed) {
  for (int i = parsed->count; i-- > 0 && parsed->steps[i].kind != THEN;) {
    if (parsed->steps[i].kind == FOR) return &parsed->steps[i];
  }
  refuse(argument, "needs --for=NAME before it");
}

/* Returns the last step, to which a modifier applies. */
static struct step *modified(const char *argument, const struct arguments *parsed, enum kind kind, enum kind other) {
  struct step *last = parsed->count == 0 ? NULL : &parsed->steps[parsed->count - 1];
  if (!last || (last->kind != kind && last->kind != other)) refuse(argument, "follows no argument that it modifies");
  return last;
}

void parse_arguments(int argc, char **argv, struct arguments *parsed) {
  parsed->steps = calloc(2 * (size_t)argc + 1, sizeof *parsed->steps);
  if (!parsed->steps) fail(EXIT_USAGE, "out of memory");
  parsed->stop_signal = SIGTERM;
  struct step last = { 0 };
  for (int i = 1; i < argc; i++) {
    char *argument = argv[i];
    if (strcmp(argument, "--") == 0) {
      parsed->command = &argv[i + 1];
      if (!argv[i + 1]) refuse(argument, "no command follows");
      break;
    }
    size_t length = strcspn(argument, "=");
    const struct option *option = strncmp(argument, "--", 2) == 0 ? find_option(argument + 2, length - 2) : NULL;
    if (!option) refuse(argument, "unknown; this agent and the manifest do not fit together");
    char *value = argument[length] ? argument + length + 1 : NULL;
    if ((option->takes == NOTHING) != (value == NULL)) refuse(argument, value ? "takes no value" : "takes a value");

    struct step step = { .kind = (enum kind)option->id, .value = value };
    if (option->takes == SECONDS) step.limit = parse_duration(argument, value);
    if (option->takes == STATE_FILE_AND_KEY) step.key = split_key(argument, value);
    const char *name = value;
    if (option->takes == STATE_FILE || option->takes == STATE_FILE_AND_KEY) step.value = value = state_path(value);
    if (option->takes == WORDS) {
      char *end;
      long count = read_number(value, &end);
      if (*end || end == value || count < 1 || count > argc - i - 1) refuse(argument, "expected the number of words that follow");
      /* The words of the agent that lingers follow its program name. */
      int names = option->id == LINGER;
      step.words = calloc((size_t)(count + names) + 1, sizeof *step.words);
      if (!step.words) fail(EXIT_USAGE, "out of memory");
      step.words[0] = argv[0];
      memcpy(step.words + names, &argv[i + 1], (size_t)count * sizeof *step.words);
      i += (int)count;
    }
    const char *fault = option->id == HTTP || option->id == QUIT ? find_fault(value) : NULL;
    if (fault) refuse(argument, fault);
    switch (option->id) {
      case TIMEOUT: case CONTINUE_AFTER: {
        struct step *dependency = find_dependency(argument, parsed);
        dependency->limit = step.limit;
        dependency->goes_on = option->id == CONTINUE_AFTER;
        break;
      }
      case TRY_TIMEOUT:
        if (parsed->count == 0) refuse(argument, "follows no argument that it modifies");
        parsed->steps[parsed->count - 1].try_limit = step.limit;
        break;
      case STATUS: modified(argument, parsed, HTTP, COMMAND)->statuses = value; break;
      case HEADER: {
        struct step *http = modified(argument, parsed, HTTP, HTTP);
        if (!strchr(value, ':')) refuse(argument, "expected NAME: VALUE");
        if (http->header_count == MAX_HEADERS) refuse(argument, "too many of these");
        http->headers[http->header_count++] = value;
        break;
      }
      case PROTOCOL: modified(argument, parsed, TCP, TCP)->protocol = value; break;
      case SEND: {
        struct step *tcp = modified(argument, parsed, TCP, TCP);
        if (!is_escaped(value)) refuse(argument, "expected printable characters, and \\r, \\n, \\\\ or \\xHH");
        tcp->send_length = decode_bytes(value);
        tcp->send = value;
        break;
      }
      case READY: case NOT_YET: case WRONG: {
        struct step *tcp = modified(argument, parsed, TCP, TCP);
        if (!*value || !is_escaped(value)) refuse(argument, "expected printable characters, and \\r, \\n, \\\\, \\?, \\* or \\xHH");
        if (tcp->rule_count == MAX_RULES) refuse(argument, "too many of these");
        tcp->rules[tcp->rule_count++] = (struct rule){ (enum verdict)option->id, value };
        break;
      }
      case TEXT: modified(argument, parsed, FILE_CONTAINS, COMMAND)->text = value; break;
      case FAILS_WITH: modified(argument, parsed, COMMAND, COMMAND)->fails_with = value; break;
      case PASSES_WITH: modified(argument, parsed, COMMAND, COMMAND)->passes_with = value; break;
      case FAILS_IF: modified(argument, parsed, COMMAND, COMMAND)->fails_if = step.words; break;
      case FINAL: modified(argument, parsed, EXITED, EXITED)->is_final = true; break;
      case RETRY: modified(argument, parsed, BLOCKING_COMMAND, BLOCKING_COMMAND)->retries = true; break;
      case ENDS: parsed->ends = value; break;
      case GATE:
        parsed->gate = value;
        parsed->steps[parsed->count++] = (struct step){ .kind = RESET, .value = value };
        break;
      case STOP_SIGNAL: parsed->stop_signal = parse_signal(argument, value); break;
      case QUIT: parsed->quit = value; break;
      case RENEW: case HOLD:
        /* Both begin the waits for the container of the file, and add the mark after all other steps. */
        last = (struct step){ .kind = MARK, .value = value, .key = step.key };
        step.kind = option->id == HOLD ? HOLD : RESET;
        parsed->steps[parsed->count++] = step;
        parsed->steps[parsed->count++] = (struct step){ .kind = FOR, .value = name };
        break;
      default:
        if (option->id <= EXITED) find_dependency(argument, parsed);
        parsed->steps[parsed->count++] = step;
    }
  }
  if (last.value) parsed->steps[parsed->count++] = last;
  for (int i = 0; i < parsed->count; i++) {
    const struct step *step = &parsed->steps[i];
    if (step->kind == FILE_CONTAINS && !step->text) refuse("--file-contains", "needs --text");
    bool is_exchange = step->protocol || step->send || step->rule_count > 0, can_pass = false;
    for (int r = 0; r < step->rule_count; r++) can_pass |= step->rules[r].verdict == READY;
    if (is_exchange && !can_pass) refuse("--tcp", "needs --ready after it");
    parsed->has_until |= step->kind == UNTIL;
  }
  if ((parsed->gate || parsed->ends || parsed->has_until || parsed->quit) && !parsed->command) refuse(argv[argc - 1], "--gate, --ends, --until and --quit need a command after --");
}
