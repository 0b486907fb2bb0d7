/* The wait loop: repeats each check until the check passes or its time is up, and reports the reason. */
#include "agent.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The time until the first message about a wait. */
#define PATIENCE (6 * NANOSECONDS)
/* A shorter time for commands: their output explains more than a refused connection, and a container that only waits has no other log. */
#define PATIENCE_WITH_COMMANDS NANOSECONDS

static struct state {
  const char *name;  /* the dependency */
  int64_t limit;     /* for all waits for the dependency; 0: none */
  int64_t deadline;  /* NEVER: none */
  int64_t begun;     /* when the limits began to count */
  bool goes_on;      /* after the deadline, the agent continues without the dependency */
  bool skips;        /* the deadline has passed: skip the other arguments of the dependency */
  bool lingers;      /* --unless-marked: nothing repeats this agent, so it repeats a mark that it cannot write, as in a full volume */
  bool skips_all;    /* a mark is missing: skip all arguments up to the next --then */
  bool passed;       /* a check of this round has passed */
  bool waited;       /* after that, another one has not passed at once */
  bool repeats;      /* this is a later round of the checks */
} state;

static bool try_check(const struct step *step, int64_t until) {
  switch (step->kind) {
    case TCP: return step->rule_count ? try_exchange(step, until) : try_tcp(step->value, until);
    case HTTP: return try_http(step, until);
    case DNS: return try_name(step->value, until);
    case FILE_EXISTS: return try_file(step->value, false);
    case FILE_CONTAINS: return try_file_contains(step->value, step->text, until);
    case UNIX_SOCKET: return try_file(step->value, true);
    case COMMAND: {
      bool never;
      bool passed = try_command(step, until, &never);
      if (never) fail(EXIT_STATE, "'%s' will not be ready (%s), ending with exit code %d", state.name, reason, EXIT_STATE);
      return passed;
    }
    case MARKED: return is_marked(step->value, step->key);
    case RUNNING: return is_locked(step->value);
    case EXITED: {
      bool fails;
      bool ended = has_ended(step->key, step->value, &fails);
      if (fails && step->is_final) fail(EXIT_STATE, "'%s' has ended, and not by itself with exit code 0, so it will not be %s", state.name, step->key);
      return ended;
    }
    default: explain("the agent does not implement this check"); return false;
  }
}

static int64_t default_try(enum kind kind) {
  return kind == COMMAND || kind == DNS ? COMMAND_LIMIT : NANOSECONDS;
}

/* Whether the check stays on this machine. */
static bool is_local(const struct step *step) {
  static const char *const LOCAL[] = { "127.", "localhost", "[::1]" };
  if (step->kind == DNS) return false;
  if (step->kind != TCP && step->kind != HTTP) return true;
  const char *host = step->value + (step->kind == HTTP ? strlen("http://") : 0);
  for (size_t i = 0; i < sizeof LOCAL / sizeof *LOCAL; i++) {
    if (strncasecmp(host, LOCAL[i], strlen(LOCAL[i])) == 0) return true;
  }
  return false;
}

/*
 * Returns the pause before the next try. On this machine: short for 2.5 s, while most programs start; then so short that
 * half of the late dependencies are seen within 50 ms. A try that talks to a server costs twice the CPU time of others.
 * docs/contributing/numbers.md has the figures. A command runs, and a large file is read, a tenth of the time at most.
 * Over the network: a 20th of the time waited, at most 0.5 s. A try there also costs other machines something, and asks name
 * servers up to ten questions: a thousand pods that wait ask 20,000 a second.
 * inotify would be slower than tries: the kernel takes 10 to 40 ms to close its descriptor (Linux 6.18).
 */
static int64_t pause_after(const struct step *step, int64_t waited, int64_t took) {
  if (!is_local(step)) return at_most(at_least(waited / 20, 50 * MILLISECONDS), 500 * MILLISECONDS);
  int late = step->kind == HTTP || step->rule_count ? 90 : 70;
  int64_t pause = (waited < 5 * NANOSECONDS / 2 ? 20 : late) * MILLISECONDS;
  if (step->kind == COMMAND || step->kind == FILE_CONTAINS) pause = at_most(at_least(pause, 9 * took), NANOSECONDS);
  return pause;
}

static void describe(const struct step *step, char *text, size_t size) {
  static const char *const NAMES[] = {
    [TCP] = "tcp ", [HTTP] = "", [DNS] = "name ", [FILE_EXISTS] = "file ", [FILE_CONTAINS] = "file ", [UNIX_SOCKET] = "Unix socket ", [DELAY] = "delay ",
    [MARKED] = "mark in ", [RUNNING] = "lock of ", [EXITED] = "end of ",
  };
  if (step->words) snprintf(text, size, "command %s", step->words[0]);
  else if (step->protocol) snprintf(text, size, "%s at %s", step->protocol, step->value);
  else snprintf(text, size, "%s%s", NAMES[step->kind], step->value);
}

static void say_waiting(const struct step *step, int64_t waited) {
  char what[512], limit[64] = "without a limit";
  describe(step, what, sizeof what);
  if (state.limit) snprintf(limit, sizeof limit, "up to %lld s", (long long)(state.limit / NANOSECONDS));
  say("'%s' is not ready after %lld s (%s: %s), waiting %s", state.name, (long long)(waited / NANOSECONDS), what, reason, limit);
}

static void give_up(const struct step *step) {
  char what[512];
  describe(step, what, sizeof what);
  char limit[32];
  describe_time(limit, sizeof limit, state.limit);
  if (!state.goes_on) fail(EXIT_TIMEOUT, "'%s' was not ready within %s (%s: %s), ending with exit code %d", state.name, limit, what, reason, EXIT_TIMEOUT);
  say("'%s' was not ready within %s (%s: %s), going on without it", state.name, limit, what, reason);
  state.skips = true;
}

static void run_blocking(const struct step *step) {
  for (;;) {
    int code = run_command(step->words, false, state.deadline);
    state.waited |= state.passed;
    if (code == 0) return;
    if (code < 0) { give_up(step); return; }
    if (!step->retries) fail(code, "'%s': %s", state.name, reason);
    sleep_until(at_most(now() + NANOSECONDS, state.deadline));
    if (now() >= state.deadline) { give_up(step); return; }
  }
}

static void await(const struct step *step) {
  int tries = 0;
  int64_t begun = now(), over = step->kind == DELAY ? begun + step->limit : NEVER;
  int64_t say_at = begun + (step->kind == COMMAND ? PATIENCE_WITH_COMMANDS : PATIENCE);
  int64_t try_limit = step->try_limit ? step->try_limit : default_try(step->kind);
  if (step->kind == DELAY) explain("the time has not passed");
  char before[sizeof reason], said[sizeof reason] = "";
  for (;;) {
    strcpy(before, reason);
    int64_t tried = now();
    if (step->kind == DELAY ? tried >= over : try_check(step, at_most(tried + try_limit, state.deadline))) break;
    state.waited |= state.passed;
    int64_t time = now();
    if (time >= state.deadline) {
      /* The deadline cut off the last try: report the reason of the try before. */
      if (tries > 0) strcpy(reason, before);
      give_up(step);
      break;
    }
    tries++;
    /* Report each new reason once. The intervals double, so that changing reasons do not fill the log. */
    if (time >= say_at) {
      if (strcmp(said, reason) != 0) say_waiting(step, time - begun);
      strcpy(said, reason);
      say_at = time + (time - begun);
    }
    int64_t next = step->kind == DELAY ? over : time + pause_after(step, time - begun, time - tried);
    sleep_until(at_most(at_most(next, state.deadline), say_at));
  }
  state.passed |= step->kind <= RUNNING;
}

static void run_step(const struct step *step) {
  switch (step->kind) {
    case FOR:
      state.name = step->value;
      state.limit = step->limit;
      state.goes_on = step->goes_on;
      state.skips = state.repeats && state.goes_on;
      state.deadline = step->limit == 0 ? NEVER : state.begun + step->limit;
      return;
    case THEN:
      state.begun = now();
      state.skips = false;
      state.skips_all = false;
      return;
    case RESET: if (!reset_marks(step->value)) fail(EXIT_STATE, "cannot write the marker file: %s", reason); return;
    case UNLESS_MARKED:
      if (is_marked(step->value, step->key)) _exit(EXIT_READY);
      state.lingers = true;
      return;
    case IF_MARKED: if (!is_marked(step->value, step->key)) state.skips_all = true; return;
    case FORGET: forget_marks(step->value); return;
    case HOLD: hold_probe(step->value, step->key); return;
    case LOCK: take_lock(step->value); return;
    case LEAVE_LOCK: leave_lock(step->value); return;
    case UNLOCKED: wait_unlocked(step->value); return;
    case LINGER: leave_agent(step->words); return;
    case UNTIL: case AFTER: return;
    case RUN_FIRST: {
      int code = run_command(step->words, false, NEVER);
      if (code != 0) fail(code, "%s", reason);
      return;
    }
    default: break;
  }
  if (state.skips || state.skips_all) return;
  if (step->kind == MARK) {
    while (!add_mark(step->value, step->key)) {
      if (!state.lingers) fail(EXIT_STATE, "cannot write the marker file: %s", reason);
      sleep_until(now() + NANOSECONDS);
    }
  } else if (step->kind == BLOCKING_COMMAND) {
    run_blocking(step);
  } else {
    await(step);
  }
}

/*
 * While the agent waits for one dependency, another dependency may go down after its check. So before a command, the agent repeats the checks until it waits
 * for none after another one has passed. In each round the limits count again; a dependency without which the agent may go on is not checked again.
 */
void run_steps(const struct arguments *arguments) {
  do {
    state.begun = now();
    state.passed = state.waited = false;
    for (int i = 0; i < arguments->count; i++) {
      const struct step *step = &arguments->steps[i];
      if (!state.repeats || step->kind == FOR || step->kind <= RUNNING) run_step(step);
    }
    state.repeats = true;
  } while (arguments->command && state.waited);
}
