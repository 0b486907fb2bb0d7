/* tcp: a connection is accepted. dns: a name has an address. */
#include "agent.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int connect_host_port(const char *address, int64_t until) {
  char host[256];
  unsigned short port;
  if (!split_address(address, strlen(address), host, sizeof host, &port, 0)) fail(EXIT_USAGE, "argument '--tcp=%s': expected HOST:PORT", address);
  return connect_to(host, port, until);
}

bool try_tcp(const char *address, int64_t until) {
  int fd = connect_host_port(address, until);
  if (fd < 0) return false;
  close(fd);
  return true;
}

bool try_name(const char *name, int64_t until) {
  struct address found[MAX_ADDRESSES];
  return resolve(name, found, MAX_ADDRESSES, until) > 0;
}
