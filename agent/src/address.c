/*
 * Names and connections, without blocking. The resolver of the libc blocks for seconds, and a thread or process for each try costs more. So this file
 * searches /etc/hosts, and then sends queries to all name servers of /etc/resolv.conf at once, with its search list.
 */
#include "agent.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_SERVERS = 3, MAX_SEARCH = 32, NAME_SIZE = 256, PACKET_SIZE = 4096 };

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

static bool parse_numeric(const char *host, struct address *address) {
  address->family = AF_INET;
  if (inet_pton(AF_INET, host, address->bytes) == 1) return true;
  address->family = AF_INET6;
  return inet_pton(AF_INET6, host, address->bytes) == 1;
}

/* Reads the line at an offset, and moves the offset to the next line. A line that does not fit is read in parts. */
static bool read_line(int fd, off_t *offset, char *line, size_t size) {
  ssize_t got = fd < 0 ? 0 : pread(fd, line, size - 1, *offset);
  if (got <= 0) return false;
  char *end = memchr(line, '\n', (size_t)got);
  size_t length = end ? (size_t)(end - line) + 1 : (size_t)got;
  line[length] = 0;
  *offset += (off_t)length;
  return true;
}

/* The words of a line, without a comment. */
static int split_words(char *line, char **words, int most) {
  line[strcspn(line, "#;\n")] = 0;
  int count = 0;
  for (char *save, *word = strtok_r(line, " \t\r", &save); word && count < most; word = strtok_r(NULL, " \t\r", &save)) words[count++] = word;
  return count;
}

static int find_in_hosts(const char *name, struct address *found, int most) {
  int file = open("/etc/hosts", O_RDONLY | O_CLOEXEC);
  off_t offset = 0;
  char line[1024], *words[64];
  int count = 0;
  while (count < most && read_line(file, &offset, line, sizeof line)) {
    int n = split_words(line, words, 64);
    for (int i = 1; i < n; i++) {
      if (strcasecmp(words[i], name) == 0 && parse_numeric(words[0], &found[count])) { count++; break; }
    }
  }
  if (file >= 0) close(file);
  return count;
}

struct resolver {
  struct address servers[MAX_SERVERS];
  int server_count;
  char search[MAX_SEARCH][NAME_SIZE];
  int search_count;
  int ndots;
};

static void read_resolver(struct resolver *resolver) {
  *resolver = (struct resolver){ .ndots = 1 };
  int file = open("/etc/resolv.conf", O_RDONLY | O_CLOEXEC);
  off_t offset = 0;
  char line[2048], *words[MAX_SEARCH + 1];
  while (read_line(file, &offset, line, sizeof line)) {
    int n = split_words(line, words, MAX_SEARCH + 1);
    if (n < 2) continue;
    if (strcmp(words[0], "nameserver") == 0) {
      char *zone = strchr(words[1], '%');
      if (zone) *zone = 0;
      if (resolver->server_count < MAX_SERVERS && parse_numeric(words[1], &resolver->servers[resolver->server_count])) resolver->server_count++;
    } else if (strcmp(words[0], "search") == 0 || strcmp(words[0], "domain") == 0) {
      resolver->search_count = 0;
      for (int i = 1; i < n; i++) {
        if (strlen(words[i]) < NAME_SIZE) strcpy(resolver->search[resolver->search_count++], words[i]);
      }
    } else if (strcmp(words[0], "options") == 0) {
      for (int i = 1; i < n; i++) {
        if (strncmp(words[i], "ndots:", 6) == 0) resolver->ndots = atoi(words[i] + 6);
      }
    }
  }
  if (file >= 0) close(file);
  if (resolver->server_count == 0) { parse_numeric("127.0.0.1", &resolver->servers[0]); resolver->server_count = 1; }
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

/* Reads the addresses of an answer. Returns their number; -1: the packet is no answer to this question. */
static int read_answer(const unsigned char *packet, int length, unsigned id, struct address *found, int most, bool *no_such_name) {
  ns_msg message;
  if (length < NS_HFIXEDSZ || ns_initparse(packet, length, &message) != 0 || ns_msg_id(message) != id || !ns_msg_getflag(message, ns_f_qr)) return -1;
  int code = ns_msg_getflag(message, ns_f_rcode);
  if (code != ns_r_noerror && code != ns_r_nxdomain) return -1;
  *no_such_name = code == ns_r_nxdomain;
  int count = 0;
  for (int i = 0; i < ns_msg_count(message, ns_s_an) && count < most; i++) {
    ns_rr record;
    if (ns_parserr(&message, ns_s_an, i, &record) != 0) break;
    bool v4 = ns_rr_type(record) == ns_t_a && ns_rr_rdlen(record) == 4, v6 = ns_rr_type(record) == ns_t_aaaa && ns_rr_rdlen(record) == 16;
    if (!v4 && !v6) continue;
    found[count].family = v4 ? AF_INET : AF_INET6;
    memcpy(found[count++].bytes, ns_rr_rdata(record), ns_rr_rdlen(record));
  }
  return count;
}

/* Asks all name servers for both families, and repeats the queries each second until both questions are answered. */
static int ask_servers(const struct resolver *resolver, const char *name, struct address *found, int most, int64_t until) {
  static const int types[2] = { ns_t_a, ns_t_aaaa };
  unsigned char questions[2][512];
  int lengths[2];
  unsigned ids[2];
  for (int q = 0; q < 2; q++) {
    lengths[q] = res_mkquery(QUERY, name, ns_c_in, types[q], NULL, 0, NULL, questions[q], sizeof questions[q]);
    if (lengths[q] < NS_HFIXEDSZ) { explain("'%s' is not a DNS name", name); return 0; }
    uint16_t id = 0;
    if (getrandom(&id, sizeof id, GRND_NONBLOCK) < 0) id = (uint16_t)now();
    ids[q] = id;
    questions[q][0] = (unsigned char)(ids[q] >> 8);
    questions[q][1] = (unsigned char)ids[q];
  }
  if (ids[0] == ids[1]) questions[1][1] = (unsigned char)(ids[1] ^= 1);
  int servers = resolver->server_count, open = 0, count = 0;
  struct pollfd sockets[MAX_SERVERS];
  for (int s = 0; s < servers; s++) {
    struct sockaddr_storage address;
    socklen_t length = socket_address(&address, &resolver->servers[s], 53);
    int fd = socket(resolver->servers[s].family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, length) != 0) close(fd);
    else if (fd >= 0) sockets[open++] = (struct pollfd){ .fd = fd, .events = POLLIN };
  }
  bool answered[2] = { false, false };
  int64_t again = 0;
  explain("no name server has answered for '%s'", name);
  while (open > 0 && !(answered[0] && answered[1]) && now() < until) {
    if (now() >= again) {
      again = now() + NANOSECONDS;
      for (int s = 0; s < open; s++) {
        for (int q = 0; q < 2; q++) {
          if (!answered[q] && send(sockets[s].fd, questions[q], (size_t)lengths[q], MSG_NOSIGNAL) < 0) explain_errno("name server");
        }
      }
    }
    int64_t next = again < until ? again : until;
    if (!poll_all(sockets, open, next)) continue;
    for (int s = 0; s < open; s++) {
      if (!sockets[s].revents) continue;
      unsigned char packet[PACKET_SIZE];
      ssize_t length = recv(sockets[s].fd, packet, sizeof packet, 0);
      if (length < 0) {
        /* No process listens at the address now. The next round asks again. */
        if (errno != EAGAIN) { explain_errno("name server"); sleep_until(next); }
        continue;
      }
      for (int q = 0; q < 2; q++) {
        bool no_such_name;
        int n = answered[q] ? -1 : read_answer(packet, (int)length, ids[q], found + count, most - count, &no_such_name);
        if (n < 0) continue;
        answered[q] = true;
        count += n;
        /* A name that does not exist has no address of the other family either. */
        if (no_such_name) answered[0] = answered[1] = true;
        if (count == 0) explain("the name '%s' has no address", name);
      }
    }
  }
  for (int s = 0; s < open; s++) close(sockets[s].fd);
  return count;
}

int resolve(const char *host, struct address *found, int most, int64_t until) {
  if (parse_numeric(host, found)) return 1;
  size_t length = strlen(host);
  if (length == 0 || length >= NAME_SIZE) { explain("'%s' is not a DNS name", host); return 0; }
  int count = find_in_hosts(host, found, most);
  if (count > 0) return count;
  struct resolver resolver;
  read_resolver(&resolver);
  int dots = 0;
  for (const char *c = host; *c; c++) dots += *c == '.';
  bool absolute = host[length - 1] == '.', as_it_is_first = absolute || dots >= resolver.ndots;
  if (as_it_is_first && (count = ask_servers(&resolver, host, found, most, until)) > 0) return count;
  for (int i = 0; !absolute && i < resolver.search_count; i++) {
    char name[2 * NAME_SIZE];
    snprintf(name, sizeof name, "%s.%s", host, resolver.search[i]);
    if ((count = ask_servers(&resolver, name, found, most, until)) > 0) return count;
  }
  if (!as_it_is_first) count = ask_servers(&resolver, host, found, most, until);
  if (count == 0 && resolver.search_count > 0 && !absolute) explain("the name '%s' has no address", host);
  return count;
}

/* Returns 0 when connected, or the error. */
static int try_connect(int fd, const struct sockaddr_storage *target, socklen_t length) {
  return connect(fd, (const struct sockaddr *)target, length) == 0 || errno == EISCONN ? 0 : errno;
}

static int connect_address(const struct address *address, unsigned short port, int64_t until) {
  struct sockaddr_storage target;
  socklen_t length = socket_address(&target, address, port);
  int fd = socket(address->family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
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

int connect_to(const char *host, unsigned short port, int64_t until) {
  struct address found[MAX_ADDRESSES];
  int count = resolve(host, found, MAX_ADDRESSES, until);
  for (int i = 0; i < count; i++) {
    int fd = connect_address(&found[i], port, until);
    if (fd >= 0) return fd;
    if (now() >= until) break;
  }
  return -1;
}
