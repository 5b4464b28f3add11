// Shows one board on a small OLED display (128x64, SSD1306 over I2C) at an ESP32: last move,
// whose turn it is or the result, and both clocks, which count down. The position goes to the
// serial line.
//
// It needs the libraries PubSubClient and U8g2 (Arduino library manager), and on the daemon
//   [broadcast]
//   values = true
// so that every value has a small topic of its own: no JSON is read here.
#include <PubSubClient.h>
#include <U8g2lib.h>
#include <WiFi.h>

#include "values.h"

const char *network = "hall", *password = "...", *broker = "192.168.7.2";
uint16_t port = 1883;
const char *prefix = "touchmove/v1/open-2026/hall-7/"; // base, event, board

WiFiClient wifi;
PubSubClient mqtt(wifi);
U8G2_SSD1306_128X64_NONAME_F_HW_I2C screen(U8G2_R0);
Values values;
bool changed = true;
unsigned long drawn = 0;

// A message: its topic without the prefix says which value it is.
void take(char *topic, byte *payload, unsigned int length) {
  const char *name = topic + strlen(prefix);
  if (strcmp(name, "position") == 0) {
    char rows[8 * 9 + 1];
    if (boardOf((const char *)payload, length, rows)) Serial.print(rows);
  } else if (values.take(name, (const char *)payload, length, millis())) {
    changed = true;
  }
}

// Everything is retained: it comes at once after a connection, and then with every change.
void connect() {
  if (WiFi.status() != WL_CONNECTED || !mqtt.connect("hall-7-display")) return;
  char topic[128];
  for (const char *name : {"value/+", "position", "availability"}) {
    snprintf(topic, sizeof topic, "%s%s", prefix, name);
    mqtt.subscribe(topic, 1);
  }
}

void draw() {
  char line[24];
  screen.clearBuffer();
  screen.setFont(u8g2_font_6x10_tf);
  values.clock(true, millis(), line);
  screen.drawStr(0, 10, line);
  values.clock(false, millis(), line);
  screen.drawStr(80, 10, line);
  screen.setFont(u8g2_font_ncenB14_tr);
  screen.drawStr(0, 38, values.last);
  screen.setFont(u8g2_font_6x10_tf);
  screen.drawStr(0, 60, values.status());
  screen.sendBuffer();
}

void setup() {
  Serial.begin(115200);
  screen.begin();
  WiFi.begin(network, password);
  mqtt.setServer(broker, port);
  mqtt.setCallback(take);
}

void loop() {
  if (!mqtt.connected()) connect();
  mqtt.loop();
  if (changed || millis() - drawn >= 1000) { // a clock that runs is drawn every second
    changed = false;
    drawn = millis();
    draw();
  }
  delay(10);
}
