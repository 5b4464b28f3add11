package way

type Screen struct{}

func (Screen) Show(int) {}

func show(n int) { Screen{}.Show(n) }
