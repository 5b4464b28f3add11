// What the topics below value/ say (docs/mqtt.md), without a library: it compiles anywhere.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Values {
  char result[8] = "*", turn[8] = "-", last[24] = "-", white[12] = "-", black[12] = "-", available[12] = "?";
  unsigned long at = 0; // when the clocks were told last, ms

  // Takes a value by the end of its topic; false when it is not one that is shown.
  bool take(const char *name, const char *payload, unsigned int length, unsigned long now) {
    struct { const char *name; char *into; unsigned int room; } all[] = {
      {"value/result", result, sizeof result}, {"value/turn", turn, sizeof turn}, {"value/last", last, sizeof last},
      {"value/white-clock", white, sizeof white}, {"value/black-clock", black, sizeof black}, {"availability", available, sizeof available},
    };
    for (auto &value : all) {
      if (strcmp(name, value.name) != 0) continue;
      if (length >= value.room) length = value.room - 1;
      memcpy(value.into, payload, length);
      value.into[length] = 0;
      if (strstr(name, "-clock") || strcmp(name, "value/turn") == 0) at = now;
      return true;
    }
    return false;
  }

  // A player's time, counted down while it is that player's turn; "h:mm:ss" or "-".
  void clock(bool whites, unsigned long now, char into[24]) const {
    const char *text = whites ? white : black;
    int h, m, s;
    if (sscanf(text, "%d:%d:%d", &h, &m, &s) != 3) {
      snprintf(into, 24, "%s", text);
      return;
    }
    long left = h * 3600L + m * 60L + s;
    if (strcmp(turn, whites ? "white" : "black") == 0) left -= (long)((now - at) / 1000);
    if (left < 1 && h + m + s > 0) left = 1; // only the board says that a flag has fallen
    snprintf(into, 24, "%ld:%02ld:%02ld", left / 3600, left / 60 % 60, left % 60);
  }

  // The line below the move.
  const char *status() const {
    if (strcmp(available, "offline") == 0) return "board offline";
    if (strcmp(result, "*") != 0) return result;
    if (strcmp(turn, "white") == 0) return "White to move";
    if (strcmp(turn, "black") == 0) return "Black to move";
    return "";
  }
};

// The pieces of a FEN as eight lines, the 8th rank first, "." for an empty square.
inline bool boardOf(const char *fen, unsigned int length, char rows[8 * 9 + 1]) {
  unsigned int n = 0, files = 0;
  for (unsigned int i = 0; i < length && fen[i] != ' '; i++) {
    if (fen[i] == '/') {
      if (files != 8 || n >= 63) return false;
      rows[n++] = '\n';
      files = 0;
      continue;
    }
    unsigned int count = fen[i] >= '1' && fen[i] <= '8' ? fen[i] - '0' : 1;
    if ((files += count) > 8 || n + count > 71) return false;
    for (; count > 0; count--) rows[n++] = fen[i] <= '8' ? '.' : fen[i];
  }
  if (n != 71 || files != 8) return false;
  rows[n++] = '\n';
  rows[n] = 0;
  return true;
}
