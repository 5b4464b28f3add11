// The part of PubSubClient that the sketch uses, over a socket of a computer: MQTT 3.1.1,
// subscriptions and incoming messages at QoS 0 and 1.
#pragma once
#include <netdb.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "WiFi.h"

class PubSubClient {
 public:
  explicit PubSubClient(WiFiClient &) {}
  void setServer(const char *host, uint16_t port) {
    this->host = host;
    this->port = std::to_string(port);
  }
  void setCallback(void (*take)(char *, byte *, unsigned int)) { this->take = take; }
  bool connected() const { return line >= 0; }

  bool connect(const char *id) {
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return false;
    line = socket(found->ai_family, SOCK_STREAM, 0);
    bool ok = ::connect(line, found->ai_addr, found->ai_addrlen) == 0;
    freeaddrinfo(found);
    std::string body("\0\4MQTT\4\2\0\17", 10); // clean session, 15 s
    ok = ok && send(0x10, body + text(id));
    int type;
    std::string answer;
    if (!ok || !packet(type, answer) || type != 0x20 || answer.size() != 2 || answer[1] != 0) return fail();
    heard = millis();
    return true;
  }

  bool subscribe(const char *topic, uint8_t qos) { return send(0x82, std::string("\0\1", 2) + text(topic) + (char)qos); }

  bool loop() {
    while (connected()) {
      pollfd wait{line, POLLIN, 0};
      if (poll(&wait, 1, 0) <= 0) break;
      int type;
      std::string body;
      if (!packet(type, body)) return fail();
      if ((type & 0xf0) == 0x30 && !publish(type, body)) return fail();
    }
    if (connected() && millis() - heard > 5000) {
      heard = millis();
      return send(0xc0, "");
    }
    return connected();
  }

 private:
  std::string host, port;
  void (*take)(char *, byte *, unsigned int) = nullptr;
  int line = -1;
  unsigned long heard = 0;

  static std::string text(const std::string &s) { return std::string{(char)(s.size() >> 8), (char)s.size()} + s; }
  bool fail() {
    if (line >= 0) close(line);
    line = -1;
    return false;
  }
  bool send(int type, const std::string &body) {
    std::string out(1, (char)type);
    size_t n = body.size();
    do {
      out += (char)(n % 128 | (n > 127 ? 128 : 0));
    } while ((n /= 128) > 0);
    out += body;
    return write(line, out.data(), out.size()) == (ssize_t)out.size() || fail();
  }
  bool bytes(char *into, size_t n) {
    for (size_t got = 0; got < n;) {
      ssize_t more = read(line, into + got, n - got);
      if (more <= 0) return false;
      got += more;
    }
    return true;
  }
  bool packet(int &type, std::string &body) {
    unsigned char c;
    if (!bytes((char *)&c, 1)) return false;
    type = c;
    size_t n = 0;
    for (int shift = 0;; shift += 7) {
      if (shift > 21 || !bytes((char *)&c, 1)) return false;
      n |= (size_t)(c & 127) << shift;
      if (c < 128) break;
    }
    body.resize(n);
    return bytes(body.data(), n);
  }
  bool publish(int type, std::string &body) {
    if (body.size() < 2) return false;
    size_t at = 2 + ((unsigned char)body[0] << 8 | (unsigned char)body[1]);
    std::string topic = body.substr(2, at - 2);
    if ((type & 6) != 0) { // QoS 1: acknowledged
      if (body.size() < at + 2 || !send(0x40, body.substr(at, 2))) return false;
      at += 2;
    }
    if (body.size() < at || body.size() > 256) return body.size() >= at; // the library's buffer has 256 bytes
    take(topic.data(), (byte *)body.data() + at, body.size() - at);
    return true;
  }
};
