package way

type Chip struct{ wire Wire }

func (c *Chip) Read() { show(c.wire.Tx()) }
