/* Addresses and connections, without blocking. */
#include "agent.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool split_address(const char *text, size_t length, char *host, size_t size, unsigned short *port, unsigned short default_port) {
  const char *end = text + length, *host_end, *rest;
  if (length > 0 && *text == '[') {
    text++;
    host_end = memchr(text, ']', (size_t)(end - text));
    if (!host_end) return false;
    rest = host_end + 1;
  } else {
    host_end = memchr(text, ':', length);
    if (!host_end) host_end = end;
    rest = host_end;
  }
  size_t host_length = (size_t)(host_end - text);
  if (host_length == 0 || host_length >= size) return false;
  memcpy(host, text, host_length);
  host[host_length] = 0;
  *port = default_port;
  if (rest == end) return default_port != 0;
  if (*rest++ != ':') return false;
  unsigned long number = 0;
  if (rest == end || end - rest > 5) return false;
  for (; rest < end; rest++) {
    if (*rest < '0' || *rest > '9') return false;
    number = number * 10 + (unsigned long)(*rest - '0');
  }
  *port = (unsigned short)number;
  return number >= 1 && number <= 65535;
}

bool parse_numeric(const char *host, struct address *address) {
  address->family = AF_INET;
  if (inet_pton(AF_INET, host, address->bytes) == 1) return true;
  address->family = AF_INET6;
  return inet_pton(AF_INET6, host, address->bytes) == 1;
}

static socklen_t socket_address(struct sockaddr_storage *out, const struct address *address, unsigned short port) {
  memset(out, 0, sizeof *out);
  if (address->family == AF_INET) {
    struct sockaddr_in *in = (struct sockaddr_in *)out;
    in->sin_family = AF_INET;
    in->sin_port = htons(port);
    memcpy(&in->sin_addr, address->bytes, 4);
    return sizeof *in;
  }
  struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)out;
  in6->sin6_family = AF_INET6;
  in6->sin6_port = htons(port);
  memcpy(&in6->sin6_addr, address->bytes, 16);
  return sizeof *in6;
}

/* Returns 0 when connected, or the error. */
static int try_connect(int fd, const struct sockaddr_storage *target, socklen_t length) {
  return connect(fd, (const struct sockaddr *)target, length) == 0 || errno == EISCONN ? 0 : errno;
}

int connect_address(const struct address *address, int type, unsigned short port, int64_t until) {
  struct sockaddr_storage target;
  socklen_t length = socket_address(&target, address, port);
  int fd = socket(address->family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) { explain_errno("socket"); return -1; }
  int error = try_connect(fd, &target, length);
  /* For addresses of this machine the kernel answers at once: the second call returns the result, without a poll. */
  if (error == EINPROGRESS) error = try_connect(fd, &target, length);
  if (error == EALREADY) {
    poll_fd(fd, POLLOUT, until);
    error = try_connect(fd, &target, length);
    if (error == EALREADY) error = ETIMEDOUT;
  }
  if (error == 0) return fd;
  close(fd);
  errno = error;
  explain_errno("");
  return -1;
}

/* Each address gets its share of the time, and each try begins with another one: none that drops packets hides the others. */
int connect_to(const char *host, unsigned short port, int64_t until) {
  static unsigned tries;
  struct address found[MAX_ADDRESSES];
  int count = resolve(host, found, MAX_ADDRESSES, until);
  tries++;
  for (int i = 0; i < count; i++) {
    int64_t time = now();
    if (i > 0 && time >= until) break;
    const struct address *address = &found[(tries + (unsigned)i) % (unsigned)count];
    int fd = connect_address(address, SOCK_STREAM, port, time + (until - time) / (count - i));
    if (fd >= 0) return fd;
  }
  return -1;
}

bool send_all(int fd, const char *text, size_t length, int64_t until) {
  while (length > 0) {
    ssize_t sent = send(fd, text, length, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno != EAGAIN || !poll_fd(fd, POLLOUT, until)) { explain_errno("request"); return false; }
      continue;
    }
    text += sent;
    length -= (size_t)sent;
  }
  return true;
}

ssize_t receive(int fd, char *text, size_t size, int64_t until) {
  for (;;) {
    /* A server that never stops sending must not block the agent. */
    if (now() >= until || !poll_fd(fd, POLLIN, until)) { explain("no response in time"); return -1; }
    ssize_t got = recv(fd, text, size, 0);
    if (got >= 0) return got;
    if (errno != EAGAIN) { explain_errno("response"); return -1; }
  }
}
