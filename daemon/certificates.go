package daemon

import (
	"context"
	"log/slog"
	"time"

	"touchmove/daemon/resources"
	"touchmove/internal/sleep"
)

// watchCertificate warns twice a day until ctx ends when the certificate comes near its end: a daemon
// may run for months, and whoever renews the file must also reload.
func watchCertificate(ctx context.Context, r *resources.Resources, log *slog.Logger) {
	for sleep.For(ctx, 12*time.Hour) {
		r.CheckCertificate(time.Now(), log)
	}
}
