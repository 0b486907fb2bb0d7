/* TLS with Mbed TLS, for the agent wait-https. The socket does not block, so each try respects its time limit. config.h has the options of the library. */
#include "agent.h"

#include <errno.h>
#include <mbedtls/error.h>
#include <mbedtls/net_sockets.h>
#include <mbedtls/psa_util.h>
#include <mbedtls/ssl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>

static struct {
  mbedtls_ssl_context ssl;
  mbedtls_ssl_config config;
  mbedtls_x509_crt authorities;
  int fd;
  int64_t until;
} tls;

/* All random numbers of the library. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output, size_t size, size_t *length) {
  (void)context;
  *length = size;
  return getrandom(output, size, 0) == (ssize_t)size ? PSA_SUCCESS : PSA_ERROR_INSUFFICIENT_ENTROPY;
}

static int send_bytes(void *context, const unsigned char *bytes, size_t length) {
  (void)context;
  if (now() >= tls.until) return MBEDTLS_ERR_SSL_TIMEOUT;
  ssize_t sent = send(tls.fd, bytes, length, MSG_NOSIGNAL);
  return sent >= 0 ? (int)sent : errno == EAGAIN ? MBEDTLS_ERR_SSL_WANT_WRITE : MBEDTLS_ERR_NET_SEND_FAILED;
}

static int receive_bytes(void *context, unsigned char *bytes, size_t size) {
  (void)context;
  if (now() >= tls.until) return MBEDTLS_ERR_SSL_TIMEOUT;
  ssize_t got = recv(tls.fd, bytes, size, 0);
  return got >= 0 ? (int)got : errno == EAGAIN ? MBEDTLS_ERR_SSL_WANT_READ : MBEDTLS_ERR_NET_RECV_FAILED;
}

static void explain_certificate(uint32_t flags) {
  char text[160];
  if (mbedtls_x509_crt_verify_info(text, sizeof text, "", flags) < 0) strcpy(text, "the certificate is not trusted");
  text[strcspn(text, "\n")] = 0;
  explain("TLS: %s", text);
}

/* Whether to call the library again. If not, `reason` has the cause. */
static bool goes_on(int code) {
  if (code == MBEDTLS_ERR_SSL_WANT_READ && poll_fd(tls.fd, POLLIN, tls.until)) return true;
  if (code == MBEDTLS_ERR_SSL_WANT_WRITE && poll_fd(tls.fd, POLLOUT, tls.until)) return true;
  const char *text = mbedtls_high_level_strerr(code);
  if (!text) text = mbedtls_low_level_strerr(code);
  if (code == MBEDTLS_ERR_NET_SEND_FAILED || code == MBEDTLS_ERR_NET_RECV_FAILED) explain_errno("TLS");
  else if (code == MBEDTLS_ERR_X509_CERT_VERIFY_FAILED) explain_certificate(mbedtls_ssl_get_verify_result(&tls.ssl));
  else if (code == MBEDTLS_ERR_SSL_WANT_READ || code == MBEDTLS_ERR_SSL_WANT_WRITE || code == MBEDTLS_ERR_SSL_TIMEOUT) explain("TLS: no response in time");
  else explain("TLS: %s", text ? text : "the library failed");
  return false;
}

static bool read_authorities(const char *file) {
  int code = mbedtls_x509_crt_parse_file(&tls.authorities, file);
  if (code == MBEDTLS_ERR_PK_FILE_IO_ERROR) explain_errno(file);
  /* The library skips certificates of unknown types in a file. */
  else if (code < 0 || tls.authorities.version == 0) explain("%s: not a file with certificates in PEM", file);
  else return true;
  return false;
}

bool begin_tls(int fd, const char *host, const char *authorities, int64_t until) {
  tls.fd = fd;
  tls.until = until;
  /* The request goes out at once after the end of the handshake. Otherwise it waits 40 ms for the server's delayed acknowledgement. */
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
  mbedtls_ssl_init(&tls.ssl);
  mbedtls_ssl_config_init(&tls.config);
  mbedtls_x509_crt_init(&tls.authorities);
  if (authorities && !read_authorities(authorities)) return false;

  /* Neither SNI (RFC 6066 section 3) nor a certificate has the dot at the end of an absolute name. SNI has no address, so that is compared afterwards. */
  char name[256], address[16];
  size_t length = strlen(host);
  snprintf(name, sizeof name, "%.*s", (int)(length > 1 && host[length - 1] == '.' ? length - 1 : length), host);
  bool is_address = mbedtls_x509_crt_parse_cn_inet_pton(name, address) != 0;

  int code = psa_crypto_init();
  if (code == 0) code = mbedtls_ssl_config_defaults(&tls.config, MBEDTLS_SSL_IS_CLIENT, MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT);
  mbedtls_ssl_conf_rng(&tls.config, mbedtls_psa_get_random, MBEDTLS_PSA_RANDOM_STATE);
  mbedtls_ssl_conf_authmode(&tls.config, authorities ? MBEDTLS_SSL_VERIFY_REQUIRED : MBEDTLS_SSL_VERIFY_NONE);
  mbedtls_ssl_conf_ca_chain(&tls.config, &tls.authorities, NULL);
  if (code == 0) code = mbedtls_ssl_setup(&tls.ssl, &tls.config);
  if (code == 0) code = mbedtls_ssl_set_hostname(&tls.ssl, is_address ? NULL : name);
  if (code != 0) return goes_on(code);
  mbedtls_ssl_set_bio(&tls.ssl, NULL, send_bytes, receive_bytes, NULL);
  while ((code = mbedtls_ssl_handshake(&tls.ssl)) != 0) {
    if (!goes_on(code)) return false;
  }
  uint32_t flags = 0;
  if (!authorities || !is_address) return true;
  if (mbedtls_x509_crt_verify((mbedtls_x509_crt *)mbedtls_ssl_get_peer_cert(&tls.ssl), &tls.authorities, NULL, name, &flags, NULL, NULL) == 0) return true;
  explain_certificate(flags);
  return false;
}

ssize_t send_tls(const char *text, size_t length, int64_t until) {
  tls.until = until;
  for (;;) {
    int code = mbedtls_ssl_write(&tls.ssl, (const unsigned char *)text, length);
    if (code >= 0) return code;
    if (!goes_on(code)) return -1;
  }
}

ssize_t receive_tls(char *text, size_t size, int64_t until) {
  tls.until = until;
  for (;;) {
    int code = mbedtls_ssl_read(&tls.ssl, (unsigned char *)text, size);
    if (code > 0) return code;
    if (code == 0 || code == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY || code == MBEDTLS_ERR_SSL_CONN_EOF) return 0;
    if (!goes_on(code)) return -1;
  }
}

void end_tls(void) {
  mbedtls_ssl_close_notify(&tls.ssl);
  mbedtls_ssl_free(&tls.ssl);
  mbedtls_ssl_config_free(&tls.config);
  mbedtls_x509_crt_free(&tls.authorities);
}
