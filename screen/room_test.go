package screen

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"touchmove/broadcast"
)

// At a broker where everybody may publish, a stranger who names endless boards, or says a lot of
// them, takes the place of no real board. What is kept, and the files made of it, stay within
// their bounds, and the log says so once.
func TestBoardsWithoutEnd(t *testing.T) {
	var log bytes.Buffer
	s := newSnapshots("touchmove/v1", room{20, 1 << 20, 1 << 18}, slog.New(slog.NewTextHandler(&log, nil)))
	s.connect(true)
	say := func(topic, payload string) {
		s.take(broadcast.Message{Topic: "touchmove/v1/" + topic, Payload: []byte(payload)})
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
		files += f.file.takes()
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
