// What the sketch takes of Arduino, on a computer: enough to run it against a broker.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>

typedef uint8_t byte;
inline unsigned long millis() {
  using namespace std::chrono;
  return (unsigned long)duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}
inline void delay(unsigned long ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

struct SerialLine {
  void begin(long) {}
  void print(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
  }
};
inline SerialLine Serial;
