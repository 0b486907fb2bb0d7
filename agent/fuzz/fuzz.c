/*
 * Fuzzes all inputs of the agent: arguments, HTTP responses, answers of servers, output of commands, DNS responses, /etc/hosts and /etc/resolv.conf, marker files, and files
 * with a text.
 *
 *   fuzz COUNT [SEED]     generates COUNT inputs, the same inputs for the same seed
 *   fuzz TARGET FILE      runs one input, such as a failing input in the current folder
 *
 * The compiler reports each branch that an input takes (-fsanitize-coverage=trace-pc). The fuzzer keeps inputs that take new branches, and changes them
 * further. The functions below replace functions of the system (--wrap), so no input opens a file or a connection, and time passes at once.
 */
#include "../src/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BYTES = 150000, MOST_KEPT = 1024, EDGES = 1 << 16, MOST_PARTS = 16, MOST_ALLOCATED = 256, STATE_BYTES = 150000, FIRST_FD = 1000 };

/* The current input. */
static unsigned char input[MOST_BYTES];
static size_t input_size;
static const char *target_name;
static volatile unsigned long done;

int __real_open(const char *, int, ...);
ssize_t __real_write(int, const void *, size_t);
void *__real_calloc(size_t, size_t);

static void save_input(void) {
  char path[64];
  snprintf(path, sizeof path, "fuzz-%s.input", target_name);
  int fd = __real_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  dprintf(STDERR_FILENO, "the input is in %s\n", path);
  if (fd < 0 || __real_write(fd, input, input_size) < 0) dprintf(STDERR_FILENO, "and could not be written\n");
}

#define REQUIRE(condition) do { if (!(condition)) { dprintf(STDERR_FILENO, "%s: not true: %s\n", target_name, #condition); abort(); } } while (0)

/* An input has a byte that controls the run, and parts. The length of each part comes before it, in three bytes. */
enum { LENGTH_SIZE = 3 };
struct part {
  const unsigned char *bytes;
  size_t size;
};
static struct part parts[MOST_PARTS];
static int part_count, next_part;
static size_t part_read;
static unsigned char control;

static void split_input(void) {
  control = input_size ? *input : 0;
  part_count = 0;
  for (size_t at = 1; at + LENGTH_SIZE <= input_size && part_count < MOST_PARTS;) {
    size_t size = (size_t)input[at] << 16 | (size_t)input[at + 1] << 8 | input[at + 2];
    at += LENGTH_SIZE;
    if (size > input_size - at) size = input_size - at;
    parts[part_count++] = (struct part){ input + at, size };
    at += size;
  }
}

static struct part part(int i) {
  return i < part_count ? parts[i] : (struct part){ input, 0 };
}

/* A copy of its exact size, so that the sanitizer sees each byte that is read beyond it. */
static char *copy_text(struct part of) {
  size_t size = strnlen((const char *)of.bytes, of.size);
  char *text = malloc(size + 1);
  memcpy(text, of.bytes, size);
  text[size] = 0;
  return text;
}

/* Replacements of the system functions */

static jmp_buf ended;
static int64_t clock_now;
static void *allocated[MOST_ALLOCATED];
static int allocated_count;
static struct { unsigned char bytes[STATE_BYTES]; size_t size; bool exists; off_t offset; } files[2];

__attribute__((noreturn)) void __wrap__exit(int code) {
  longjmp(ended, code + 1);
}

int64_t __wrap_now(void) {
  return clock_now += MILLISECONDS;
}

void __wrap_sleep_until(int64_t until) {
  if (until > clock_now && until != NEVER) clock_now = until;
}

bool __wrap_poll_fd(int fd, short events, int64_t until) {
  (void)fd, (void)events;
  clock_now += 10 * MILLISECONDS;
  return clock_now < until;
}

bool __wrap_poll_all(struct pollfd *polled, int count, int64_t until) {
  if (next_part < part_count) {
    for (int i = 0; i < count; i++) polled[i].revents = i == 0 ? POLLIN : 0;
    return true;
  }
  __wrap_sleep_until(until + MILLISECONDS);
  return false;
}

ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags) {
  (void)flags;
  memset(bytes, 7, size);
  return (ssize_t)size;
}

void *__wrap_calloc(size_t count, size_t size) {
  void *memory = __real_calloc(count, size);
  REQUIRE(allocated_count < MOST_ALLOCATED);
  return allocated[allocated_count++] = memory;
}

int __wrap_socket(int family, int type, int protocol) {
  (void)family, (void)type, (void)protocol;
  return FIRST_FD;
}

int __wrap_connect(int fd, const struct sockaddr *address, socklen_t size) {
  (void)fd, (void)address, (void)size;
  return 0;
}

int __wrap_connect_to(const char *host, unsigned short port, int64_t until) {
  (void)until;
  REQUIRE(strlen(host) > 0 && strlen(host) < 256 && port > 0);
  next_part++;
  part_read = 0;
  return FIRST_FD;
}

int __wrap_close(int fd) {
  (void)fd;
  return 0;
}

ssize_t __wrap_send(int fd, const void *bytes, size_t size, int flags) {
  (void)fd, (void)flags;
  for (size_t i = 0; i < size; i++) control ^= ((const unsigned char *)bytes)[i] & 0; /* reads all output */
  return (ssize_t)size;
}

static bool asks_names;

ssize_t __wrap_recv(int fd, void *bytes, size_t size, int flags) {
  (void)fd, (void)flags;
  REQUIRE(size > 0);
  if (asks_names) {
    if (next_part >= part_count) { errno = control & 1 ? EAGAIN : ECONNREFUSED; return -1; }
    struct part packet = part(next_part++);
    if (packet.size > size) packet.size = size;
    memcpy(bytes, packet.bytes, packet.size);
    return (ssize_t)packet.size;
  }
  /* One part for each connection; all later connections use the last part. */
  struct part response = part(next_part < part_count ? next_part : part_count - 1);
  size_t left = response.size - (part_read < response.size ? part_read : response.size), chunk = control & 1 ? size : 1u + control / 8;
  if (left == 0 && control & 2) { errno = EAGAIN; return -1; }
  if (chunk > left) chunk = left;
  if (chunk > size) chunk = size;
  memcpy(bytes, response.bytes + part_read, chunk);
  part_read += chunk;
  return (ssize_t)chunk;
}

/* A program that prints a part, in chunks, and exits. */
enum { PROGRAM = 4321, PIPE_FD = FIRST_FD + 10, CHILD_FD };
static bool has_printed, has_ended_program;

int __wrap_pipe2(int ends[2], int flags) {
  (void)flags;
  ends[0] = ends[1] = PIPE_FD;
  return 0;
}

int __wrap_fcntl(int fd, int command, ...) {
  (void)command;
  return fd;
}

int __wrap_child_fd(void) {
  return CHILD_FD;
}

bool __wrap_poll_either(int fd, int other, short events, int64_t until) {
  (void)other;
  return __wrap_poll_fd(fd, events, until);
}

pid_t __wrap_fork(void) {
  has_printed = has_ended_program = false;
  part_read = 0;
  next_part++;
  return PROGRAM;
}

pid_t __wrap_waitpid(pid_t pid, int *status, int options) {
  (void)pid, (void)options;
  /* With control & 2 the program exits before the agent has read all output. */
  if (has_ended_program || !(has_printed || control & 2)) return 0;
  has_ended_program = true;
  *status = control & 4 ? 0 : (control & 8 ? 127 : 1) << 8;
  return PROGRAM;
}

int __wrap_kill(pid_t pid, int signal) {
  (void)pid, (void)signal;
  has_printed = true;
  return 0;
}

static int file_of(const char *path) {
  size_t length = strlen(path);
  return strcmp(path, "/etc/resolv.conf") == 0 || (length > 7 && strcmp(path + length - 7, ".probed") == 0);
}

int __wrap_open(const char *path, int flags, ...) {
  int i = file_of(path);
  if (!files[i].exists && !(flags & O_CREAT)) { errno = ENOENT; return -1; }
  files[i].exists = true;
  files[i].offset = 0;
  return FIRST_FD + i;
}

int __wrap_fstat(int fd, struct stat *found) {
  memset(found, 0, sizeof *found);
  found->st_mode = S_IFREG;
  found->st_size = (off_t)files[fd - FIRST_FD].size;
  return 0;
}

/* For /etc/hostname: the sandbox is 1-2-3. */
int __wrap_stat(const char *path, struct stat *found) {
  (void)path;
  memset(found, 0, sizeof *found);
  found->st_ino = 1;
  found->st_mtim = (struct timespec){ 2, 3 };
  return 0;
}

int __wrap_fchmod(int fd, mode_t mode) {
  (void)fd, (void)mode;
  return 0;
}

int __wrap_flock(int fd, int operation) {
  (void)fd, (void)operation;
  if (control & 4) return 0;
  errno = control & 8 ? EPERM : EWOULDBLOCK;
  return -1;
}

int __wrap_ftruncate(int fd, off_t size) {
  files[fd - FIRST_FD].size = (size_t)size;
  return 0;
}

ssize_t __wrap_pread(int fd, void *bytes, size_t size, off_t offset) {
  int i = fd - FIRST_FD;
  size_t left = (size_t)offset < files[i].size ? files[i].size - (size_t)offset : 0;
  if (size > left) size = left;
  memcpy(bytes, files[i].bytes + offset, size);
  return (ssize_t)size;
}

ssize_t __wrap_read(int fd, void *bytes, size_t size) {
  REQUIRE(size > 0);
  if (fd == CHILD_FD) return -1;
  if (fd == PIPE_FD) {
    struct part text = part(next_part);
    size_t left = text.size - part_read, chunk = control & 1 ? size : 1u + control;
    if (chunk > left) chunk = left;
    if (chunk > size) chunk = size;
    memcpy(bytes, text.bytes + part_read, chunk);
    part_read += chunk;
    has_printed = chunk == 0;
    return (ssize_t)chunk;
  }
  size_t most = control & 1 ? size : 1 + (size_t)control * 4;
  ssize_t got = __wrap_pread(fd, bytes, size < most ? size : most, files[fd - FIRST_FD].offset);
  files[fd - FIRST_FD].offset += got;
  return got;
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size) {
  if (fd == STDERR_FILENO) {
    /* A message is one line, with any input. */
    const unsigned char *line = bytes;
    REQUIRE(size > 0 && size <= 1024 && line[size - 1] == '\n');
    for (size_t i = 0; i + 1 < size; i++) REQUIRE(line[i] >= ' ' && line[i] != 127);
    return (ssize_t)size;
  }
  int i = fd - FIRST_FD;
  if (files[i].size + size > STATE_BYTES) { errno = ENOSPC; return -1; }
  memcpy(files[i].bytes + files[i].size, bytes, size);
  files[i].size += size;
  return (ssize_t)size;
}

ssize_t __wrap_pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  int i = fd - FIRST_FD;
  if ((size_t)offset + size > STATE_BYTES) { errno = ENOSPC; return -1; }
  memcpy(files[i].bytes + offset, bytes, size);
  if ((size_t)offset + size > files[i].size) files[i].size = (size_t)offset + size;
  return (ssize_t)size;
}

static void set_file(int i, struct part content) {
  files[i].size = content.size < STATE_BYTES ? content.size : STATE_BYTES;
  memcpy(files[i].bytes, content.bytes, files[i].size);
  files[i].exists = content.size > 0;
}

/* Targets */

static void fuzz_arguments(void) {
  static char *words[MOST_PARTS + 2], *texts[MOST_PARTS + 1]; /* static: as before the longjmp */
  static int count;
  count = 0;
  words[count++] = strdup("wait");
  for (int i = 0; i < part_count; i++) words[count++] = copy_text(part(i));
  words[count] = NULL;
  memcpy(texts, words, sizeof texts);
  if (setjmp(ended) == 0) {
    struct arguments arguments = { 0 };
    parse_arguments(count, words, &arguments);
    REQUIRE(arguments.count <= 2 * count);
    for (int i = 0; i < arguments.count; i++) {
      const struct step *step = &arguments.steps[i];
      REQUIRE(step->limit >= 0 && step->try_limit >= 0 && step->header_count <= MAX_HEADERS);
      asks_names = step->kind == DNS;
      next_part = asks_names ? part_count : 0;
      int64_t until = clock_now + 5 * NANOSECONDS;
      if (step->kind == TCP && step->rule_count == 0) try_tcp(step->value, until);
      if (step->kind == TCP && step->rule_count > 0) try_exchange(step, until);
      if (step->kind == HTTP) try_http(step, until);
      if (step->kind == DNS) try_name(step->value, until);
    }
    asks_names = false;
    if (arguments.quit) post(arguments.quit, clock_now + NANOSECONDS);
  }
  for (int i = 0; i < count; i++) free(texts[i]);
}

/* Part 0: the URL. Part 1: a header. From part 2 on: the response of each connection. */
static void fuzz_http(void) {
  char *url = copy_text(part(0)), *header = copy_text(part(1));
  struct step step = { .kind = HTTP, .value = url, .statuses = control & 8 ? "200-299,404" : NULL, .headers = { header }, .header_count = control & 16 ? 1 : 0 };
  next_part = 1;
  if (part_count > 2 && !find_fault(url)) {
    bool passed = try_http(&step, clock_now + NANOSECONDS);
    REQUIRE(next_part <= 12);
    if (passed && step.statuses) REQUIRE(strncmp(reason, "HTTP status ", 12) == 0);
  }
  free(url);
  free(header);
}

/* Whether a pattern without a malformed escape matches the begin of an answer: another algorithm than that of the agent. */
static bool matches_begin(const char *pattern, struct part answer) {
  enum { MOST_ANSWER = 4096 };
  static bool ends[MOST_ANSWER + 1], next_ends[MOST_ANSWER + 1]; /* where the part of the pattern up to here may end */
  size_t size = answer.size < MOST_ANSWER ? answer.size : MOST_ANSWER;
  memset(ends, 0, sizeof ends);
  ends[0] = true;
  while (*pattern) {
    if (*pattern == '*') {
      for (size_t i = 0; i < size; i++) ends[i + 1] |= ends[i];
      pattern++;
      continue;
    }
    unsigned byte = (unsigned char)*pattern;
    bool is_any = *pattern == '?';
    if (*pattern == '\\') {
      byte = (unsigned char)*++pattern;
      if (byte == 'r') byte = '\r';
      else if (byte == 'n') byte = '\n';
      else if (byte == 'x') { REQUIRE(sscanf(pattern + 1, "%2x", &byte) == 1); pattern += 2; }
    }
    pattern++;
    memset(next_ends, 0, sizeof next_ends);
    for (size_t i = 0; i < size; i++) next_ends[i + 1] = ends[i] && (is_any || answer.bytes[i] == byte);
    memcpy(ends, next_ends, sizeof ends);
  }
  for (size_t i = 0; i <= size; i++) {
    if (ends[i]) return true;
  }
  return false;
}

/* Part 0: the bytes to send. Parts 1 to 3: patterns. Part 4: the answer, at once and in pieces. */
static void fuzz_exchange(void) {
  char *texts[4];
  bool is_valid = part_count > 4;
  struct step step = { .kind = TCP, .value = "a:1", .rule_count = 3 };
  for (int i = 0; i < 4; i++) {
    texts[i] = copy_text(part(i));
    is_valid &= is_escaped(texts[i]) && (i == 0 || *texts[i]);
    if (i > 0) step.rules[i - 1] = (struct rule){ READY + (i + control / 16) % 3, texts[i] };
  }
  if (is_valid) {
    step.send = texts[0];
    step.send_length = decode_bytes(texts[0]);
    enum verdict expected = WRONG;
    for (int i = step.rule_count; i-- > 0;) {
      if (matches_begin(step.rules[i].pattern, part(4))) expected = step.rules[i].verdict;
    }
    if (part(4).size == 0) expected = WRONG;
    for (int pieces = 0; pieces < 2; pieces++) {
      /* Single bytes only of short answers: the agent compares the whole answer after each piece. */
      unsigned char size = part(4).size > 256 ? 0xF8 : control & 0xF8;
      control = pieces ? (control & 6) | size : control | 1;
      next_part = 3;
      bool passed = try_exchange(&step, clock_now + 100 * NANOSECONDS);
      REQUIRE(passed == (expected == READY));
      bool is_wrong = strncmp(reason, "unexpected answer '", 19) == 0 || strncmp(reason, "connected, but ", 15) == 0;
      if (expected == WRONG) REQUIRE(is_wrong);
      for (const char *at = reason; *at && !passed; at++) REQUIRE(*at >= ' ' && *at <= '~');
    }
  }
  for (int i = 0; i < 4; i++) free(texts[i]);
}

static void fuzz_names(void) {
  asks_names = true;
  set_file(0, part(1));
  set_file(1, part(2));
  next_part = 3;
  char *name = copy_text(part(0));
  struct address found[MAX_ADDRESSES];
  int64_t begun = clock_now;
  int count = resolve(name, found, MAX_ADDRESSES, begun + 5 * NANOSECONDS);
  REQUIRE(count >= 0 && count <= MAX_ADDRESSES);
  for (int i = 0; i < count; i++) REQUIRE(found[i].family == AF_INET || found[i].family == AF_INET6);
  REQUIRE(clock_now - begun < 8 * NANOSECONDS);
  free(name);
  asks_names = false;
}

static void fuzz_marks(void) {
  static const char SANDBOX[] = "# sandbox 1-2-3\n";
  struct part content = part(0);
  set_file(0, content);
  set_file(1, part(1));
  bool fails;
  if (is_marked("state", "READY")) {
    const char completed[] = "\nCOMPLETED='true'\n";
    bool is_valid = memmem(content.bytes, content.size, SANDBOX, sizeof SANDBOX - 1) != NULL;
    REQUIRE(is_valid || memmem(content.bytes, content.size, completed, sizeof completed - 1));
    const char mark[] = "\nREADY='true'\n";
    bool is_first = content.size >= sizeof mark - 2 && memcmp(content.bytes, mark + 1, sizeof mark - 2) == 0;
    REQUIRE(is_first || memmem(content.bytes, content.size, mark, sizeof mark - 1));
  }
  if (has_ended("COMPLETED", "state", &fails)) REQUIRE(is_marked("state", "COMPLETED"));
  /* A lock that cannot be read is neither held nor free. */
  if (has_ended("EXITED", "state", &fails)) REQUIRE(control & 4);
  if (is_locked("state")) REQUIRE(!(control & (4 | 8)));
  if (setjmp(ended) == 0) hold_probe("state", "READY");
  if (add_mark("state", "READY")) REQUIRE(is_marked("state", "READY"));
  if (setjmp(ended) == 0) take_lock("state");
  if (reset_marks("state")) REQUIRE(!is_marked("state", "READY"));
}

/* Part 0: the text. Parts 1 and 2: the file in the first and in the second try; with control & 2, a file that grows. */
static void fuzz_texts(void) {
  char *text = copy_text(part(0));
  struct part content = part(1), grown = part(2);
  set_file(0, content);
  bool found = try_file_contains("file", text, clock_now + NANOSECONDS);
  if (!found && control & 2 && files[0].exists) {
    size_t size = files[0].size + grown.size < STATE_BYTES ? grown.size : STATE_BYTES - files[0].size;
    memcpy(files[0].bytes + files[0].size, grown.bytes, size);
    files[0].size += size;
    found = try_file_contains("file", text, clock_now + NANOSECONDS);
  }
  REQUIRE(found == (files[0].exists && memmem(files[0].bytes, files[0].size, text, strlen(text)) != NULL));
  free(text);
}

/* Part 0: the text that passes. Part 1: the text of --fails-with. From part 2 on: the output of each program. */
static void fuzz_output(void) {
  static char *words[] = { "program", NULL };
  char *text = copy_text(part(0)), *never_text = copy_text(part(1));
  struct step step = {
    .kind = COMMAND, .words = words, .text = control & 16 ? text : NULL, .statuses = control & 32 ? "200-299,404" : NULL,
    .passes_with = control & 64 ? never_text : NULL, .fails_with = control & 64 ? NULL : never_text, .fails_if = control & 128 ? words : NULL,
  };
  bool never;
  next_part = 1;
  bool passed = try_command(&step, clock_now + NANOSECONDS, &never);
  REQUIRE(!(passed && never));
  REQUIRE(memchr(reason, 0, sizeof reason));
  free(text);
  free(never_text);
}

static const struct target {
  const char *name;
  void (*run)(void);
  const char *seeds[8]; /* parts, with | before each; _ is the byte 0, ~ is 16,370 times a, so that a request ends behind its buffer; the control byte is 1 */
} TARGETS[] = {
  { "arguments", fuzz_arguments, {
    "|--for=cache|--tcp=127.0.0.1:6379|--timeout=60s|--|/app|--serve",
    "|--for=web|--http=http://127.0.0.1:80/ready?a#b|--status=200-299,404|--header=Host: shop.example|--try-timeout=1.5s|--continue-after=9s",
    "|--for=log|--file-contains=/log/app|--text=is ready|--unix-socket=/s|--dns=db.shop.svc|--delay=10ms",
    "|--for=db|--command=3|sh|-c|exit|--text=a|--status=200-299|--passes-with=a|--fails-with=b|--fails-if=1|true|--blocking-command=1|true|--retry|--run-first=1|true|--linger=2|--for=a|--delay=1s",
    "|--for=db|--tcp=a:1|--protocol=A|--send=a\\x00\\r|--not-yet=E*\\x00C|--ready=?|--wrong=\\\\|E12_C",
    "|--for=db|--running=/state/db|--marked=/state/db:READY|--fails-with=EXITED|--exited=/s/j:COMPLETED|--final|--then|--mark=/s/a:OPEN|--if-marked=/s/b:C|--unless-marked=/s/d:E",
    "|--reset=/s/a|--renew=/s/a:READY|--hold=/s/a:READY|--lock=/s/a|--leave-lock=/s/b|--unlocked=/s/c|--ends=/s/a|--until=/s/b:EXITED|--quit=http://a:1/q|--after=/s/c:EXITED|--|a",
  } },
  { "http", fuzz_http, {
    "|http://a|A: b|HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "|http://a:80/b/c?d#e|Host: c|HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 404 Not Found\n\n",
    "|http://a/~|Host: c|HTTP/1.1 200 OK\r\n\r\n", "|http://a/~~~~~~~~||HTTP/1.1 200 OK\r\n\r\n",
    "|http://[::1]:8080?q=/||HTTP/1.1 302 Found\r\nLocation: http://a/x?y#z\r\n\r\n|HTTP/1.1 301 M\r\nlocation: //a.b:1/c\r\n\r\n|HTTP/1.1 307 T\r\nLocation: ../d\r\n\r\n|HTTP/1.1 200 OK\r\n\r\n",
    "|http://a.b:1/#/||HTTP/1.1 308 P\r\nA: b\r\nLocation: \thttps://[::1]:8080/\r\n\r\n",
  } },
  { "exchange", fuzz_exchange, {
    "|PING\\r\\n|+PONG|-LOADING |-|-LOADING Redis is loading\r\n", "||a*b?c|a*\\x00|\\*\\?\\\\|aabbc_", "|\\x00\\xFf|\\xFf*\\x2f|?b|*|\377a/", "||a*aab*b|?*ab|aaa|aaaabab~", "||*|b|c|",
  } },
  { "output", fuzz_output, {
    "|ready|forbidden|3 of 4 pods\nare ready\n", "|ok||<html>ok</html>\n200\n", "|||kubectl: x\nError from server (NotFound): err=\"no\"\n|again\n", "|a|b|",
  } },
  { "names", fuzz_names, {
    "|a|127.0.0.1 localhost a # b\n::1 c\n|nameserver 10.0.0.10\nsearch shop.svc.cluster.local svc.cluster.local\noptions ndots:5\n",
    "|a||nameserver fe80::1%eth0\nnameserver 1.1.1.1\n|\7\7\201\200_\1_\1____\1a__\1_\1\300\14_\1_\1_____\4\12__\1|\7\10\201\200_\1_\1____\1a__\34_\1\300\14_\34_\1_____\20abcdefghijklmnop",
    "|a.b.|1.2.3.4 a.b|domain x\n|\7\7\201\203_\1______\1a\1b__\1_\1",
    "|a|||\7\7\203\200_\1______\1a__\1_\1|_\43|\7\7\201\200_\1_\1____\1a__\1_\1\300\14_\1_\1_____\4\12__\1|\7\10\201\202_\1______\1a__\34_\1",
  } },
  { "marks", fuzz_marks, {
    "|# sandbox 1-2-3\nRUNS='true'\nREADY='true'\nCOMPLETED='true'\n|12345678",
    "|# sandbox 1-2-4\nREADY='true'\n",
    "|# sandbox 1-2-3\nREADY='tr",
  } },
  { "texts", fuzz_texts, { "|ready|the app is rea|dy now", "|aab|aaaaaaaaaaab", "||" } },
};

static void run_input(const struct target *target) {
  split_input();
  next_part = 0;
  part_read = 0;
  files[0].exists = files[1].exists = false;
  target->run();
  while (allocated_count > 0) free(allocated[--allocated_count]);
}

/* Coverage */

static unsigned char seen[EDGES], taken[EDGES];
static size_t taken_list[EDGES], taken_count;

void __sanitizer_cov_trace_pc(void) {
  size_t edge = ((uintptr_t)__builtin_return_address(0) * 0x9E3779B97F4A7C15u >> 40) % EDGES;
  if (taken[edge] == 0) taken_list[taken_count++] = edge;
  if (taken[edge] < 255) taken[edge]++;
}

/* Whether the input takes a branch that no input has taken, or one much more often: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, 128 times or more. */
static bool takes_new_branch(void) {
  bool is_new = false;
  for (size_t i = 0; i < taken_count; i++) {
    size_t edge = taken_list[i];
    unsigned times = taken[edge], class = times < 4 ? times - 1 : times < 8 ? 3 : times < 16 ? 4 : times < 32 ? 5 : times < 128 ? 6 : 7;
    if (!(seen[edge] & 1u << class)) { seen[edge] |= (unsigned char)(1u << class); is_new = true; }
    taken[edge] = 0;
  }
  taken_count = 0;
  return is_new;
}

/* Inputs */

static struct part kept[MOST_KEPT];
static int kept_count;
static uint64_t random_state;

static size_t random_below(size_t most) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return most ? (random_state >> 11) % most : 0;
}

static void keep_input(void) {
  int i = kept_count < MOST_KEPT ? kept_count++ : (int)random_below(MOST_KEPT);
  unsigned char *bytes = malloc(input_size + 1);
  memcpy(bytes, input, input_size);
  free((void *)kept[i].bytes);
  kept[i] = (struct part){ bytes, input_size };
}

static void use_seed(const char *seed) {
  input_size = 1;
  *input = 1;
  size_t length_at = 0;
  for (; *seed; seed++) {
    if (*seed == '|') {
      length_at = input_size;
      for (int i = 0; i < LENGTH_SIZE; i++) input[input_size++] = 0;
      continue;
    }
    size_t times = *seed == '~' ? 16370 : 1;
    memset(input + input_size, *seed == '_' ? 0 : *seed == '~' ? 'a' : *seed, times);
    input_size += times;
    size_t size = input_size - length_at - LENGTH_SIZE;
    input[length_at] = (unsigned char)(size >> 16);
    input[length_at + 1] = (unsigned char)(size >> 8);
    input[length_at + 2] = (unsigned char)size;
  }
}

static void insert_bytes(size_t at, const void *bytes, size_t size) {
  if (size > MOST_BYTES - input_size) size = MOST_BYTES - input_size;
  memmove(input + at + size, input + at, input_size - at);
  memcpy(input + at, bytes, size);
  input_size += size;
}

static void change_input(void) {
  static const char *const WORDS[] = {
    "--for=a", "--tcp=a:1", "--send=", "--ready=", "--not-yet=", "--wrong=", "\\x00", "\\n", "*", "--then", "--timeout=", "--command=2", "--linger=1", "--", "=", ":", "9999999999", "-1", "1h", ".5m", "ms", "http://", "https://", "HTTP/1.1 ", "\r\n\r\n", "\n\n",
    "Location: ", "302 ", "100 ", "://", "//", "/", "?", "#", "[", "]", ":65535", "%eth0", "\300\14", "\377\377", "\1a", "ndots:", "search ", "nameserver ", "::", "127.0.0.1",
    "# sandbox 1-2-3\n", "READY='true'\n", "='true'", "\n", "\t", " ", "_", "\177",
  };
  static unsigned char block[MOST_BYTES];
  for (size_t changes = 1 + random_below(6); changes > 0; changes--) {
    size_t at = random_below(input_size + 1), left = input_size - at;
    switch (random_below(9)) {
      case 0: if (left) input[at] ^= (unsigned char)(1u << random_below(8)); break;
      case 1: if (left) input[at] = (unsigned char)random_below(256); break;
      case 2: { unsigned char byte = (unsigned char)random_below(256); insert_bytes(at, &byte, 1); break; }
      case 3: { size_t size = random_below((left < 32 ? left : 32) + 1); memmove(input + at, input + at + size, left - size); input_size -= size; break; }
      case 4: { const char *word = WORDS[random_below(sizeof WORDS / sizeof *WORDS)]; insert_bytes(at, word, strlen(word)); break; }
      case 5: {
        /* A block once more; now and then many times, to pass the sizes of buffers. */
        size_t size = random_below((left < 64 ? left : 64) + 1);
        memcpy(block, input + at, size);
        for (size_t times = random_below(512) ? 1 : random_below(2200); times > 0; times--) insert_bytes(at, block, size);
        break;
      }
      case 6: {
        struct part other = kept[random_below((size_t)kept_count)];
        size_t from = random_below(other.size + 1), size = random_below((other.size - from < 256 ? other.size - from : 256) + 1);
        insert_bytes(at, other.bytes + from, size);
        break;
      }
      case 7: {
        /* The length of the part that this byte may be in. */
        if (left < LENGTH_SIZE) break;
        input[at] = random_below(16) ? 0 : (unsigned char)random_below(3);
        input[at + 1] = random_below(4) ? 0 : (unsigned char)random_below(256);
        input[at + 2] = (unsigned char)random_below(256);
        break;
      }
      default: if (left) input[at] = (unsigned char)(input[at] + random_below(9) - 4);
    }
  }
}

static void check_progress(int signal) {
  static unsigned long before;
  (void)signal;
  if (done == before) { dprintf(STDERR_FILENO, "%s: one input takes more than ten seconds\n", target_name); abort(); }
  before = done;
  alarm(10);
}

static void fuzz_target(const struct target *target, unsigned long count) {
  struct timespec begun, over;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  memset(seen, 0, sizeof seen);
  while (kept_count > 0) { free((void *)kept[--kept_count].bytes); kept[kept_count].bytes = NULL; }
  for (unsigned long i = 0; i < count; i++) {
    if (i < 8 && target->seeds[i]) use_seed(target->seeds[i]);
    else {
      struct part base = kept[random_below((size_t)kept_count)];
      memcpy(input, base.bytes, base.size);
      input_size = base.size;
      change_input();
    }
    run_input(target);
    if (takes_new_branch()) keep_input();
    done++;
  }
  size_t branches = 0;
  for (size_t i = 0; i < EDGES; i++) branches += seen[i] != 0;
  clock_gettime(CLOCK_MONOTONIC, &over);
  printf("%s: %lu inputs, %zu branches, %d inputs kept, %ld s\n", target->name, count, branches, kept_count, (long)(over.tv_sec - begun.tv_sec));
  fflush(stdout);
}

extern void __sanitizer_set_death_callback(void (*)(void));

int main(int argc, char **argv) {
  enum { TARGET_COUNT = sizeof TARGETS / sizeof *TARGETS };
  char *end = NULL;
  unsigned long count = argc > 1 ? strtoul(argv[1], &end, 10) : 0;
  __sanitizer_set_death_callback(save_input);
  signal(SIGALRM, check_progress);
  alarm(10);
  if (end && !*end && count > 0) {
    random_state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) * 0x9E3779B97F4A7C15u + 1;
    for (int i = 0; i < TARGET_COUNT; i++) {
      target_name = TARGETS[i].name;
      fuzz_target(&TARGETS[i], count / TARGET_COUNT);
    }
    return 0;
  }
  for (int i = 0; argc == 3 && i < TARGET_COUNT; i++) {
    if (strcmp(TARGETS[i].name, argv[1]) != 0) continue;
    target_name = "again";
    FILE *file = fopen(argv[2], "r");
    if (!file) break;
    input_size = fread(input, 1, sizeof input, file);
    run_input(&TARGETS[i]);
    return 0;
  }
  fprintf(stderr, "fuzz COUNT [SEED], or fuzz TARGET FILE\n");
  return 2;
}
