package main

import (
	"strings"
	"testing"
)

func TestTell(t *testing.T) {
	const run = `{"Action":"start","Package":"a"}
{"Action":"run","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"a","Test":"TestGood","Output":"    a_test.go:3: quiet\n"}
{"Action":"pass","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestRoot","Output":"    a_test.go:9: takes root\n"}
{"Action":"output","Package":"a","Test":"TestRoot","Output":"--- SKIP: TestRoot (0.00s)\n"}
{"Action":"skip","Package":"a","Test":"TestRoot"}
{"Action":"output","Package":"a","Output":"PASS\n"}
{"Action":"output","Package":"a","Output":"ok  \ta\t0.1s\n"}
{"Action":"pass","Package":"a"}
{"Action":"output","Package":"none","Output":"?   \tnone\t[no test files]\n"}
{"Action":"skip","Package":"none"}
`
	const failing = `{"Action":"output","Package":"b","Test":"TestBad","Output":"    b_test.go:5: 2, want 1\n"}
{"Action":"output","Package":"b","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}
{"Action":"fail","Package":"b","Test":"TestBad"}
{"Action":"output","Package":"b","Test":"TestHangs","Output":"panic: test timed out\n"}
{"Action":"output","Package":"b","Output":"FAIL\tb\t1s\n"}
{"Action":"fail","Package":"b"}
`
	for _, c := range []struct {
		name, in, want string
		ok             bool
	}{
		{"good", run, "ok  \ta\t0.1s\nskipped: a TestRoot: a_test.go:9: takes root\n1 packages passed, 0 failed, 1 tests were skipped\n", true},
		{"bad", failing, "    b_test.go:5: 2, want 1\n--- FAIL: TestBad (0.00s)\nFAIL\tb\t1s\nTestHangs had not ended:\npanic: test timed out\n0 packages passed, 1 failed, 0 tests were skipped\n", false},
		{"does not compile", `{"ImportPath":"c","Action":"build-output","Output":"c.go:1: no\n"}` + "\n" + `{"ImportPath":"c","Action":"build-fail"}` + "\n" + `{"Action":"fail","Package":"c"}`,
			"c.go:1: no\n0 packages passed, 2 failed, 0 tests were skipped\n", false},
		{"nothing", "", "0 packages passed, 0 failed, 0 tests were skipped\n", false},
		{"no JSON", "go: no such flag\n", "go: no such flag\n0 packages passed, 0 failed, 0 tests were skipped\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			ok, err := report(strings.NewReader(c.in), &out)
			if err != nil || ok != c.ok || out.String() != c.want {
				t.Errorf("passed: %v, want %v, error %v; printed\n%s\nwant\n%s", ok, c.ok, err, out.String(), c.want)
			}
		})
	}
}
