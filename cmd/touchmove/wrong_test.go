package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// call runs a command line and returns its exit status and output.
func call(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(args, &console{in: strings.NewReader(stdin), out: &out, err: &err})
	return status, out.String(), err.String()
}

const header = `{"trace":1,"board":"b","sensing":"occupancy"}` + "\n"
const first = `{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}` + "\n"

// wrongFiles are the files that wrongCalls name.
var wrongFiles = map[string]string{
	"broken.pgn": "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n",
	"empty.pgn":  "",
	"whole.pgn":  "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
	"hall.toml":  "[[board]]\nid = \"hall-3\"\nscan_hertz = 200\n[board.wiring]\ndriver = \"simulated\"\n",
}

// wrongCalls are calls with one mistake each.
var wrongCalls = []struct {
	args  string // separated by |
	stdin string
	want  string // part of the line that names the mistake
}{
	{args: "rnu", want: `"rnu" is not a command: did you mean run?`},
	{args: "xyzzy", want: `"xyzzy" is not a command`},
	{args: "--colour", want: "unknown flag: --colour"},
	{args: "help|xyzzy", want: `"xyzzy" is not a command`},
	{args: "completion|tcsh", want: "choose bash, zsh, fish or powershell"},
	{args: "version|now", want: `"now": the command takes no arguments`},

	{args: "perft", want: "DEPTH is missing"},
	{args: "perft|--divdie|3", want: "unknown flag: --divdie"},
	{args: "perft|three", want: `depth "three": write a whole number from 0 to 8`},
	{args: "perft|9", want: `depth "9"`},
	{args: "perft|--|-1", want: `depth "-1"`},
	{args: "perft|3|8/8/8/8/8/8/8/8|w|-|-|0|1", want: "put the FEN in quotes"},
	{args: "perft|3|8/8/8/8/8/8/8/8 w - - 0 1", want: "White has no king"},
	{args: "perft|3|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", want: "is neither w nor b"},
	{args: "perft|3|1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1", want: "is this Chess960?"},

	{args: "replay", want: "TRACE is missing"},
	{args: "replay|a|b", want: "2 arguments instead of one TRACE"},
	{args: "replay|nowhere.jsonl", want: "nowhere.jsonl: there is no such file"},
	{args: "replay|.", want: "is a directory"},
	{args: "replay|--output|san|-", stdin: header + first, want: "--output san: write one of events, uci, pgn, fen, state"},
	{args: "replay|--laws|fide-1972|-", stdin: header + first, want: `"fide-1972" is not an edition`},
	{args: "replay|--publish|slow|-", stdin: header + first, want: "--publish slow: write sure or quick"},
	{args: "replay|-", stdin: "", want: "standard input:1: the trace is empty"},
	{args: "replay|-", stdin: "hello\n", want: "standard input:1: not JSON"},
	{args: "replay|-", stdin: "{\"trace\":2}\n", want: "standard input:1: trace format 2"},
	{args: "replay|-", stdin: `{"trace":1,"start":"8/8/8/8/8/8/8/8 w - - 0 1"}` + "\n" + first, want: "standard input:1: start"},
	{args: "replay|-", stdin: `{"trace":1,"laws":"fide-1972"}` + "\n", want: "standard input:1: laws"},
	{args: "replay|-", stdin: header + first + "nonsense\n{}\n", want: "standard input:3: not JSON"},
	{args: "replay|-", stdin: header + first + `{"at_us":9000000,"square":"e2","is":"empty"}` + "\n" + `{"at_us":8999000,"square":"e4","is":"occupied"}` + "\n",
		want: "standard input:4: at_us goes back from 9000000 to 8999000"},
	{args: "replay|-", stdin: header + first + `{"at_us":1,"square":"e9","is":"empty"}` + "\n", want: "standard input:3: "},
	{args: "replay|-", stdin: header + first + `{"at_us":1,"square":"e2","is":"white"}` + "\n", want: "standard input:3: "},
	{args: "replay|-", stdin: header + `{"at_us":1,"square":"e2","is":"empty"}` + "\n", want: "standard input:2: the first record is not a scan"},

	{args: "simulate", want: "GAME.pgn is missing"},
	{args: "simulate|broken.pgn", want: "broken.pgn:3:13: game 1, half-move 3: illegal move"},
	{args: "simulate|empty.pgn", want: "empty.pgn: no game in it"},
	{args: "simulate|--style|wild|whole.pgn", want: "--style wild: write one of clean, club"},
	{args: "simulate|--noise|loud|whole.pgn", want: "--noise loud: write one of none, ordinary"},
	{args: "simulate|--seed|x|whole.pgn", want: `invalid argument "x" for "--seed"`},
	{args: "simulate|--game|2|whole.pgn", want: "has games 1 to 1"},
	{args: "simulate|--truth|no/truth.json|whole.pgn", want: "there is no such file"},

	{args: "check", want: "FILE is missing"},
	{args: "pgn|mend|whole.pgn", want: `"mend" is not a command of touchmove pgn: choose`},
	{args: "pgn|check", want: "FILE is missing"},
	{args: "pgn|check|nowhere.pgn", want: "there is no such file"},
	{args: "pgn|convert|--to|xml|whole.pgn", want: "--to xml: write one of pgn, uci, san, fen"},
	{args: "pgn|convert|--language|klingon|whole.pgn", want: `--language: "klingon" is not a language of notation: want one of en (english), es (spanish)`},
	{args: "pgn|convert|--to|uci|--language|de|whole.pgn", want: "--language: uci is the same in every language"},
	{args: "pgn|convert|--to|fen|--style|fide|whole.pgn", want: "--style: fen is the same in every language and style"},
	{args: "pgn|check|--from|xx|whole.pgn", want: `--from: "xx" is not a language`},
	{args: "pgn|normalise|.", want: "is a directory"},
	{args: "pgn|stats", want: "FILE is missing"},
	{args: "pgn|stats|nowhere.pgn", want: "there is no such file"},
	{args: "pgn|stats|--jsn|whole.pgn", want: "unknown flag: --jsn"},
	{args: "pgn|convert|--style|old|whole.pgn", want: "--style old: write pgn or fide"},

	{args: "run|now", want: `"now": the command takes no arguments`},
	{args: "run|--config|nowhere.toml", want: "nowhere.toml: there is no such file"},
	{args: "run|--config|hall.toml", want: `hall.toml:3: "scan_hertz" is not a key here: did you mean scan_hz?`},
	{args: "run|--speed|fast", want: `invalid argument "fast" for "--speed"`},
	{args: "run|--listen|1884", want: `--listen: "1884" is not an address to listen on`},
	{args: "run|--style|wild", want: "--style wild: write one of clean, club"},
	{args: "run|--speed|0", want: "--speed 0: write 0.1 to 100"},
}

// For any mistake in a call or its input, the answer is one line that names the
// mistake, the exit status is 2, and no result is printed.
func TestWrongCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range wrongFiles {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range wrongCalls {
		t.Run(c.args, func(t *testing.T) {
			status, stdout, stderr := call(t, c.stdin, strings.Split(c.args, "|")...)
			if status != exitBad {
				t.Errorf("exit status %d, want %d", status, exitBad)
			}
			if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "touchmove: ") || !strings.HasSuffix(stderr, "\n") {
				t.Errorf("standard error is not one line: %q", stderr)
			}
			if !strings.Contains(stderr, c.want) {
				t.Errorf("standard error %q does not say %q", stderr, c.want)
			}
			if stdout != "" && !strings.HasPrefix(stdout, `{"at_us":0,"event":"started"`) {
				t.Errorf("standard output %q", stdout)
			}
		})
	}
}

// Every command explains itself, with examples, on standard output.
func TestHelp(t *testing.T) {
	var each func(path []string)
	each = func(path []string) {
		status, stdout, stderr := call(t, "", append(path, "-h")...)
		if status != exitDone || stderr != "" {
			t.Errorf("%v -h: exit status %d, standard error %q", path, status, stderr)
		}
		if len(path) > 0 && path[0] != "completion" && !strings.Contains(stdout, "Examples:\n  touchmove "+path[0]) && path[0] != "help" {
			t.Errorf("%v -h shows no example:\n%s", path, stdout)
		}
		commands := false
		for _, line := range strings.Split(stdout, "\n") {
			switch {
			case line == "Available Commands:":
				commands = true
			case line == "":
				commands = false
			case commands:
				each(append(path[:len(path):len(path)], strings.Fields(line)[0]))
			}
		}
	}
	each(nil)
}
