package touchmove_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// banned is a word that an exported name may not contain, and the word to use instead. A
// banned word tells a reader who knows the field nothing, or means something else in the
// field.
type banned struct {
	word string
	use  string
	in   []string // package folders, as in order; empty means everywhere
}

var bannedWords = []banned{
	{word: "Acc", use: "Accrued"},
	{word: "Anchor", use: "Fallback", in: []string{"reconcile/..."}},
	{word: "Aways", use: "Suspended or Reopened"},
	{word: "Calm", use: "LastRest or AtRest", in: []string{"reconcile/...", "calibration/..."}},
	{word: "Console", use: "Desk, as the topic", in: []string{"eventlog/...", "broadcast/...", "daemon/..."}},
	{word: "Deaf", use: "Unstable, or NoReading"},
	{word: "Deed", use: "Action, or Motion of a hand"},
	{word: "Deeds", use: "Actions"},
	{word: "Desk", use: "Board or Set", in: []string{"eventlog/alarms"}},
	{word: "Dis", use: "Mismatch"},
	{word: "Door", use: "Guard, or Admission"},
	{word: "Ear", use: "Detector"},
	{word: "Eyes", use: "Decoder"},
	{word: "Feel", use: "Touches"},
	{word: "Fingers", use: "Debouncer"},
	{word: "Guest", use: "Conn or Client"},
	{word: "Hall", use: "Daemon for the process, Fleet for many boards", in: []string{"daemon/...", "cmd/...", "broadcast/..."}},
	{word: "Hand", use: "Serve, for whatever serves a document", in: []string{"broadcast/..."}},
	{word: "Heard", use: "Received, Seen or Assigned"},
	{word: "Heed", use: "Receive"},
	{word: "Hosted", use: "Board"},
	{word: "Hush", use: "Stop or Cancel"},
	{word: "Keeper", use: "PGNFiles, for a directory of PGN files", in: []string{"broadcast/..."}},
	{word: "Means", use: "Resources", in: []string{"daemon/...", "configs/...", "cmd/..."}},
	{word: "Office", use: "ArbiterBundle"},
	{word: "Overhear", use: "Guard, as in availabilityGuard"},
	{word: "Overheard", use: "Guard, as in availabilityGuard"},
	{word: "Patient", use: "Reconnecting"},
	{word: "Promised", use: "AssertContract"},
	{word: "Retell", use: "Replay"},
	{word: "Retelling", use: "Backlog"},
	{word: "Score", use: "State, for what is folded from entries", in: []string{"eventlog/...", "broadcast/...", "daemon/..."}},
	{word: "Scores", use: "States", in: []string{"eventlog/...", "broadcast/...", "daemon/..."}},
	{word: "Scorebook", use: "PGNFiles"},
	{word: "Solder", use: "Wire"},
	{word: "Sought", use: "Reopened, or WiringFound of a calibration"},
	{word: "Stir", use: "Wake"},
	{word: "Tale", use: "ReplayedJournal"},
	{word: "Tend", use: "Poll"},
	{word: "Told", use: "Entry in a log, otherwise Published or Reported"},
	{word: "Untold", use: "Undelivered or Unpublished"},
	{word: "Vault", use: "Writer, of a journal"},
	{word: "Vouch", use: "StampSender"},
	{word: "Vouched", use: "StampedSender"},
	{word: "Watch", use: "Referee", in: []string{"reconcile/..."}},
}

// bannedFiles are file names that say nothing about their contents.
var bannedFiles = []banned{
	{word: "deeds", use: "actions"},
	{word: "door", use: "guard"},
	{word: "ear", use: "piecedetector"},
	{word: "feel", use: "touches"},
	{word: "hand", use: "document", in: []string{"broadcast/..."}},
	{word: "keep", use: "durability"},
	{word: "line", use: "dial", in: []string{"broadcast"}},
	{word: "means", use: "resources"},
	{word: "office", use: "arbiter-bundle"},
	{word: "retell", use: "backlog"},
	{word: "said", use: "wording"},
	{word: "scorebook", use: "pgnfiles"},
	{word: "told", use: "entry"},
	{word: "vault", use: "writer"},
	{word: "way", use: "transition", in: []string{"screen/..."}},
}

// isIn reports whether the word is banned in a package folder.
func (b banned) isIn(folder string) bool {
	return len(b.in) == 0 || slices.ContainsFunc(b.in, func(p string) bool { return matches(p, folder) })
}

// wordsOf splits a name into its words: "HTTPServer" into HTTP and Server.
func wordsOf(name string) (words []string) {
	runes, from := []rune(name), 0
	for i := 1; i < len(runes); i++ {
		switch {
		case unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1]), // aB
			unicode.IsUpper(runes[i-1]) && unicode.IsUpper(runes[i]) && i+1 < len(runes) && unicode.IsLower(runes[i+1]): // ABc
			words, from = append(words, string(runes[from:i])), i
		}
	}
	return append(words, string(runes[from:]))
}

// adviceOn returns what is wrong with an exported name in a package folder, one text per
// word.
func adviceOn(name, folder string) (advice []string) {
	for _, w := range wordsOf(name) {
		for _, b := range bannedWords {
			if w == b.word && b.isIn(folder) {
				advice = append(advice, "instead of "+b.word+" write "+b.use)
			}
		}
	}
	return advice
}

// exported calls do for each exported name that a file declares: types with their fields and
// methods, functions, variables and constants.
func exported(f *ast.File, do func(*ast.Ident)) {
	ast.Inspect(f, func(n ast.Node) bool {
		var names []*ast.Ident
		switch n := n.(type) {
		case *ast.FuncDecl:
			do(n.Name)
			return false // what it declares inside is not visible outside
		case *ast.TypeSpec:
			do(n.Name)
		case *ast.ValueSpec:
			names = n.Names
		case *ast.Field:
			names = n.Names
		}
		for _, id := range names {
			do(id)
		}
		return true
	})
}

// No exported name contains a word for which docs/glossary.md has a better one.
func TestNamesHaveNoBannedWords(t *testing.T) {
	set, seen := token.NewFileSet(), 0
	for _, path := range goFiles(t) {
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		exported(f, func(id *ast.Ident) {
			if !id.IsExported() {
				return
			}
			seen++
			for _, advice := range adviceOn(id.Name, filepath.ToSlash(filepath.Dir(path))) {
				t.Errorf("%s: %s: %s", set.Position(id.Pos()), id.Name, advice)
			}
		})
	}
	if seen < 1000 {
		t.Errorf("only %d exported names were seen: the walk does not reach the packages", seen)
	}
}

// File names say what is in the files.
func TestFilesHaveNoBannedNames(t *testing.T) {
	for _, path := range files(t, ".go", ".ts") {
		path = filepath.ToSlash(path)
		if strings.HasPrefix(path, "test/") || strings.Contains(path, "testdata/") {
			continue
		}
		name, _, _ := strings.Cut(filepath.Base(path), ".")
		name = strings.TrimSuffix(name, "_test")
		for _, b := range bannedFiles {
			if b.word == name && b.isIn(filepath.ToSlash(filepath.Dir(path))) {
				t.Errorf("%s: call it by what it holds, as %s", path, b.use)
			}
		}
	}
}

// No word of the glossary is banned everywhere, and every banned word is refused in its
// folders.
func TestBannedWords(t *testing.T) {
	page, err := os.ReadFile("docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	defined := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]+) \|`).FindAllStringSubmatch(string(page), -1) {
		for _, word := range strings.FieldsFunc(row[1], func(r rune) bool { return !unicode.IsLetter(r) }) {
			defined[strings.ToLower(word)] = true
		}
	}
	if !defined["hands"] || !defined["twin"] {
		t.Fatal("docs/glossary.md: its table of words cannot be read")
	}
	for _, b := range bannedWords {
		if len(b.in) == 0 && defined[strings.ToLower(b.word)] {
			t.Errorf("%s is banned and in docs/glossary.md: it is one or the other", b.word)
		}
		folder := "sensors"
		if len(b.in) > 0 {
			folder = strings.TrimSuffix(b.in[0], "/...")
		}
		for _, name := range []string{b.word, "New" + b.word, b.word + "Options", "MQTT" + b.word} {
			if len(adviceOn(name, folder)) == 0 {
				t.Errorf("%s in %s is not refused", name, folder)
			}
		}
	}
	for _, name := range []string{"Bear", "Accept", "Handler", "Doors", "Scored", "Hands", "Twins", "Watch"} {
		if advice := adviceOn(name, "sensors"); advice != nil {
			t.Errorf("%s is refused: %s", name, advice)
		}
	}
}

// vagueNames are names of functions that fit everything, from accepting a connection to parsing a
// message, and the words to use instead.
var vagueNames = map[string]string{
	"take": "accept, acquire, apply, receive or step",
	"tell": "emit, publish or report",
	"told": "published",
}

// No function is called by a word that fits every function.
func TestFunctionsSayWhatTheyDo(t *testing.T) {
	set := token.NewFileSet()
	for _, path := range goFiles(t) {
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && vagueNames[strings.ToLower(f.Name.Name)] != "" {
				t.Errorf("%s: %s: call it by what it does: %s", set.Position(f.Pos()), f.Name.Name, vagueNames[strings.ToLower(f.Name.Name)])
			}
		}
	}
}
