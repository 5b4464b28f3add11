package broadcast

// newest passes values on and holds only the one that was offered last. The zero value is of no use:
// see newNewest.
type newest[T any] chan T

func newNewest[T any]() newest[T] { return make(newest[T], 1) }

// offer replaces a value that has not been received. It is for one goroutine, never blocks and
// allocates nothing.
func (n newest[T]) offer(next T) {
	n.forget()
	select {
	case n <- next:
	default: // cannot happen: there is only one sender
	}
}

// forget drops a value that has not been received.
func (n newest[T]) forget() {
	select {
	case <-n:
	default:
	}
}
