package article4

import "touchmove/rules"

// keepRemarks limits the list of remarks of one game.
const keepRemarks = 1000

func (ref *Referee) remark(name RemarkName, by rules.Color) {
	ref.Noted(name)
	ref.notify(Remark{Remark: name, By: by})
}

// Noted adds a remark that another package reports to the list of the game.
func (ref *Referee) Noted(name RemarkName) {
	if len(ref.published.remarks) < keepRemarks {
		ref.published.remarks = append(ref.published.remarks, name)
	}
}
