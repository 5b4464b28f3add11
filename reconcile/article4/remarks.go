package article4

import "touchmove/rules"

// keepRemarks bounds the list of remarks of one game.
const keepRemarks = 1000

func (ref *Referee) remark(name RemarkName, by rules.Color) {
	if len(ref.remarks) < keepRemarks {
		ref.remarks = append(ref.remarks, name)
	}
	ref.notify(Remark{Remark: name, By: by})
}
