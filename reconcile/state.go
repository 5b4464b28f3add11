package reconcile

import "touchmove/reconcile/article4"

// State is the state of the Laws, as `replay --output state` prints it. A field that is unknown or
// does not apply is nil (JSON null); a list without entries is empty, never nil. docs/laws.md
// defines each field.
type State = article4.State

// Duty is what Article 4 requires of a player.
type Duty = article4.Duty

// ViolationState is the latest breach of Article 4 by a legal move.
type ViolationState = article4.ViolationState

// IllegalState is the latest illegal move whose clock was pressed.
type IllegalState = article4.IllegalState
