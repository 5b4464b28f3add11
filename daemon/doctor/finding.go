package doctor

// Level says how serious a finding is.
type Level string

// A Fault keeps a board from being read, a Warning might, and a Note is only for
// information.
const (
	OK      Level = "ok"
	Note    Level = "note"
	Warning Level = "warning"
	Fault   Level = "fault"
)

// Finding is the result of one check, and what to do about it.
type Finding struct {
	Check   string   `json:"check"` // which check found it, one of Names
	Level   Level    `json:"level"`
	What    string   `json:"what"`              // what was found, in words
	Squares []string `json:"squares,omitempty"` // that cannot be read because of it; of a warning, those that it is about
	Remedy  string   `json:"remedy,omitempty"`  // what to do, in words
	Type    []string `json:"type,omitempty"`    // commands to type
}

// report gathers the findings of one check.
type report struct {
	check string
	list  []Finding
}

func (r *report) add(f Finding) {
	f.Check = r.check
	r.list = append(r.list, f)
}

func (r *report) ok(what string)   { r.add(Finding{Level: OK, What: what}) }
func (r *report) note(what string) { r.add(Finding{Level: Note, What: what}) }

func (r *report) warn(what, remedy string, commands ...string) {
	r.add(Finding{Level: Warning, What: what, Remedy: remedy, Type: commands})
}

func (r *report) fault(what, remedy string, commands ...string) {
	r.add(Finding{Level: Fault, What: what, Remedy: remedy, Type: commands})
}
