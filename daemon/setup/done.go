package setup

import (
	"context"
	"fmt"
)

// done says what comes next.
func (s *Session) done(context.Context) error {
	s.page(fmt.Sprintf("step 4 of %d: done", steps), "")
	s.printf("  %s %s is written. It checks clean and starts.\n\n", paint(s.style.OK, "●"), s.path)
	s.next(s.path)
	address := "http://127.0.0.1:8080"
	if s.choices.Network {
		address = "http://" + s.choices.Name + ".local:8080"
	}
	s.printf("  Watch it at %s\n", paint(s.style.Info, address))
	if s.choices.Network && s.Place.Address != "" { // not every network and phone knows .local
		s.printf("  or at       %s\n", paint(s.style.Info, "http://"+s.Place.Address+":8080"))
	}
	return s.failed
}

// next says how a configuration is calibrated and played with.
func (s *Session) next(path string) {
	calibrate, play := "touchmove calibrate --config "+path, "touchmove run --config "+path
	if s.Place.Unit {
		calibrate, play = "sudo "+calibrate, "sudo systemctl restart touchmove"
	}
	s.printf("  Next: calibrate. It finds the wire of each square and measures the sensors.\n\n")
	s.printf("     %s\n\n", paint(s.style.Info, calibrate))
	s.printf("  Then play. Moves appear by themselves.\n\n")
	s.printf("     %s\n\n", paint(s.style.Info, play))
}

// Calibrate asks whether to continue with the calibration at once. The error is ErrStopped
// if the user stops here.
func (s *Session) Calibrate(ctx context.Context) (bool, error) {
	if s.yes {
		return false, nil
	}
	s.printf("\n")
	return s.agreed(ctx, yesNo{ask: "Calibrate now?", help: "Your pieces and about four minutes are needed (six with linear sensors). Without a calibration the board can play only if every wire is where the plan has it.", usual: true})
}

// Play asks whether to play at once. The error is ErrStopped if the user stops here.
func (s *Session) Play(ctx context.Context) (bool, error) {
	s.printf("\n")
	return s.agreed(ctx, yesNo{ask: "Play now?", help: "yes: the program runs, and publishes each move. no: it can be started at any time.", usual: true})
}
