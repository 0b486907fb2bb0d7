/*
 * Names, without blocking. This file searches /etc/hosts, and then asks all name servers of /etc/resolv.conf at once,
 * with its search list. getaddrinfo of the libc blocks for seconds. In a child process it adds 28 kB to the binary, gives
 * up at the first search domain whose server fails, and finds no address while one of the two families has no answer
 * (musl 1.2.5).
 */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_SERVERS = 3, MAX_SEARCH = 32, MAX_NAMES = MAX_SEARCH + 1, NAME_SIZE = 256, PACKET_SIZE = 2 + 65535 };

/* The format of DNS messages (RFC 1035). */
enum { HEADER_SIZE = 12, IS_ANSWER = 128, IS_TRUNCATED = 2, ERROR_CODE = 15, NO_SUCH_NAME = 3 };
enum { TYPE_A = 1, TYPE_AAAA = 28, CLASS_IN = 1 };

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
        if (strncmp(words[i], "ndots:", 6) == 0) resolver->ndots = (int)read_number(words[i] + 6, NULL);
      }
    }
  }
  if (file >= 0) close(file);
  if (resolver->server_count == 0) { parse_numeric("127.0.0.1", &resolver->servers[0]); resolver->server_count = 1; }
}

/* The questions about a name: its addresses of both families. Bits of `answered`. */
enum { IPV4 = 1, IPV6 = 2, BOTH = IPV4 | IPV6 };

struct lookup {
  struct resolver resolver;
  const char *host;
  bool host_first;           /* the host itself comes before the names of the search list, not after them */
  int name_count;
  struct pollfd sockets[MAX_SERVERS];
  const struct address *servers[MAX_SERVERS]; /* of each socket */
  int socket_count;
  uint16_t first_id;         /* of the question for the IPv4 addresses of the first name; the other questions follow */
  int asked;                 /* the number of names that were asked for */
  unsigned char answered[MAX_NAMES];
  unsigned char failed[2 * MAX_NAMES]; /* for each question, the servers that answered with an error, as bits */
  struct address *found;
  int most, count;
  int from;                  /* the name of these addresses */
};

/* Writes the labels of a name. Returns the next byte; NULL: it is no DNS name. */
static unsigned char *write_labels(unsigned char *at, const char *name) {
  while (at && *name) {
    size_t length = strcspn(name, ".");
    if (length == 0 || length > 63) return NULL;
    *at++ = (unsigned char)length;
    memcpy(at, name, length);
    at += length;
    name += length + (name[length] == '.');
  }
  return at;
}

/* Writes the query for a question. Returns its length; 0: it is no DNS name. */
static int write_query(const struct lookup *lookup, int question, unsigned char *query) {
  int n = question / 2, own = lookup->host_first ? 0 : lookup->name_count - 1;
  unsigned id = (unsigned)(lookup->first_id + question);
  unsigned char *name = query + HEADER_SIZE;
  memcpy(query, (unsigned char[HEADER_SIZE]){ (unsigned char)(id >> 8), (unsigned char)id, 1, 0, 0, 1 }, HEADER_SIZE);
  unsigned char *at = write_labels(name, lookup->host);
  if (n != own) at = write_labels(at, lookup->resolver.search[lookup->host_first ? n - 1 : n]);
  if (!at || at - name >= NAME_SIZE - 1) return 0;
  memcpy(at, (unsigned char[]){ 0, 0, question % 2 ? TYPE_AAAA : TYPE_A, 0, CLASS_IN }, 5);
  return (int)(at - query) + 5;
}

static int get16(const unsigned char *at) {
  return at[0] << 8 | at[1];
}

/* Returns the offset after the name, which may end with a pointer to another name; after the packet if it is invalid. */
static int skip_name(const unsigned char *packet, int length, int at) {
  while (at < length && packet[at] != 0 && packet[at] < 0xC0) at += packet[at] + 1;
  return at + (at < length && packet[at] >= 0xC0 ? 2 : 1);
}

/* A server does not answer the question: ends the question when no server is left. */
static void note_failure(struct lookup *lookup, int question, int server) {
  lookup->failed[question] |= (unsigned char)(1 << server);
  bool is_last = lookup->failed[question] == (1 << lookup->socket_count) - 1;
  if (is_last) lookup->answered[question / 2] |= question % 2 ? IPV6 : IPV4;
}

/* Asks again over TCP, which has room for each answer. Returns the length of the answer, or -1. */
static int ask_over_tcp(const struct lookup *lookup, int question, int server, unsigned char *packet, int64_t until) {
  int length = write_query(lookup, question, packet + 2), used = 0, wanted = 2;
  packet[0] = (unsigned char)(length >> 8);
  packet[1] = (unsigned char)length;
  int fd = connect_address(lookup->servers[server], SOCK_STREAM, 53, until);
  if (fd < 0) return -1;
  bool goes_on = send_all(fd, (char *)packet, (size_t)length + 2, until);
  while (goes_on && used < wanted) {
    ssize_t got = receive(fd, (char *)packet + used, (size_t)(wanted - used), until);
    goes_on = got > 0;
    if (goes_on) used += (int)got;
    if (used == 2) wanted = 2 + (packet[0] << 8 | packet[1]);
  }
  close(fd);
  if (used < wanted) return -1;
  memmove(packet, packet + 2, (size_t)wanted - 2);
  return wanted - 2;
}

/* Reads a packet of a server. Ignores packets that answer no open question. */
static void read_answer(struct lookup *lookup, int server, unsigned char *packet, int length, bool over_tcp,
  int64_t until) {
  if (length < HEADER_SIZE || !(packet[2] & IS_ANSWER)) return;
  int question = (uint16_t)(get16(packet) - lookup->first_id), name = question / 2;
  int family = question % 2 ? IPV6 : IPV4;
  if (name >= lookup->asked || lookup->answered[name] & family) return;
  bool is_truncated = packet[2] & IS_TRUNCATED;
  int code = packet[3] & ERROR_CODE, at = HEADER_SIZE, before = lookup->count;
  if (before == 0) lookup->from = name;
  for (int i = get16(packet + 4); i > 0 && at < length; i--) at = skip_name(packet, length, at) + 4;
  for (int i = get16(packet + 6); i > 0 && lookup->from == name && lookup->count < lookup->most; i--) {
    /* A record: its name, type, class, time to live, size, data. */
    at = skip_name(packet, length, at) + 10;
    if (at > length) break;
    int type = get16(packet + at - 10), size = get16(packet + at - 2);
    at += size;
    if (at > length) break;
    if (!(type == TYPE_A && size == 4) && !(type == TYPE_AAAA && size == 16)) continue;
    struct address *address = &lookup->found[lookup->count++];
    address->family = type == TYPE_A ? AF_INET : AF_INET6;
    memcpy(address->bytes, packet + at - size, (size_t)size);
  }
  if (lookup->count > before) {
    lookup->answered[name] |= family;
  } else if (is_truncated && !over_tcp) {
    length = ask_over_tcp(lookup, question, server, packet, until);
    if (length > 0) read_answer(lookup, server, packet, length, true, until);
    else note_failure(lookup, question, server);
  } else if (code == 0 || code == NO_SUCH_NAME) {
    explain("the name '%s' has no address", lookup->host);
    /* A name that does not exist has no IPv6 address either. But some servers deny names that have only IPv4 addresses. */
    lookup->answered[name] |= code == NO_SUCH_NAME && family == IPV4 ? BOTH : family;
  } else {
    explain("a name server answers for '%s' with error %d", lookup->host, code);
    note_failure(lookup, question, server);
  }
}

/* Asks for a name until there is an answer for both families, or the time is up. */
static void ask_for_name(struct lookup *lookup, int name, int64_t share, int64_t until) {
  int64_t again = now();
  static unsigned char packet[PACKET_SIZE];
  lookup->asked = name + 1;
  lookup->answered[name] = 0;
  while (lookup->answered[lookup->count ? lookup->from : name] != BOTH) {
    /* After the last name, late answers for all names may still come. */
    bool is_last = lookup->asked == lookup->name_count && lookup->count == 0;
    int64_t time = now(), limit = is_last ? until : share;
    if (time >= limit) return;
    for (int q = 0; q < 2 && time >= again; q++) {
      int question = 2 * name + q, length = write_query(lookup, question, packet);
      if (length == 0) {
        explain("'%s' is not a DNS name", lookup->host);
        lookup->answered[name] = BOTH;
        return;
      }
      if (lookup->answered[name] & (q ? IPV6 : IPV4)) continue;
      for (int s = 0; s < lookup->socket_count; s++) send(lookup->sockets[s].fd, packet, (size_t)length, MSG_NOSIGNAL);
    }
    if (time >= again) again = time + NANOSECONDS;
    if (!poll_all(lookup->sockets, lookup->socket_count, at_most(again, limit))) continue;
    for (int s = 0; s < lookup->socket_count; s++) {
      if (!lookup->sockets[s].revents) continue;
      ssize_t length = recv(lookup->sockets[s].fd, packet, sizeof packet, 0);
      if (length >= 0) { read_answer(lookup, s, packet, (int)length, false, limit); continue; }
      if (errno == EAGAIN) continue;
      explain_errno("name server");
      note_failure(lookup, 2 * name, s);
      note_failure(lookup, 2 * name + 1, s);
    }
  }
}

/*
 * Asks for the host and for the names of its search list, in their order. Each name gets its share of half of the time. The
 * other half is left for late answers and for the connection.
 */
static int ask_servers(struct lookup *lookup, int64_t until) {
  if (getrandom(&lookup->first_id, sizeof lookup->first_id, GRND_NONBLOCK) < 0) lookup->first_id = (uint16_t)now();
  for (int i = 0; i < lookup->resolver.server_count; i++) {
    const struct address *server = &lookup->resolver.servers[i];
    int fd = connect_address(server, SOCK_DGRAM, 53, until);
    if (fd < 0) continue;
    lookup->servers[lookup->socket_count] = server;
    lookup->sockets[lookup->socket_count++] = (struct pollfd){ .fd = fd, .events = POLLIN };
  }
  if (lookup->socket_count > 0) explain("no name server has answered for '%s'", lookup->host);
  for (int n = 0; n < lookup->name_count && lookup->count == 0 && lookup->socket_count > 0; n++) {
    int64_t time = now();
    ask_for_name(lookup, n, time + (until - time) / (2 * (lookup->name_count - n)), until);
  }
  for (int s = 0; s < lookup->socket_count; s++) close(lookup->sockets[s].fd);
  return lookup->count;
}

int resolve(const char *host, struct address *found, int most, int64_t until) {
  if (parse_numeric(host, found)) return 1;
  size_t length = strlen(host);
  if (length == 0 || length >= NAME_SIZE) { explain("'%s' is not a DNS name", host); return 0; }
  int count = find_in_hosts(host, found, most), dots = 0;
  if (count > 0) return count;
  static struct lookup lookup;
  lookup = (struct lookup){ .host = host, .found = found, .most = most };
  read_resolver(&lookup.resolver);
  for (const char *c = host; *c; c++) dots += *c == '.';
  bool is_absolute = host[length - 1] == '.';
  lookup.host_first = is_absolute || dots >= lookup.resolver.ndots;
  lookup.name_count = is_absolute ? 1 : lookup.resolver.search_count + 1;
  return ask_servers(&lookup, until);
}
