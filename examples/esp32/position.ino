// Shows the position of one board on whatever display hangs on an ESP32: here,
// the serial line. Needs the library PubSubClient (Arduino library manager).
#include <PubSubClient.h>
#include <WiFi.h>

const char *network = "hall", *password = "...", *broker = "192.168.7.2";
const char *topic = "touchmove/v1/open-2026/hall-7/position";

WiFiClient wifi;
PubSubClient mqtt(wifi);

// A FEN, of which the first field says what stands where: ranks from the 8th
// down, divided by /, a digit for so many empty squares.
void show(char *, byte *fen, unsigned int length) {
  for (unsigned int i = 0; i < length && fen[i] != ' '; i++) {
    if (fen[i] == '/') Serial.println();
    else if (fen[i] >= '1' && fen[i] <= '8')
      for (int n = fen[i] - '0'; n > 0; n--) Serial.print('.');
    else Serial.print((char)fen[i]);
  }
  Serial.println();
}

void setup() {
  Serial.begin(115200);
  WiFi.begin(network, password);
  mqtt.setServer(broker, 1883);
  mqtt.setCallback(show);
}

void loop() {
  if (!mqtt.connected() && WiFi.status() == WL_CONNECTED && mqtt.connect("hall-7-display")) mqtt.subscribe(topic, 1);
  mqtt.loop(); // the position is retained: it comes at once, and then with every move
  delay(10);
}
