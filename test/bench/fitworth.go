package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/reconcile/release"
)

// sureWorths and promptWorths are the values that fit-release compares.
var (
	sureWorths   = [...]float64{0.003, 0.004, 0.005, 0.006}
	promptWorths = [...]float64{0.009, 0.01, 0.011, 0.012, 0.013, 0.014, 0.016}
)

// thresholds decide when a piece at rest is published on a board without a clock. Times are in seconds.
type thresholds struct{ sure, prompt, promptFor, restAlone float64 }

// thresholdsInUse returns those of the decoder.
func thresholdsInUse() (thresholds, error) {
	var is [4]float64
	for k, name := range [...]string{"sureWorth", "promptWorth", "promptFor", "restAlone"} {
		i, ok := decoder.ParameterByName(name)
		if !ok {
			return thresholds{}, fmt.Errorf("fit-release: the decoder has no parameter %s", name)
		}
		is[k] = decoder.DefaultParameters()[i]
	}
	return thresholds{is[0], is[1], is[2], is[3]}, nil
}

// rest is an episode without a clock, with what a second of waiting is worth at each worthStep since it was
// first considered.
type rest struct {
	*episode
	gain []float64
}

const (
	worthStep = 0.025 // seconds between two decisions, about as in the reconstruction
	worthMost = 3.0   // seconds after which every piece is published
)

// restsOf lists the episodes without a clock.
func restsOf(m *release.Model, list []episode) (rests []rest) {
	for i := range list {
		if list[i].clock {
			continue
		}
		r, x := rest{episode: &list[i]}, list[i].signs
		for at := r.since(); at <= worthMost; at += worthStep {
			x[release.Quiet] = at
			r.gain = append(r.gain, m.Gain(&x))
		}
		rests = append(rests, r)
	}
	return rests
}

// tellsAt returns when the piece is published, in seconds after it came to rest, and false if its hand goes on
// before.
func (r *rest) tellsAt(w *thresholds) (at float64, ok bool) {
	at = r.since()
	for _, gain := range r.gain {
		if r.over > 0 && at >= r.over {
			return r.over, true
		}
		if r.goes && r.episode.rest > 0 && at >= r.episode.rest {
			return 0, false
		}
		limit := w.sure
		if at < w.promptFor && r.signs[release.Tried] == 0 {
			limit = max(limit, w.prompt)
		}
		if at >= w.restAlone || gain <= limit {
			return at, true
		}
		at += worthStep
	}
	return at, true
}

// outcomeOf publishes all pieces at rest.
func (w *thresholds) outcomeOf(rests []rest) (of outcome) {
	for i := range rests {
		at, ok := rests[i].tellsAt(w)
		switch {
		case !ok:
		case rests[i].goes:
			of.shown++
		default:
			of.delays = append(of.delays, int64((at-rests[i].done)*float64(time.Second/time.Microsecond)))
		}
	}
	return of
}

// compareWorths prints for values of sureWorth and promptWorth how many pieces at rest of games without a clock
// would be published while the hand goes on, and the delay of the others. They are chosen by this table.
func compareWorths(out io.Writer, m *release.Model, list []episode) error {
	used, err := thresholdsInUse()
	if err != nil {
		return err
	}
	rests := restsOf(m, list)
	fmt.Fprintf(out, "%d pieces at rest without a clock: how many of 100 would be published while the hand goes on, and after what time the others\n", len(rests))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "sureWorth\tpromptWorth\twrong per 100\tmedian ms\t95 % ms\t")
	row := func(t thresholds, mark string) {
		of := t.outcomeOf(rests)
		fmt.Fprintf(w, "%v\t%v\t%.3f\t%s\t%s\t%s\n", t.sure, t.prompt, 100*float64(of.shown)/float64(max(1, len(rests))), ms(of.delays, 50), ms(of.delays, 95), mark)
	}
	row(used, " in use")
	for _, sure := range sureWorths {
		for _, prompt := range promptWorths {
			t := used
			t.sure, t.prompt = sure, prompt
			row(t, "")
		}
	}
	return w.Flush()
}
