package reconcile

import (
	"encoding/json"
	"strconv"
	"time"

	"touchmove/rules"
)

type object struct{ b []byte }

func (o *object) key(k string) {
	if o.b[len(o.b)-1] != '{' {
		o.b = append(o.b, ',')
	}
	o.b = append(o.b, '"')
	o.b = append(o.b, k...)
	o.b = append(o.b, '"', ':')
}

func (o *object) whole(k string, n int64) {
	o.key(k)
	o.b = strconv.AppendInt(o.b, n, 10)
}

func (o *object) micros(k string, t time.Duration) { o.whole(k, t.Microseconds()) }

func (o *object) text(k, v string) {
	o.key(k)
	q, _ := json.Marshal(v) // marshalling a string cannot fail
	o.b = append(o.b, q...)
}

func (o *object) truth(k string, v bool) {
	o.key(k)
	o.b = strconv.AppendBool(o.b, v)
}

func (o *object) list(k string, v []string) {
	o.key(k)
	if v == nil {
		v = []string{}
	}
	q, _ := json.Marshal(v)
	o.b = append(o.b, q...)
}

func (o *object) squares(k string, set rules.Squares) {
	var names []string
	for sq := range set.All() {
		names = append(names, sq.String())
	}
	o.list(k, names)
}

// objects writes a list of n objects, each of which write fills.
func (o *object) objects(k string, n int, write func(i int, o *object)) {
	o.key(k)
	o.b = append(o.b, '[')
	for i := range n {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		sub := object{append(o.b, '{')}
		write(i, &sub)
		o.b = append(sub.b, '}')
	}
	o.b = append(o.b, ']')
}

// pair writes an object with White's and Black's number.
func (o *object) pair(k string, white, black int64) {
	o.key(k)
	sub := object{append(o.b, '{')}
	sub.whole("white", white)
	sub.whole("black", black)
	o.b = append(sub.b, '}')
}
