package contract_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"touchmove/broadcast/contract"
	"touchmove/broadcast/contract/schemas"
)

// mqtt returns docs/mqtt.md.
func mqtt(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/mqtt.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every payload shown in docs/mqtt.md is valid when its dots are filled in.
func TestExamplesInWords(t *testing.T) {
	whole := strings.NewReplacer(
		`"game":...`, `"game":"hall-7-20261121t182200123z-1"`, `"seq":...`, `"seq":9`,
		`[1,1,0,...]`, "["+strings.Repeat("1,", 63)+"null]",
		`"oooooooo/..."`, `"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"`,
		`{"ply":3,"fen":"...",`, `{"v":1,"game":"g","seq":9,"at_ms":1,"at":"2026-11-21T18:22:00.001Z","ply":3,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",`,
	)
	marks := []struct{ has, schema string }{ // the first one found decides
		{`"certainty":`, "settled"}, {`"matches":`, "state"}, {`"uci":`, "move"}, {`"retracted":`, "move"}, {`"white_ms":`, "clock"}, {`"cause":`, "alarms"}, {`"alarms":`, "alarm"},
		{`"counts":`, "raw"}, {`"board":`, ""}, {`"ok":`, "result"}, {`"plies":`, "command"}, {`"code":`, ""},
	}
	seen := map[string]int{}
	for _, shown := range regexp.MustCompile("(?m)^\\{\".*\\}$|`\\{\".*?\\}`|'\\{\".*?\\}'").FindAllString(mqtt(t), -1) {
		payload := whole.Replace(strings.Trim(shown, "`'"))
		i := slices.IndexFunc(marks, func(m struct{ has, schema string }) bool { return strings.Contains(payload, m.has) })
		if i < 0 {
			t.Errorf("of which topic is %s?", shown)
			continue
		}
		schema := marks[i].schema
		seen[schema]++
		if schema == "command" {
			payload = strings.Replace(payload, "{", `{"do":"take-back",`, 1)
		}
		if schema == "" { // a request to or an answer from the local socket, or a part of an answer
			continue
		}
		if err := schemas.CheckJSON(schema, []byte(payload)); err != nil {
			t.Errorf("%v\n%s", err, shown)
		}
	}
	for _, schema := range []string{"state", "move", "clock", "alarm", "alarms", "raw", "result", "command"} {
		if seen[schema] == 0 {
			t.Errorf("docs/mqtt.md shows no example of %s", schema)
		}
	}
}

// The table of topics agrees with the contract.
func TestTopicsInWords(t *testing.T) {
	text := mqtt(t)
	rows := map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z<>/_-]+)` \\| (yes|no|never) \\| ([01]) \\| ").FindAllStringSubmatch(text, -1) {
		name := row[1]
		if strings.HasPrefix(name, "<base>/") { // of a computer
			name = name[strings.LastIndex(name, ">/")+1:]
		}
		rows[regexp.MustCompile("<[a-z]+>").ReplaceAllString(name, "+")] = row[2:]
	}
	node, _ := contract.Of(contract.Node + "/pi-3/" + contract.Availability)
	device, _ := contract.Of("homeassistant/device/x/config")
	node.Name, device.Name = "/"+node.Name, "homeassistant/device/touchmove_+_+/"+device.Name
	channels := append(contract.Channels(), node, device)
	for _, c := range channels {
		name := c.Name
		row, ok := rows[name]
		if !ok || (row[0] == "yes") != c.Retained || row[1] != strconv.Itoa(int(c.QoS)) {
			t.Errorf("%s, retained %v, QoS %d: the table has %v", name, c.Retained, c.QoS, row)
		}
	}
	if len(rows) != len(channels) {
		t.Errorf("%d topics in the table, %d in the contract: %v", len(rows), len(channels), rows)
	}
}

// The table of the keys of a state has exactly the keys of its schema that are not in every payload.
func TestKeysOfTheStateInWords(t *testing.T) {
	_, section, _ := strings.Cut(mqtt(t), "## The state\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var named []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[a-z_`, ]+`) \\|").FindAllStringSubmatch(section, -1) {
		for _, key := range strings.Split(row[1], ", ") {
			named = append(named, strings.Trim(key, "`"))
		}
	}
	raw, err := os.ReadFile("schemas/state.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct{ Required []string }
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	of := slices.DeleteFunc(schema.Required, func(key string) bool { return slices.Contains([]string{"v", "game", "seq", "at_ms", "at"}, key) })
	slices.Sort(named)
	slices.Sort(of)
	if !slices.Equal(named, of) {
		t.Errorf("docs/mqtt.md names the keys %v, and a state has %v", named, of)
	}
}

// The table of alarms has exactly the existing alarms.
func TestAlarmsInWords(t *testing.T) {
	text := mqtt(t)
	_, table, ok := strings.Cut(text, "| id | urgent | listed while |")
	if !ok {
		t.Fatal("no table of alarms")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| (yes|no) \\|").FindAllStringSubmatch(table, -1) {
		alarm := `{"v":1,"game":"g","seq":1,"alarms":[{"id":"` + row[1] + `","urgent":` + map[string]string{"yes": "true", "no": "false"}[row[2]] + `,"text":"x"}]}`
		if err := schemas.CheckJSON("alarm", []byte(alarm)); err != nil {
			t.Errorf("%s: %v", row[1], err)
		}
	}
	schema, err := os.ReadFile("schemas/alarm.json")
	if err != nil {
		t.Fatal(err)
	}
	_, ids, _ := strings.Cut(string(schema), `"enum": [`)
	ids, _, _ = strings.Cut(ids, "]")
	for _, id := range regexp.MustCompile(`"([a-z_]+)"`).FindAllStringSubmatch(ids, -1) {
		if !strings.Contains(table, "| `"+id[1]+"` |") {
			t.Errorf("the alarm %s is not in docs/mqtt.md", id[1])
		}
	}
}
