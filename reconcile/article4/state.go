package article4

// State is the state of the Laws. A field that is unknown or does not apply is nil (JSON null); a
// list without entries is empty, never nil. docs/laws.md defines each field.
type State struct {
	Moves        []string        `json:"moves"`
	Made         bool            `json:"made"`
	Completed    bool            `json:"completed"`
	Obligation   *Duty           `json:"obligation"`
	Violation    *ViolationState `json:"violation"`
	Illegal      *IllegalState   `json:"illegal"`
	Castling     *CastlingState  `json:"castling"`
	Adjusted     []string        `json:"adjusted"`
	Needs        []string        `json:"needs"`
	DrawOffer    *string         `json:"draw_offer"`
	Irregularity *string         `json:"irregularity"`
	Candidates   []string        `json:"candidates"`
	Result       *string         `json:"result"`
	Position     string          `json:"position"`
	Events       []string        `json:"events"`
}

// Duty is what Article 4 requires of a player. Kind is promote, castle, finish, capture_with, move
// or capture; Allowed lists every legal move that fulfils it, as UCI, sorted.
type Duty struct {
	By      string   `json:"by"`
	Kind    string   `json:"kind"`
	Squares []string `json:"squares"`
	Allowed []string `json:"allowed"`
}

// ViolationState is the latest breach of Article 4 by a legal move.
type ViolationState struct {
	Rule     string  `json:"rule"`
	By       string  `json:"by"`
	Status   string  `json:"status"`
	Restores *string `json:"restores"`
	Duty     *Duty   `json:"duty"`
}

// IllegalState is the latest illegal move whose clock was pressed.
type IllegalState struct {
	By      string   `json:"by"`
	Count   int      `json:"count"`
	Penalty *Penalty `json:"penalty"`
	Restore bool     `json:"restore"`
	Status  *string  `json:"status"`
}

// Penalty is the penalty for an illegal move: time for the opponent, in seconds, or the game.
type Penalty struct {
	OpponentTimeS int    `json:"opponent_time_s,omitempty"`
	Result        string `json:"result,omitempty"`
}

// CastlingState is the effect of the touches of king and rook on castling: the side on which the
// player has to castle (4.4a), and the sides barred for this move (4.4b, 4.4c); g is the king's
// side, c the queen's.
type CastlingState struct {
	Forced    *string  `json:"forced"`
	Forbidden []string `json:"forbidden"`
}
