package broadcast

import "touchmove/reconcile"

// QuestionPayload is the question on the topic desk: which of several moves was made.
type QuestionPayload struct {
	Ply        int                `json:"ply"`
	By         string             `json:"by"`
	Occasion   string             `json:"occasion"`
	Candidates []CandidatePayload `json:"candidates"` // the likeliest first
}

// CandidatePayload is one of the moves. A command may answer with its ID, its SAN or its
// UCI.
type CandidatePayload struct {
	ID        string          `json:"id"`
	UCI       string          `json:"uci"`
	SAN       string          `json:"san"`
	FEN       string          `json:"fen"`
	Sure      float64         `json:"sure"`
	Published bool            `json:"published"`
	Grounds   []GroundPayload `json:"grounds"`
}

// GroundPayload is evidence for a move, or against it.
type GroundPayload struct {
	What     string `json:"what"`
	For      bool   `json:"for"`
	Square   string `json:"square"`
	LastedMS *int64 `json:"lasted_ms,omitempty"`
}

func questionNow(q *reconcile.Question) *QuestionPayload {
	if q == nil {
		return nil
	}
	payload := &QuestionPayload{Ply: q.Ply, By: q.By.String(), Occasion: q.Occasion}
	for i, c := range q.Candidates {
		is := CandidatePayload{
			ID: string(rune('a' + i)), UCI: c.UCI, SAN: c.SAN, FEN: c.FEN, Sure: certainty(c.Sure), Published: c.Published,
			Grounds: make([]GroundPayload, len(c.Grounds)),
		}
		for j, g := range c.Grounds {
			is.Grounds[j] = GroundPayload{What: string(g.What), For: g.For, Square: g.Square.String()}
			if ms := g.Lasted.Milliseconds(); ms > 0 {
				is.Grounds[j].LastedMS = &ms
			}
		}
		payload.Candidates = append(payload.Candidates, is)
	}
	return payload
}
