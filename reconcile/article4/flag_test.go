package article4_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestFlagRaisedOfOther: time that one player gets does not withdraw the loss that the other one's flag means.
func TestFlagRaisedOfOther(t *testing.T) {
	result := func(b *table) string {
		if r := b.state().Result; r != nil {
			return *r
		}
		return ""
	}
	b := newTable(t, header(rules.FIDE2018))
	b.w.FlagFell(article4.FallenFlag{By: rules.White, At: b.at, LastPeriod: true})
	b.w.FlagFell(article4.FallenFlag{By: rules.Black, At: b.at + time.Second, LastPeriod: true})
	b.w.FlagRaised(article4.RaisedFlag{By: rules.Black, At: b.at + 2*time.Second, OpponentsStays: true})
	b.obey()
	if got := result(b); got != "0-1" {
		t.Errorf("the result is %q with White's flag down, told %v", got, strings.Join(b.told, "\n"))
	}
	b.w.FlagFell(article4.FallenFlag{By: rules.Black, At: b.at + 3*time.Second, LastPeriod: true})
	b.w.FlagRaised(article4.RaisedFlag{By: rules.White, At: b.at + 4*time.Second, OpponentsStays: true})
	b.obey()
	if got := result(b); got != "1-0" {
		t.Errorf("the result is %q with only Black's flag down, told %v", got, strings.Join(b.told, "\n"))
	}
}

// TestFlagRaisedAfterMate: a mate that came after the flag ends the game when the flag is reset.
func TestFlagRaisedAfterMate(t *testing.T) {
	h := header(rules.FIDE2018)
	h.Start = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	b := newTable(t, h)
	b.w.FlagFell(article4.FallenFlag{By: rules.White, At: b.at, LastPeriod: true})
	b.wait(time.Second)
	b.play("d1d8")
	if r := b.state().Result; r == nil || *r != "0-1" {
		t.Fatalf("the result is %v after a mate with the flag down", r)
	}
	b.w.FlagRaised(article4.RaisedFlag{By: rules.White, At: b.at})
	b.obey()
	if r := b.state().Result; r == nil || *r != "1-0" {
		t.Errorf("the result is %v, want that of the mate; told %v", *r, strings.Join(b.told, "\n"))
	}
}

// TestFlagClaimEndsWithReset: in rapid without supervision the arbiter calls a flag only on a claim, and a claim
// is over when the flag it was about is reset.
func TestFlagClaimEndsWithReset(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Mode, h.Unsupervised = trace.Rapid, true
	call := trace.Command{Do: trace.DoFlag, By: "white"}
	claim := trace.Command{Do: trace.DoClaim, By: "black", What: trace.ClaimTime}
	b := newTable(t, h)
	b.w.Timed()
	b.w.FlagFell(article4.FallenFlag{By: rules.White, At: b.at, LastPeriod: true})
	b.command(claim)
	b.w.FlagRaised(article4.RaisedFlag{By: rules.White, At: b.at, OpponentsStays: true})
	b.obey()
	if b.w.Check(call) == nil {
		t.Error("a claim against a flag that was reset lets the arbiter call it")
	}
}

// TestFlagClaimIsOfItsClaimant: of two flags that are down one is reset, and the claim against it, which its
// opponent had made, is none of its player's against the other.
func TestFlagClaimIsOfItsClaimant(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Mode, h.Unsupervised = trace.Rapid, true
	call := func(by string) trace.Command { return trace.Command{Do: trace.DoFlag, By: by} }
	b := newTable(t, h)
	b.w.Timed()
	b.w.FlagFell(article4.FallenFlag{By: rules.White, At: b.at, LastPeriod: true})
	b.w.FlagFell(article4.FallenFlag{By: rules.Black, At: b.at, LastPeriod: true})
	b.command(trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimTime})
	if b.w.Check(call("white")) == nil {
		t.Error("White's claim lets the arbiter call White's flag")
	}
	if err := b.w.Check(call("black")); err != nil {
		t.Error(err)
	}
	b.w.FlagRaised(article4.RaisedFlag{By: rules.Black, At: b.at, OpponentsStays: true})
	b.obey()
	if b.w.Check(call("white")) == nil {
		t.Error("White's claim against a flag that was reset lets the arbiter call White's flag")
	}
}
