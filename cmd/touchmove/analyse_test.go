package main

import (
	"os"
	"strings"
	"testing"
)

// For invalid flags, one line says what to write instead.
func TestAnalyseWrongCalls(t *testing.T) {
	for args, want := range map[string]string{
		"":                                       "--engine is missing",
		"--engine|nowhere-fish":                  "install an engine",
		"--engine|true":                          "does not speak UCI",
		"--engine|x|--time|1ms":                  "50ms to 10m",
		"--engine|x|--depth|-1":                  "0 for no limit",
		"--engine|x|--threads|0":                 "write 1 or more",
		"--engine|x|--event|A/b":                 "topic level",
		"--engine|x|--option|Hash":               "NAME=VALUE",
		"--engine|x|--username|ann":              "belong together",
		"--engine|x|--broker|http://hall":        "--broker",
		"--engine|" + os.Args[0] + "|more":       "the command takes no arguments",
		"--engine|x|--broker|tcp://ann:secret@x": "leave user and password out",
	} {
		status, out, errors := call(t, "", strings.Split(strings.TrimSuffix("analyse|"+args, "|"), "|")...)
		if status != exitBad || out != "" || !strings.Contains(errors, want) || strings.Count(errors, "\n") != 1 {
			t.Errorf("analyse %s: status %d, %q, %q", args, status, out, errors)
		}
	}
}
