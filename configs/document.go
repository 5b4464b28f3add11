package configs

// Document is a TOML file of another shape than the configuration's, checked
// with the same care: strictly, and every fault with its place.
type Document struct{ k *checker }

// ReadDocument decodes a text into a struct whose fields have toml tags. The
// name stands in faults, docs is the page that describes the file. When the
// text is not TOML, or a value is of the wrong kind, ok is false and into must
// not be used; the faults say why.
func ReadDocument(name string, text []byte, docs string, into any) (d *Document, ok bool) {
	d = &Document{newChecker(name, text, docs, into)}
	return d, d.k.decode(text, into)
}

// Fault notes a fault of the value at a path, as "round[0].game[2].white"; of
// the table around it when that value is not written.
func (d *Document) Fault(path, what, remedy string) { d.k.fault(path, what, remedy) }

// Warn notes something that works but is probably not meant.
func (d *Document) Warn(path, what, remedy string) { d.k.warn(path, what, remedy) }

// Faults returns everything that was found, in the order of the lines.
func (d *Document) Faults() Faults { return d.k.sorted() }

// Nearest returns the known word that is most like the one written, "" when
// none is near enough to be what was meant.
func Nearest(word string, known []string) string { return nearest(word, known) }
