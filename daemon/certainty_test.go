package daemon_test

import (
	"testing"

	"touchmove/configs"
	"touchmove/reconcile"
)

// The certainties of configurations are those of games.
func TestCertaintiesOfConfigurations(t *testing.T) {
	if configs.Likely != reconcile.Likely || configs.Certain != reconcile.Certain {
		t.Errorf("configurations take %v and %v, games have %v and %v", configs.Likely, configs.Certain, reconcile.Likely, reconcile.Certain)
	}
}
