package reconcile

import (
	"time"

	"touchmove/rules"
)

// decoderView lets the Laws ask the decoder, which a new game may replace.
type decoderView struct{ g *Game }

func (v decoderView) Distrusted() rules.Squares { return v.g.decoder.Distrusted() }

func (v decoderView) PendingMove() (time.Duration, bool) { return v.g.decoder.PendingMove() }

func (v decoderView) IsPendingSeen() bool { return v.g.decoder.IsPendingSeen() }

func (v decoderView) PendingLine() (rules.Position, bool) { return v.g.decoder.PendingLine() }

func (v decoderView) IsOnlyMove(m rules.Move) bool { return v.g.decoder.IsOnlyMove(m) }

func (v decoderView) IsRecordDoubtful() bool { return v.g.decoder.IsRecordDoubtful() }

func (v decoderView) IsBoardExplained() bool { return v.g.decoder.IsBoardExplained() }

func (v decoderView) MayNamePromotion() bool { return v.g.decoder.MayNamePromotion() }
