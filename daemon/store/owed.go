package store

import (
	"cmp"
	"encoding/json"
	"log/slog"
	"slices"

	"touchmove/broadcast/contract"
	"touchmove/eventlog"
	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
)

// owedFile is the content of the mark of a journal (owedMark) whose games have ended: their
// ends, as published. From it the next start can publish what is owed at once, however
// many games there are and however soon the process ends again. A mark without content
// belongs to a journal that is still being written, or whose process ended just after the
// game; its journal is read.
type owedFile struct {
	keptGames
	Order int `json:"order"` // grows with every journal whose game is left
}

// readOwed reads the content of a journal's mark. whole is false if there is none that
// this version can publish. Another version may have interpreted the journal differently,
// so its content is used only if old is set.
func readOwed(path, running string, old bool, log *slog.Logger) (o owedFile, whole bool) {
	mark := owedMark(path).Path
	text, err := regularfile.Read(mark, longestFile)
	if err != nil || len(text) == 0 {
		return o, false
	}
	if err := json.Unmarshal(text, &o); err != nil {
		log.Warn("reading a game from its journal: its mark cannot be read", "file", mark, "error", err)
		return o, false
	}
	if o.Program == running {
		return o, true
	}
	for _, state := range o.Games {
		if _, err := o.entry(state); err != nil || contract.CheckState(state) != nil {
			return o, false
		}
	}
	return o, old
}

// owe adds the ends of the games from their marks, in the order in which they were left.
func (p *pastGames) owe(marked []string) {
	type mark struct {
		owedFile
		path string
	}
	var marks []mark
	for _, path := range marked {
		if slices.Contains(p.marked, path) {
			continue
		}
		if o, whole := readOwed(path, p.version, true, p.store.log); whole {
			marks = append(marks, mark{o, path})
			p.ends.order = max(p.ends.order, o.Order)
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(a.Order, b.Order) })
	for _, m := range marks {
		for _, state := range m.Games {
			t, err := m.entry(state)
			if err != nil {
				p.store.log.Warn("the end of a game cannot be published: touchmove journal export has it", "journal", m.path, "error", err)
				continue
			}
			p.kept = append(slices.DeleteFunc(p.kept, func(k eventlog.Entry) bool { return k.Game == t.Game }), t)
			p.ends.recorded[t.Game] = t.Seq
		}
		p.journals = append(p.journals, journalEnd{len(p.kept), m.path})
	}
}

// endMarks writes the ends of games into the marks of their journals.
type endMarks struct {
	version  string            // of this program
	recorded map[string]uint64 // by game: the sequence number of the final state in its mark
	order    int               // of the mark that was written last
	log      *slog.Logger
}

// write writes the ends of the games of a journal into its mark. If it cannot, the next
// start reads the journal.
func (m *endMarks) write(path string, games []eventlog.Entry) {
	m.order++
	text, err := json.Marshal(owedFile{keep(m.version, games), m.order})
	if err == nil {
		err = atomicfile.WriteAll(owedMark(path).Path, append(text, '\n'), 0o644)
	}
	if err != nil {
		m.log.Warn("the next start will read a game from its journal", "journal", path, "error", err)
		return
	}
	for _, t := range games {
		m.recorded[t.Game] = t.Seq
	}
}
