/*
 * http: a GET request gets a wanted status. As the probes of the kubelet (1.37, pkg/probe/http/http.go RedirectChecker),
 * the agent follows at most ten redirects on the same host; a redirect to another host counts as a success. The agent
 * has no TLS: it reports a redirect to https on the same host.
 */
#include "agent.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MAX_REDIRECTS = 10, HEAD_SIZE = 16384, URL_SIZE = 2 * HEAD_SIZE };

struct url {
  bool is_https;
  char host[256];
  unsigned short port;
  char authority[300];
  const char *path; /* with the query, without the fragment */
  int path_length;
};

static bool split_url(const char *text, struct url *url) {
  url->is_https = strncasecmp(text, "https://", 8) == 0;
  if (!url->is_https && strncasecmp(text, "http://", 7) != 0) return false;
  const char *authority = text + (url->is_https ? 8 : 7);
  size_t length = strcspn(authority, "/?#");
  if (length == 0 || length >= sizeof url->authority) return false;
  memcpy(url->authority, authority, length);
  url->authority[length] = 0;
  url->path = authority + length;
  url->path_length = (int)strcspn(url->path, "#");
  return split_address(authority, length, url->host, sizeof url->host, &url->port, url->is_https ? 443 : 80);
}

const char *find_fault(const char *text) {
  struct url url;
  if (!split_url(text, &url)) return "expected http://HOST:PORT/PATH";
  return url.is_https ? "the agent has no TLS" : NULL;
}

/* Copies the value of a header of the response; it may be as long as `head`, which ends with an empty line. */
static bool find_header(const char *head, const char *name, char *value) {
  size_t length = strlen(name);
  for (const char *line = strchr(head, '\n'); line && line[1] && line[1] != '\r' && line[1] != '\n'; line = strchr(line + 1, '\n')) {
    if (strncasecmp(line + 1, name, length) != 0 || line[1 + length] != ':') continue;
    const char *start = line + 2 + length;
    start += strspn(start, " \t");
    size_t end = strcspn(start, "\r\n");
    memcpy(value, start, end);
    value[end] = 0;
    return true;
  }
  return false;
}

/* Reads the head of the response into `head`. Returns the status; 0: there is no response. */
static int read_status(int fd, char *head, int64_t until) {
  size_t used = 0;
  for (;;) {
    ssize_t got = receive(fd, head + used, HEAD_SIZE - 1 - used, until);
    if (got == 0) explain("the connection was closed before a response");
    if (got <= 0) return 0;
    used += (size_t)got;
    head[used] = 0;
    for (;;) {
      int status;
      if (used >= 5 && strncmp(head, "HTTP/", 5) != 0) { explain("the response is not HTTP"); return 0; }
      char *end = strstr(head, "\r\n\r\n"), *bare = strstr(head, "\n\n");
      if (bare && (!end || bare < end)) end = bare;
      if (!end && used < HEAD_SIZE - 1) break;
      if (!end) { explain("the response's headers are too long"); return 0; }
      const char *blank = strchr(head, ' ');
      status = blank && blank < end ? (int)read_number(blank + strspn(blank, " "), NULL) : 0;
      if (status < 100 || status > 999) { explain("the response is not HTTP"); return 0; }
      if (status >= 200 || status == 101) return status;
      /* Statuses such as 100 Continue come before the final response. */
      end += *end == '\r' ? 4 : 2;
      used -= (size_t)(end - head);
      memmove(head, end, used + 1);
    }
  }
}

static bool given(const struct step *step, const char *name) {
  for (int i = 0; i < step->header_count; i++) {
    if (strncasecmp(step->headers[i], name, strlen(name)) == 0) return true;
  }
  return false;
}

/* Appends to the request. Returns its length, also where it has no room. */
__attribute__((format(printf, 3, 4))) static size_t add(char *text, size_t used, const char *format, ...) {
  size_t room = used < HEAD_SIZE ? HEAD_SIZE - used : 0;
  va_list values;
  va_start(values, format);
  used += (size_t)vsnprintf(text + HEAD_SIZE - room, room, format, values);
  va_end(values);
  return used;
}

/* Returns the status of the response, 0 if there is none. */
static int request(const char *method, const struct url *url, const struct step *step, char *head, int64_t until) {
  int fd = connect_to(url->host, url->port, until);
  if (fd < 0) return 0;
  static char text[HEAD_SIZE];
  const char *slash = *url->path == '/' ? "" : "/";
  size_t used = add(text, 0, "%s %s%.*s HTTP/1.1\r\n", method, slash, url->path_length, url->path);
  if (!given(step, "Host:")) used = add(text, used, "Host: %s\r\n", url->authority);
  if (!given(step, "User-Agent:")) used = add(text, used, "User-Agent: startup-order\r\n");
  if (!given(step, "Accept:")) used = add(text, used, "Accept: */*\r\n");
  for (int i = 0; i < step->header_count; i++) used = add(text, used, "%s\r\n", step->headers[i]);
  used = add(text, used, "%sConnection: close\r\n\r\n", *method == 'P' ? "Content-Length: 0\r\n" : "");
  int status = 0;
  if (used >= sizeof text) explain("the request is too long");
  else if (send_all(fd, text, used, until)) status = read_status(fd, head, until);
  close(fd);
  return status;
}

bool is_accepted(int status, const char *statuses) {
  if (!statuses) return status >= 200 && status < 400;
  for (const char *part = statuses; *part;) {
    char *end;
    long first = read_number(part, &end), last = *end == '-' ? read_number(end + 1, &end) : first;
    if (status >= first && status <= last) return true;
    if (*end != ',') return false;
    part = end + 1;
  }
  return false;
}

bool try_http(const struct step *step, int64_t until) {
  static char head[HEAD_SIZE], location[HEAD_SIZE], address[URL_SIZE], next_address[URL_SIZE];
  struct url url;
  split_url(step->value, &url);
  for (int redirects = 0;; redirects++) {
    int status = request("GET", &url, step, head, until);
    if (status == 0) return false;
    bool redirected = !step->statuses && (status == 301 || status == 302 || status == 303 || status == 307 || status == 308)
      && find_header(head, "Location", location);
    if (!redirected) {
      explain("HTTP status %d", status);
      return is_accepted(status, step->statuses);
    }
    if (redirects == MAX_REDIRECTS) { explain("more than %d redirects", MAX_REDIRECTS); return false; }
    int length;
    if (strncmp(location + strcspn(location, ":/?#"), "://", 3) == 0) length = snprintf(next_address, sizeof next_address, "%s", location);
    else if (strncmp(location, "//", 2) == 0) length = snprintf(next_address, sizeof next_address, "http:%s", location);
    else if (*location == '/') length = snprintf(next_address, sizeof next_address, "http://%s%s", url.authority, location);
    else {
      int directory = (int)strcspn(url.path, "?#");
      while (directory > 0 && url.path[directory - 1] != '/') directory--;
      length = snprintf(next_address, sizeof next_address, "http://%s%.*s%s%s", url.authority, directory, url.path, directory ? "" : "/", location);
    }
    struct url next;
    if (length >= (int)sizeof next_address) { explain("the redirect is too long"); return false; }
    if (!split_url(next_address, &next)) { explain("HTTP status %d: a redirect to '%s'", status, location); return false; }
    if (strcasecmp(next.host, url.host) != 0) return true;
    const char *fault = find_fault(next_address);
    if (fault) { explain("HTTP status %d: a redirect to '%s': %s", status, location, fault); return false; }
    strcpy(address, next_address);
    split_url(address, &url);
  }
}

void post(const char *address, int64_t until) {
  static char head[HEAD_SIZE];
  struct url url;
  struct step none = { .kind = HTTP };
  split_url(address, &url);
  request("POST", &url, &none, head, until);
}
