package article4

import "touchmove/rules"

// keepRemarks bounds the list of remarks of one game.
const keepRemarks = 1000

func (ref *Referee) remark(name RemarkName, by rules.Color) {
	ref.Noted(name)
	ref.notify(Remark{Remark: name, By: by})
}

// Noted puts a remark into the list of those of the game that somebody else has reported.
func (ref *Referee) Noted(name RemarkName) {
	if len(ref.remarks) < keepRemarks {
		ref.remarks = append(ref.remarks, name)
	}
}
