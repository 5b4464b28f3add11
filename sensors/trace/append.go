package trace

import (
	"strconv"
	"time"
)

// AppendRecord appends one record with its newline in canonical form: the same
// record gives the same bytes, and ParseRecord returns the record. Writer must
// accept the record.
func AppendRecord(b []byte, r Record) []byte {
	b = strconv.AppendInt(append(b, `{"at_us":`...), int64(r.At/time.Microsecond), 10)
	switch w := r.What.(type) {
	case Scan:
		b = append(append(b, `,"scan":"`...), w.Board.String()...)
		b = append(b, '"')
	case Change:
		b = append(append(b, `,"square":"`...), w.Square.String()...)
		b = append(append(b, `","is":"`...), w.Is.String()...)
		b = append(b, '"')
	case Press:
		b = append(append(b, `,"clock":"`...), w.By.String()...)
		b = append(b, '"')
	case Command:
		b = w.AppendJSON(append(b, `,"command":`...))
	case End:
		b = append(b, `,"end":true`...)
	}
	return append(b, "}\n"...)
}
