// A display that prints each picture as a line, once it differs from the one before.
#pragma once
#include <string>

#include "Arduino.h"
#define U8G2_R0 0
static const uint8_t *u8g2_font_6x10_tf = nullptr, *u8g2_font_ncenB14_tr = nullptr;
struct U8G2_SSD1306_128X64_NONAME_F_HW_I2C {
  std::string now, shown;
  explicit U8G2_SSD1306_128X64_NONAME_F_HW_I2C(int) {}
  void begin() {}
  void clearBuffer() { now.clear(); }
  void setFont(const uint8_t *) {}
  void drawStr(int, int, const char *text) { now += (now.empty() ? "" : " | ") + std::string(text); }
  void sendBuffer() {
    if (now == shown) return;
    shown = now;
    printf("display: %s\n", now.c_str());
    fflush(stdout);
  }
};
