package broadcast

import "touchmove/internal/refusal"

// Answer is the content of cmd/<name>/result.
type Answer struct {
	ID     string // id of the request; empty if it could not be read
	OK     bool   // carried out and stored
	Error  string // why not, and what to do
	Reason *refusal.Reason
	Game   string // current state of the game
	Seq    uint64
}

// Refused returns the answer to a request that is refused, with the reason of the error. An
// error without a reason gets the code "other".
func Refused(id string, err error) Answer {
	return Answer{ID: id, Error: err.Error(), Reason: refusal.Of(refusal.Wrap("other", err))}
}

func (a Answer) payload() []byte {
	return encode(struct {
		order
		ID     *string         `json:"id"`
		OK     bool            `json:"ok"`
		Error  *string         `json:"error"`
		Reason *refusal.Reason `json:"reason"`
	}{order{Version, a.Game, a.Seq}, orNull(a.ID), a.OK, orNull(a.Error), a.Reason})
}
