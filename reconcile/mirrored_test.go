package reconcile_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"touchmove/reconcile/scenario"
)

// TestArticle4HoldsForBlack checks that the Laws are the same for Black: every scenario holds with
// colours exchanged and the board turned over. With -short each is tried in one edition only.
func TestArticle4HoldsForBlack(t *testing.T) {
	// Exceptions are what only White has: the first move, and the clock that Black's press starts.
	// The times of PR-107 follow from who moves first.
	whiteAlone := []string{"PR-025", "PR-026", "PR-107", "DRR-010"}
	files, err := filepath.Glob("testdata/laws/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for i, s := range mirrored(t, file) {
			if slices.Contains(whiteAlone, s.ID) {
				continue
			}
			for _, edition := range someEditions(i, s.Editions) {
				t.Run(s.ID+"/"+edition, func(t *testing.T) { holds(t, s, edition) })
			}
		}
	}
}

// mirrored reads a file of scenarios with the colours exchanged.
func mirrored(t *testing.T, file string) []scenario.Scenario {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var text strings.Builder
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var line any
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		line = exchanged("", line)
		if expect, ok := line.(map[string]any)["expect"].(map[string]any); ok {
			delete(expect, "position") // the number of the move counts from White's
		}
		out, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(out, '\n'))
	}
	all, err := scenario.Read(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	squareWord = regexp.MustCompile(`^[a-h][1-8]$`)
	moveWord   = regexp.MustCompile(`^[a-h][1-8][a-h][1-8][qrbn]?$`)
	rankOfMove = regexp.MustCompile(`[1-8]`)
	fenWord    = regexp.MustCompile(`^[1-8a-hnpqrkbA-HNPQRKB]+(/[1-8a-hnpqrkbA-HNPQRKB]+){7} [wb] `)
	otherName  = map[string]string{
		"white": "black", "black": "white", "white_ms": "black_ms", "black_ms": "white_ms", "white_moves": "black_moves", "black_moves": "white_moves",
	}
	otherScore = map[string]string{"1-0": "0-1", "0-1": "1-0", "1/2-0": "0-1/2", "0-1/2": "1/2-0", "1-1/2": "1/2-1", "1/2-1": "1-1/2"}
)

// exchanged exchanges the colours in a value of a scenario: names of players, squares, moves,
// scores, positions, and sealed moves.
func exchanged(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			to := name
			if other, ok := otherName[name]; ok {
				to = other
			}
			out[to] = exchanged(name, value)
		}
		return out
	case []any:
		for i := range v {
			v[i] = exchanged(key, v[i])
		}
		return v
	case string:
		return exchangedWord(key, v)
	}
	return v
}

func exchangedWord(key, word string) string {
	switch {
	case key == "id" || key == "clause" || key == "title" || key == "editions" || key == "notes":
		return word
	case otherName[word] != "":
		return otherName[word]
	case otherScore[word] != "":
		return otherScore[word]
	case squareWord.MatchString(word), moveWord.MatchString(word), key == "text":
		return turnedOver(word)
	case fenWord.MatchString(word):
		return exchangedFEN(word)
	}
	return word
}

// turnedOver counts every rank in a text from the other side.
func turnedOver(text string) string {
	return rankOfMove.ReplaceAllStringFunc(text, func(rank string) string { return string('1' + '8' - rank[0]) })
}

func exchangedFEN(fen string) string {
	fields := strings.Fields(fen)
	otherCase := func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}
	ranks := strings.Split(strings.Map(otherCase, fields[0]), "/")
	slices.Reverse(ranks)
	fields[0] = strings.Join(ranks, "/")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	if fields[2] != "-" {
		rights := []rune(strings.Map(otherCase, fields[2]))
		slices.SortStableFunc(rights, func(a, b rune) int { // White's come first
			switch {
			case unicode.IsUpper(a) == unicode.IsUpper(b):
				return 0
			case unicode.IsUpper(a):
				return -1
			}
			return 1
		})
		fields[2] = string(rights)
	}
	fields[3] = turnedOver(fields[3])
	return strings.Join(fields, " ")
}
