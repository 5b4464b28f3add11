package screen

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/internal/webserver"
)

// slowFS is a directory in which reading a file named slow does not begin before begin is closed.
type slowFS struct {
	fs.FS
	begin chan struct{}
	reads *atomic.Int32 // of those
}

type slowFile struct {
	fs.File
	begin chan struct{}
}

func (s slowFS) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if strings.HasPrefix(name, "slow") && err == nil {
		s.reads.Add(1)
		return slowFile{f, s.begin}, nil
	}
	return f, err
}

// Stat implements fs.StatFS.
func (s slowFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(s.FS, name) }

func (f slowFile) Read(p []byte) (int, error) {
	<-f.begin
	return f.File.Read(p)
}

// Close implements io.Closer.
func (s slowFS) Close() error { return nil }

// Files that the disk does not give hold up those who ask for them, and, however many there are,
// nobody who asks for one that was read before. Each is read once for all who ask for it.
func TestSlowFileOfASite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSiteFiles("")
		there := t.TempDir()
		names := []string{"event.json"}
		for n := range mostReading {
			names = append(names, fmt.Sprintf("slow-%d.pgn", n))
		}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(there, name), []byte("{}"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		dir := slowFS{os.DirFS(there), make(chan struct{}), new(atomic.Int32)}
		s.open = func() (fs.FS, io.Closer, error) { return dir, dir, nil }
		ask := func(name string) int {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest("GET", "/"+name, nil))
			return w.Code
		}
		if code := ask("event.json"); code != http.StatusOK {
			t.Errorf("another file: %d", code)
		}
		const visitors = 5 * mostReading
		codes := make(chan int, visitors)
		for n := range visitors {
			go func() { codes <- ask(names[1+n%mostReading]) }()
		}
		synctest.Wait()
		done := make(chan int)
		go func() { done <- ask("event.json") }()
		select {
		case code := <-done:
			if code != http.StatusOK {
				t.Errorf("another file: %d", code)
			}
		case <-time.After(time.Hour):
			t.Error("another file waits for the slow ones")
		}
		if len(codes) > 0 {
			t.Errorf("a slow file is answered before it is read: %d", <-codes)
		}
		close(dir.begin)
		for range visitors {
			if code := <-codes; code != http.StatusOK {
				t.Errorf("a slow file: %d", code)
			}
		}
		if n := dir.reads.Load(); n != mostReading {
			t.Errorf("%d slow files were read %d times", mostReading, n)
		}
	})
}

// On a disk that answers nobody, many visitors wait for few threads of the process, and whoever has
// gone waits no more.
func TestDiskOfASiteHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSiteFiles(t.TempDir())
		var waiting atomic.Int32
		answers := make(chan struct{})
		s.open = func() (fs.FS, io.Closer, error) {
			waiting.Add(1)
			<-answers
			return nil, nil, fs.ErrNotExist
		}
		ctx, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for n := range 500 {
			all.Go(func() {
				s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", fmt.Sprintf("/%d.pgn", n), nil).WithContext(ctx))
			})
		}
		synctest.Wait()
		if n := waiting.Load(); n != mostFinding {
			t.Errorf("%d wait for the disk at once, want %d", n, mostFinding)
		}
		leave()
		close(answers)
		all.Wait()
	})
}

// While the visitors of many addresses who read nothing have all places, others are told to come again.
func TestPlacesForLongFilesAreTaken(t *testing.T) {
	s := newSiteFiles(longFile(t))
	for n := range mostSending {
		if _, ok := s.sent.Wait(t.Context(), webserver.Neighbourhood(fmt.Sprintf("192.0.2.%d:5", n)), func() {}); !ok {
			t.Fatalf("address %d has no place", n)
		}
	}
	w := httptest.NewRecorder()
	synctest.Test(t, func(t *testing.T) { s.ServeHTTP(w, httptest.NewRequest("GET", "/games.pgn", nil)) })
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("answered with %d, %v", w.Code, w.Header())
	}
}

// longFile makes a directory with a file that is sent from the disk, and is longer than what the kernel
// holds of a connection.
func longFile(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	path := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, longestZipped+1); err != nil {
		t.Fatal(err)
	}
	return dir
}

// One address takes all places for long files and reads nothing. Others are sent the whole file
// nevertheless, at once, in the places of its newest ones; its first ones stay.
func TestLongFilesForEveryAddress(t *testing.T) {
	l, err := webserver.Listen("127.0.0.1:0", 2*mostSending)
	if err != nil {
		t.Fatal(err)
	}
	files := newSiteFiles(longFile(t))
	ended := make(chan string, mostSending+8)
	s := webserver.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		files.ServeHTTP(w, r)
		ended <- r.RemoteAddr
	}), slog.New(slog.DiscardHandler))
	s.WriteTimeout = time.Hour // nobody's place becomes free by itself
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	ask := func(ip string) net.Conn {
		t.Helper()
		c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}).Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		c.SetDeadline(time.Now().Add(time.Minute))
		io.WriteString(c, "GET /games.pgn HTTP/1.1\r\nHost: x\r\n\r\n")
		return c
	}
	crowd := map[string]int{}
	for n := range mostSending {
		c := ask("127.0.0.2")
		if _, err := io.ReadFull(c, make([]byte, 1)); err != nil { // it has its place
			t.Fatal(n, err)
		}
		crowd[c.LocalAddr().String()] = n
	}
	for n := range 3 {
		c := ask("127.0.0.3")
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.Copy(io.Discard, answer.Body)
		if answer.StatusCode != http.StatusOK || got != longestZipped+1 || err != nil {
			t.Errorf("another address's file %d: %s, %d bytes, %v", n+1, answer.Status, got, err)
		}
		cut := 0
		for range 2 - min(n, 1) { // the newest of the crowd and this one; afterwards its place is free
			if nth, ok := crowd[<-ended]; ok {
				if cut++; nth != mostSending-1 {
					t.Errorf("number %d of the crowd has lost its place", nth)
				}
			}
		}
		if (n == 0) != (cut == 1) {
			t.Errorf("file %d: %d of the crowd have lost their place", n+1, cut)
		}
		c.Close()
	}
}

// A long file is sent from the disk: many visitors who ask for it take no memory.
func TestLongFileOfASite(t *testing.T) {
	dir := t.TempDir()
	const length = 200 << 20
	path := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, length); err != nil {
		t.Fatal(err)
	}
	s := newSiteFiles(dir)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w := counting{header: http.Header{}}
	s.ServeHTTP(&w, httptest.NewRequest("GET", "/games.pgn", nil))
	runtime.ReadMemStats(&after)
	if w.n != length || w.header.Get("Content-Length") != strconv.Itoa(length) || !strings.HasPrefix(w.header.Get("Content-Type"), "application/vnd.chess-pgn") {
		t.Errorf("%d bytes of %d, %v", w.n, length, w.header)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 {
		t.Errorf("it takes %d MB of memory", n>>20)
	}
}

// The games of a big open, of more bytes than are kept, are sent compressed all the same, and
// compressed once; what does not become short enough is sent from the disk, and tried once.
func TestGamesOfABigOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, text []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	games := bytes.Repeat([]byte("[Event \"A big open\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"), 5<<20/45)
	noise := make([]byte, 5<<20)
	rand.NewChaCha8([32]byte{}).Read(noise)
	write("games.pgn", games)
	write("noise.pgn", noise)
	s := newSiteFiles(dir)
	var opened atomic.Int32
	s.open = func() (fs.FS, io.Closer, error) {
		return countingFS{os.DirFS(dir), &opened}, io.NopCloser(nil), nil
	}
	ask := func(name, coding string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/"+name, nil)
		r.Header.Set("Accept-Encoding", coding)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	for range 3 {
		w := ask("games.pgn", "gzip, br")
		if w.Header().Get("Content-Encoding") != "gzip" || w.Body.Len() > len(games)/20 || !bytes.Equal(unzip(w.Body.Bytes()), games) {
			t.Errorf("%d bytes of %d, %v", w.Body.Len(), len(games), w.Header())
		}
	}
	if n := opened.Swap(0); n != 1 {
		t.Errorf("compressed %d times", n)
	}
	if w := ask("games.pgn", ""); !bytes.Equal(w.Body.Bytes(), games) || w.Header().Get("Content-Encoding") != "" || w.Header().Get("Vary") != "Accept-Encoding" {
		t.Errorf("for others: %d bytes, %v", w.Body.Len(), w.Header())
	}
	opened.Store(0)
	for range 3 {
		if w := ask("noise.pgn", "gzip"); !bytes.Equal(w.Body.Bytes(), noise) || w.Header().Get("Content-Encoding") != "" {
			t.Errorf("what does not become shorter: %d bytes, %v", w.Body.Len(), w.Header())
		}
	}
	if n := opened.Swap(0); n != 4 { // one of them to compress it
		t.Errorf("opened %d times", n)
	}
	write("games.pgn", append(games, "\n"...))
	if w := ask("games.pgn", "gzip"); len(unzip(w.Body.Bytes())) != len(games)+1 {
		t.Error("what was there before is sent")
	}
	if s.bytes > siteCacheBytes {
		t.Errorf("%d bytes are kept", s.bytes)
	}
}

// countingFS counts how often files are opened.
type countingFS struct {
	fs.FS
	opened *atomic.Int32
}

func (c countingFS) Open(name string) (fs.File, error) {
	c.opened.Add(1)
	return c.FS.Open(name)
}

func (c countingFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.FS, name) }

// counting is a visitor who counts.
type counting struct {
	header http.Header
	n      int
}

func (c *counting) Header() http.Header { return c.header }

func (c *counting) WriteHeader(int) {}

func (c *counting) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }
