package screen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/internal/topic"
)

// At a broker where everybody may publish, a stranger who names endless boards, or says a lot of
// them, takes the place of no real board. What is kept, and the files made of it, stay within
// their bounds, and the log says so once.
func TestBoardsWithoutEnd(t *testing.T) {
	var log bytes.Buffer
	s := newSnapshots("touchmove/v1", limits{20, 1 << 20, 1 << 18}, slog.New(slog.NewTextHandler(&log, nil)))
	s.connect(true)
	say := func(topic, payload string) {
		s.receive(broadcast.Message{Topic: "touchmove/v1/" + topic, Payload: []byte(payload)})
	}
	ask := func(path string) *httptest.ResponseRecorder {
		mux := http.NewServeMux()
		mux.Handle("GET "+SnapshotPath+"/{event}/{file}", s)
		mux.Handle("GET "+SnapshotPath+"/{event}/round/{round}", s)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, SnapshotPath+path, nil))
		return w
	}
	state := `{"v":1,"moves":[` + strings.Repeat(`{"uci":"e2e4","san":"e4"},`, 300) + `{}]}`
	say("open/hall-7/state", state)
	for n := range 100 {
		say(fmt.Sprintf("open/board-%d/state", n), `{"v":1}`)
		ask(fmt.Sprintf("/open/board-%d.json", n))
	}
	if n := len(s.boards); n != 20 {
		t.Errorf("%d boards are kept, of 20", n)
	}
	for n := range 100 {
		board := fmt.Sprintf("open/board-%d/", n%19)
		say(board+"state", `{"v":1,"moves":[`+strings.Repeat(`{},`, 10_000)+`{}]}`)
		say(board+"pgn", fmt.Sprintf("[Round \"%d\"]\n\n%s *\n", n, strings.Repeat("x", 20_000)))
		ask(fmt.Sprintf("/open/round/%d.pgn", n))
		ask("/_/_.json")
	}
	var kept, files int64
	for _, b := range s.boards {
		kept += b.takes()
	}
	for _, f := range s.files {
		if files += f.file.takes(); f.file.takes() > s.filesMost/2 {
			t.Errorf("a file of %d bytes is kept", f.file.takes())
		}
	}
	if kept > s.room.Bytes || files > s.filesMost || files != s.filesTake {
		t.Errorf("kept %d bytes of %d, files %d of %d, counted as %d", kept, s.room.Bytes, files, s.filesMost, s.filesTake)
	}
	if w := ask("/open/hall-7.json"); w.Code != http.StatusOK || strings.Count(w.Body.String(), "e2e4") != 300 {
		t.Errorf("a real board is answered with %d", w.Code)
	}
	for _, text := range []string{"more boards than any event", "more memory than any event"} {
		if n := strings.Count(log.String(), text); n != 1 {
			t.Errorf("the log says %d times: %s", n, text)
		}
	}
	// When they are cleared there is room again.
	for n := range 100 {
		for _, topic := range []string{"state", "pgn"} {
			say(fmt.Sprintf("open/board-%d/%s", n, topic), "")
		}
	}
	if say("open/hall-8/state", state); ask("/open/hall-8.json").Code != http.StatusOK || len(s.boards) != 2 {
		t.Errorf("%d boards are kept, of 2", len(s.boards))
	}
}

// All boards that are promised have their place, with four earlier games each, whatever is asked for;
// and of one that says too much its picture stays.
func TestRoomForEveryBoard(t *testing.T) {
	moves := strings.Repeat(`{"uci":"e2e4","san":"Nbxd4"},`, 80)
	one := "[Event \"An open tournament\"]\n[Round \"5\"]\n[White \"A\"]\n[Black \"B\"]\n\n" + strings.Repeat("1. Nbxd4 {[%clk 1:20:10]} ", 80) + "*\n"
	state := `{"v":1,"moves":[` + moves + `{}]}`
	previous, err := json.Marshal(map[string]any{
		"games": []any{map[string]string{"game": "a"}, map[string]string{"game": "b"}, map[string]string{"game": "c"}, map[string]string{"game": "d"}},
		"pgn":   map[string]string{"a": one, "b": one, "c": one, "d": one}, "more": strings.Repeat(moves, 4),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []limits{daemonLimits, serverLimits} {
		most = limits{most.boards / 50, most.bytes / 50, most.files / 50} // the same for each board
		s := newSnapshots("touchmove/v1", most, slog.New(slog.DiscardHandler))
		s.connect(true)
		say := func(board, topic, payload string) {
			s.receive(broadcast.Message{Topic: "touchmove/v1/open/" + board + "/" + topic, Payload: []byte(payload)})
		}
		for n := range most.boards {
			board := fmt.Sprintf("hall-%d", n)
			say(board, "state", state)
			say(board, "pgn", one)
			say(board, "previous", string(previous))
		}
		s.file(fileRequest{event: "open", board: AnyLevel, round: "5", kind: "pgn"})
		whole := func() (n int) {
			for _, b := range s.boards {
				if len(b.payloads) == 3 {
					n++
				}
			}
			return n
		}
		if n := whole(); n != most.boards {
			t.Errorf("%d of %d boards are kept", n, most.boards)
		}
		s.room.Bytes = int64(most.boards) * 40_000 // less than with their games read
		s.file(fileRequest{event: AnyLevel, board: AnyLevel, round: "5", kind: "pgn"})
		if n := whole(); n != most.boards {
			t.Errorf("of %d boards what they say is left out before what is read of it", most.boards-n)
		}
		for _, long := range []string{"previous", "pgn"} {
			say("hall-1", long, strings.Repeat("x", int(most.bytes)))
		}
		if b := s.boards[topic.Board{Event: "open", ID: "hall-1"}]; b == nil || b.payloads["state"] != state || len(b.payloads) != 1 {
			t.Error("of a board that says too much, nothing or everything is kept")
		}
	}
}
