// A socket of this machine's alone, for one client.
#define _POSIX_C_SOURCE 200809L
#include "CPlatform.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int lunadiff_listen(int *port) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0) return -1;
  fcntl(listener, F_SETFD, FD_CLOEXEC);
  int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons((uint16_t)*port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 1) == 0 &&
      getsockname(listener, (struct sockaddr *)&address, &size) == 0) {
    *port = ntohs(address.sin_port);
    return listener;
  }
  int reason = errno;
  close(listener);
  errno = reason;
  return -1;
}

int lunadiff_accept(int listener) {
  int client;
  do client = accept(listener, NULL, NULL);
  while (client < 0 && errno == EINTR);
  if (client >= 0) fcntl(client, F_SETFD, FD_CLOEXEC);
  return client;
}
