package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/internal/words"
	"touchmove/rules"
)

// The examples in the help of ctl work as they are printed.
func TestCtlExamples(t *testing.T) {
	for _, kind := range broadcast.CommandKinds() {
		line := strings.TrimPrefix(ctlExample(&kind), "  touchmove ctl ")
		var args []string
		for i, part := range strings.Split(line, `"`) { // quoted values contain spaces
			if i%2 == 1 {
				args[len(args)-1] += part
				continue
			}
			args = append(args, strings.Fields(part)...)
		}
		if args[0] != kind.Name {
			t.Errorf("%s: the example is of %s", kind.Name, args[0])
		}
		o := &ctlOptions{id: "example"}
		keys, err := o.keys(&kind, args[1:])
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		payload, err := json.Marshal(keys)
		if err != nil {
			t.Fatal(err)
		}
		r, err := broadcast.ParseRequest(kind.Name, payload)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		o.language = rules.English.String()
		inEnglish, _ := o.done(&kind, r.Command, "")
		for _, in := range words.All() {
			l := in.Language
			o.language = l.String()
			said, err := o.done(&kind, r.Command, "")
			if err != nil || !regexp.MustCompile(`^\p{Lu}[^{}]*[^ :{}]\.$`).MatchString(said) {
				t.Errorf("%s: when it is done, ctl prints %q in %v, which is no sentence (done.%s in internal/words), %v", line, said, l, kind.Name, err)
			}
			if l != rules.English && said == inEnglish {
				t.Errorf("%s: when it is done, ctl prints %q in %v as in English", line, said, l)
			}
		}
		if english, _ := words.In(rules.English); english.T("done."+kind.Name) != kind.Done {
			t.Errorf("%s: done.%s in internal/words/en.json is %q, and Done in the table of commands %q", line, kind.Name, english.T("done."+kind.Name), kind.Done)
		}
	}
}
