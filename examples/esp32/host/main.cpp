// Runs the sketch on a computer: main BROKER PORT PREFIX.
#include "Arduino.h"

#include "../display/display.ino"

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  broker = argv[1];
  port = (uint16_t)atoi(argv[2]);
  prefix = argv[3];
  for (setup();;) loop();
}
