/* The agent without TLS. Its arguments have no https, so nothing calls these functions. */
#include "agent.h"

const bool has_tls = false;

bool begin_tls(int fd, const char *host, const char *authorities, int64_t until) {
  (void)fd, (void)host, (void)authorities, (void)until;
  return false;
}

ssize_t send_tls(const char *text, size_t length, int64_t until) {
  (void)text, (void)length, (void)until;
  return -1;
}

ssize_t receive_tls(char *text, size_t size, int64_t until) {
  (void)text, (void)size, (void)until;
  return -1;
}

void end_tls(void) {}
