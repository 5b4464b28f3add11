package tournament_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"touchmove/event/entrants"
	"touchmove/event/tournament"
)

// report is a tournament report file that was read back by the columns in the FIDE
// Handbook, C.04, annex 2 (TRF16, approved 10 August 2015). This reader shares nothing with
// the writer and accepts nothing beyond the description.
type report struct {
	heads   map[string][]string
	players map[int]*reported
}

type reported struct {
	points, rank int // points are half points
	rating       int
	rounds       []entry
}

type entry struct {
	opponent int
	colour   byte // w, b or -
	result   byte
}

// halves is what each result is worth, in half points.
var halves = map[byte]int{'1': 2, '+': 2, 'W': 2, 'F': 2, 'U': 2, '=': 1, 'D': 1, 'H': 1, '0': 0, '-': 0, 'L': 0, 'Z': 0}

// pairs are the results that the two sides of a game can have. Both may lose; an arbiter
// may give one side half a point, and until 2014 could raise the loser's score.
var pairs = []string{"10", "01", "==", "00", "=0", "0=", "+-", "-+", "--", "WL", "LW", "DD", "LL", "DL", "LD", "D-", "-D", "1=", "=1", "WD", "DW", "11", "WW"}

func readTRF(text string) (*report, error) {
	r := &report{heads: map[string][]string{}, players: map[int]*reported{}}
	if !utf8.ValidString(text) || !strings.HasSuffix(text, "\r\n") {
		return nil, fmt.Errorf("not UTF-8, or the last line has no end")
	}
	inPlayers := false
	for n, raw := range strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		fail := func(format string, args ...any) error {
			return fmt.Errorf("line %d: %s: %q", n+1, fmt.Sprintf(format, args...), raw)
		}
		if strings.ContainsAny(raw, "\r\n\t") || strings.HasSuffix(raw, " ") || len(raw) < 4 {
			return nil, fail("not one line of text")
		}
		line := []rune(raw)
		at := func(from, to int) string { // columns count from 1; to is the last one of the field
			var field []rune
			for i := from - 1; i < to; i++ {
				if i < len(line) {
					field = append(field, line[i])
				} else {
					field = append(field, ' ')
				}
			}
			return string(field)
		}
		blank := func(columns ...int) error {
			for _, c := range columns {
				if at(c, c) != " " {
					return fail("column %d stands between two fields", c)
				}
			}
			return nil
		}
		switch code := at(1, 3); code {
		case "012", "022", "032", "042", "052", "062", "072", "092", "102", "112", "122", "132":
			if inPlayers {
				return nil, fail("the tournament section comes before the players")
			}
			if err := blank(4); err != nil {
				return nil, err
			}
			if len(r.heads[code]) > 0 && code != "112" {
				return nil, fail("twice")
			}
			r.heads[code] = append(r.heads[code], strings.TrimRight(string(line[4:]), " "))
			if code == "132" {
				if strings.TrimSpace(at(4, 91)) != "" {
					return nil, fail("dates begin in column 92")
				}
				for c := 92; c <= len(line); c += 10 {
					if d := at(c, c+7); strings.TrimSpace(d) != "" && !validDate("20"+d) {
						return nil, fail("%q is no date YY/MM/DD", d)
					}
					if err := blank(c+8, c+9); err != nil {
						return nil, err
					}
				}
			}
		case "001":
			inPlayers = true
			no, p, err := readPlayer(line, at, blank, fail)
			if err != nil {
				return nil, err
			}
			if r.players[no] != nil {
				return nil, fail("player %d stands there twice", no)
			}
			r.players[no] = p
		default:
			return nil, fail("no section is called %s", code)
		}
	}
	return r, r.consistent()
}

var (
	justified = regexp.MustCompile(`^ *[0-9]+$`)
	pointForm = regexp.MustCompile(`^ ?[0-9]{1,2}\.[05]$`)
)

func readPlayer(line []rune, at func(from, to int) string, blank func(...int) error, fail func(string, ...any) error) (int, *reported, error) {
	p := &reported{}
	if err := blank(4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91); err != nil {
		return 0, nil, err
	}
	number := func(from, to int, must bool) (int, error) {
		field := at(from, to)
		if strings.TrimSpace(field) == "" && !must {
			return 0, nil
		}
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 1 || !justified.MatchString(field) {
			return 0, fail("columns %d to %d: %q is no number", from, to, field)
		}
		return n, nil
	}
	no, err := number(5, 8, true)
	if err != nil {
		return 0, nil, err
	}
	if sex := at(10, 10); !strings.Contains("mw ", sex) {
		return 0, nil, fail("sex %q", sex)
	}
	if title := strings.TrimSpace(at(11, 13)); !slices.Contains([]string{"", "GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"}, title) {
		return 0, nil, fail("title %q", title)
	}
	if name := at(15, 47); strings.TrimSpace(name) == "" || name[0] == ' ' {
		return 0, nil, fail("name %q", name)
	}
	if p.rating, err = number(49, 52, false); err != nil {
		return 0, nil, err
	}
	if fed := at(54, 56); fed != "   " && !regexp.MustCompile(`^[A-Z]{3}$`).MatchString(fed) {
		return 0, nil, fail("federation %q", fed)
	}
	if _, err := number(58, 68, false); err != nil {
		return 0, nil, err
	}
	if date := at(70, 79); strings.TrimSpace(date) != "" && !validDate(date) && !regexp.MustCompile(`^(19|20)[0-9]{2}/00/00$`).MatchString(date) {
		return 0, nil, fail("date of birth %q", date)
	}
	points := at(81, 84)
	if !pointForm.MatchString(points) {
		return 0, nil, fail("points %q", points)
	}
	whole, _ := strconv.ParseFloat(strings.TrimSpace(points), 64)
	p.points = int(2 * whole)
	if p.rank, err = number(86, 89, true); err != nil {
		return 0, nil, err
	}
	for c := 92; c <= len(line); c += 10 {
		e := entry{colour: at(c+5, c+5)[0], result: at(c+7, c+7)[0]}
		if err := blank(c+4, c+6, c+8, c+9); err != nil {
			return 0, nil, err
		}
		switch id := at(c, c+3); {
		case id == "    ":
			if e.colour != ' ' || e.result != ' ' {
				return 0, nil, fail("round %d: a colour or a result, and nobody", len(p.rounds)+1)
			}
			e.colour, e.result = '-', 'Z' // what blanks stand for
		case id == "0000":
			if e.colour != '-' || !strings.ContainsRune("HFUZ", rune(e.result)) {
				return 0, nil, fail("round %d: %c %c is not a kind of bye", len(p.rounds)+1, e.colour, e.result)
			}
		case !justified.MatchString(id):
			return 0, nil, fail("round %d: opponent %q", len(p.rounds)+1, id)
		default:
			e.opponent, _ = strconv.Atoi(strings.TrimSpace(id))
			if e.opponent < 1 || e.opponent == no || e.colour != 'w' && e.colour != 'b' || !strings.ContainsRune("-+WDL1=0", rune(e.result)) {
				return 0, nil, fail("round %d: %q %c %c", len(p.rounds)+1, id, e.colour, e.result)
			}
		}
		p.rounds = append(p.rounds, e)
	}
	return no, p, nil
}

func validDate(text string) bool {
	_, err := time.Parse("2006/01/02", text)
	return err == nil
}

// consistent checks that the parts of the report agree with each other.
func (r *report) consistent() error {
	n, rated := len(r.players), 0
	ranks, byRank := map[int]bool{}, make([]int, n+1)
	rounds := 0
	for no, p := range r.players {
		rounds = max(rounds, len(p.rounds))
		if p.rating > 0 {
			rated++
		}
		sum := 0
		for i, e := range p.rounds {
			sum += halves[e.result]
			if e.opponent == 0 {
				continue
			}
			other := r.players[e.opponent]
			if other == nil || len(other.rounds) <= i || other.rounds[i].opponent != no {
				return fmt.Errorf("player %d, round %d: %d does not say so", no, i+1, e.opponent)
			}
			back := other.rounds[i]
			if back.colour == e.colour || !slices.Contains(pairs, string([]byte{e.result, back.result})) {
				return fmt.Errorf("players %d and %d, round %d: %c %c and %c %c", no, e.opponent, i+1, e.colour, e.result, back.colour, back.result)
			}
		}
		if sum != p.points {
			return fmt.Errorf("player %d: the rounds make %d half points, and %d stand there", no, sum, p.points)
		}
		if p.rank > n || ranks[p.rank] {
			return fmt.Errorf("player %d: rank %d of %d", no, p.rank, n)
		}
		ranks[p.rank], byRank[p.rank] = true, p.points
	}
	for i := 2; i <= n; i++ {
		if byRank[i] > byRank[i-1] {
			return fmt.Errorf("rank %d has more points than rank %d", i, i-1)
		}
	}
	for i := range rounds {
		left := 0
		for _, p := range r.players {
			if i < len(p.rounds) && p.rounds[i].result == 'U' {
				left++
			}
		}
		if left > 1 {
			return fmt.Errorf("round %d: %d pairing-allocated byes", i+1, left)
		}
	}
	for code, want := range map[string]string{"062": fmt.Sprint(n), "072": fmt.Sprint(rated)} {
		if got := r.heads[code]; len(got) != 1 || got[0] != want {
			return fmt.Errorf("line %s is %v, and there are %s", code, got, want)
		}
	}
	if len(r.heads["012"]) != 1 || r.heads["012"][0] == "" {
		return fmt.Errorf("the tournament has no name")
	}
	var dates []string
	for _, code := range []string{"042", "052"} {
		for _, d := range r.heads[code] {
			if !validDate(d) {
				return fmt.Errorf("line %s: %q is no date", code, d)
			}
			dates = append(dates, d)
		}
	}
	if len(dates) == 2 && dates[0] > dates[1] {
		return fmt.Errorf("it ends before it begins: %v", dates)
	}
	return nil
}

// strict writes a tournament's report and reads it back.
func strict(t *testing.T, results *tournament.Results) (*report, string) {
	t.Helper()
	var b bytes.Buffer
	if err := results.TRF(&b); err != nil {
		t.Fatal(err)
	}
	r, err := readTRF(b.String())
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	for i := range results.Rounds {
		for _, g := range results.Rounds[i].Games {
			for c, p := range g.Players {
				if got := r.players[p.No]; g.Outcome.Known && (len(got.rounds) <= i || got.rounds[i].opponent != g.Players[1-c].No || halves[got.rounds[i].result] != int(g.Outcome.Points[c])) {
					t.Fatalf("round %d: %s has %+v, and it was %v\n%s", i+1, p.Name, got.rounds, g.Outcome, b.String())
				}
			}
		}
	}
	return r, b.String()
}

// Reports of random events keep to the columns and are consistent, with byes of every kind,
// defaults, games without a move by each player, unfinished games and strange names.
func TestTRFIsStrict(t *testing.T) {
	results := []string{"1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "1-1/2", "1/2-1", "1-1", "1-0 F", "0-1 F", "0-0 F", ""}
	seen := map[byte]bool{}
	for seed := range uint64(60) {
		dice := rand.New(rand.NewPCG(seed, 7))
		n, rounds := 4+2*dice.IntN(5)+int(seed%2), 1+dice.IntN(9)
		var text strings.Builder
		fmt.Fprintf(&text, "event = %q\nfederation = \"POL\"\ntime_control = \"900+10\"\n", fmt.Sprintf("Open %d", seed))
		for i := range n {
			fmt.Fprintf(&text, "\n[[player]]\nno = %d\nname = %q\n", i+1+int(seed%3)*1200, fmt.Sprintf("%s%d, Ł", strings.Repeat("Wó", dice.IntN(20)+1), i))
			if dice.IntN(2) == 0 {
				fmt.Fprintf(&text, "rating = %d\nfide_id = %d\ntitle = %q\n", 1000+dice.IntN(1900), 100000+i, []string{"GM", "WGM", "CM", ""}[dice.IntN(4)])
			}
			if dice.IntN(2) == 0 {
				fmt.Fprintf(&text, "sex = %q\nborn = %s\nfederation = \"SWE\"\n", []string{"m", "w"}[dice.IntN(2)], []string{"1990", "2001-02-28"}[dice.IntN(2)])
			}
		}
		for r := range rounds {
			fmt.Fprintf(&text, "\n[[round]]\nround = %d\n", r+1)
			if dice.IntN(4) > 0 {
				fmt.Fprintf(&text, "date = %s\n", time.Date(2026, 11, 1+r, 0, 0, 0, 0, time.UTC).Format("2006-01-02"))
			}
			seats, board, left := dice.Perm(n), 0, false
			for len(seats) > 0 {
				no := func(i int) int { return seats[i] + 1 + int(seed%3)*1200 }
				if len(seats) == 1 || board > 0 && dice.IntN(5) == 0 {
					kind := []string{"half", "full", "zero", "pairing", ""}[dice.IntN(5)]
					if kind == "pairing" && left {
						kind = ""
					}
					left = left || kind == "pairing"
					if kind != "" {
						fmt.Fprintf(&text, "\n[[round.bye]]\nplayer = %d\nkind = %q\n", no(0), kind)
					}
					seats = seats[1:]
					continue
				}
				board++
				fmt.Fprintf(&text, "\n[[round.game]]\nboard = %d\nwhite = %d\nblack = %d\n", board, no(0), no(1))
				if result := results[dice.IntN(len(results))]; result != "" {
					fmt.Fprintf(&text, "result = %q\n", result)
				}
				seats = seats[2:]
			}
		}
		event, faults := entrants.Parse("random.toml", []byte(text.String()))
		if event == nil || len(event.Players) != n {
			t.Fatalf("%v\n%s", faults, text.String())
		}
		collected, err := tournament.Collect(event, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range collected.Rounds { // as for recorded games that ended before both players had moved
			for k := range collected.Rounds[i].Games {
				if o := &collected.Rounds[i].Games[k].Outcome; o.Known && !o.Forfeit && dice.IntN(4) == 0 {
					o.Short = true
				}
			}
		}
		r, _ := strict(t, collected)
		for _, p := range r.players {
			for _, e := range p.rounds {
				seen[e.result] = true
			}
		}
	}
	for _, code := range "10=+-WDLHFUZ" {
		if !seen[byte(code)] {
			t.Errorf("no report has the result %c", code)
		}
	}
}

// If a round has two players with pairing-allocated byes, the report is refused.
func TestTRFHasOneLeftOver(t *testing.T) {
	event, faults := entrants.Parse("two.toml", []byte("event = \"Two\"\n[[player]]\nno = 1\nname = \"Ek, Di\"\n[[player]]\nno = 2\nname = \"Lo, Ed\"\n[[player]]\nno = 3\nname = \"Ng, Cy\"\n[[player]]\nno = 4\nname = \"Öst, Bo\"\n[[round]]\nround = 1\ngame = [{ board = 1, white = 3, black = 4 }]\nbye = [{ player = 1, kind = \"pairing\" }, { player = 2, kind = \"pairing\" }]\n"))
	if event == nil {
		t.Fatal(faults)
	}
	results, err := tournament.Collect(event, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := results.TRF(&b); err == nil || !strings.Contains(err.Error(), "Ek, Di and Lo, Ed") || b.Len() > 0 {
		t.Errorf("%v: %s", err, b.String())
	}
}

// The strict reader refuses reports with a wrong column or sum.
func TestStrictReaderRefuses(t *testing.T) {
	good := "012 A\r\n062 2\r\n072 0\r\n001    1      Ek, Di                                                             1.0    1     2 w 1\r\n001    2      Lo, Ed                                                             0.0    2     1 b 0\r\n"
	if _, err := readTRF(good); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"a line feed alone": strings.Replace(good, "\r\n", "\n", 1), "a sum": strings.Replace(good, " 1.0 ", " 0.5 ", 1), "a colour": strings.Replace(good, "1 b 0", "1 w 0", 1),
		"a result": strings.Replace(good, "2 w 1", "2 w X", 1), "no result": strings.Replace(good, "2 w 1", "2 w", 1), "a shifted field": strings.Replace(good, "001    1", "001   1 ", 1),
		"a winner beside a forfeit": strings.Replace(good, "0.0    2     1 b 0", "1.0    2     1 b +", 1), "a rank": strings.Replace(good, "0.0    2", "0.0    1", 1), "a count": strings.Replace(good, "062 2", "062 3", 1),
		"no opponent": strings.Replace(good, "    2 w 1", "    3 w 1", 1), "a section": strings.Replace(good, "012 A", "999 A", 1),
	} {
		if _, err := readTRF(bad); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
