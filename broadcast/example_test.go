package broadcast_test

import (
	"fmt"

	"touchmove/broadcast"
	"touchmove/eventlog"
)

// A command that arrives on the topic cmd/resign.
func ExampleParseRequest() {
	r, err := broadcast.ParseRequest("resign", []byte(`{"id":"7","by":"white","if_seq":42}`))
	fmt.Println(r.Command.ID, r.Command.Do, *r.IfSeq, err)

	_, err = broadcast.ParseRequest("resign", []byte(`{"by":"white"}`))
	fmt.Println(err)
	// Output:
	// 7 resign 42 <nil>
	// the command has no "id": add one that is new for every command, so that it can be answered and is never done twice
}

// Every reader of a log has a cursor of its own.
func ExampleLog() {
	log := broadcast.NewLog()
	fast, slow := log.Follow(0), log.Follow(0)
	log.Append(eventlog.Entry{Seq: 1}, eventlog.Entry{Seq: 2})
	log.Keep(log.End()) // entries that both have read may be dropped

	entries, _ := fast.Next()
	fmt.Println(len(entries), log.Held())
	entries, _ = slow.Next()
	fmt.Println(len(entries), log.Held())
	// Output:
	// 2 2
	// 2 0
}
