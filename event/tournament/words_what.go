package tournament

import "touchmove/rules"

// what says in words what a command names, in English, Spanish, Portuguese and
// German.
var what = map[string][4]string{
	"repetition":        {"repetition", "repetición", "repetição", "Wiederholung"},
	"fifty-moves":       {"50 moves", "50 jugadas", "50 lances", "50 Züge"},
	"touched-piece":     {"touched piece", "pieza tocada", "peça tocada", "berührt, geführt"},
	"rook-first":        {"castling, rook first", "enroque, torre primero", "roque, torre primeiro", "Rochade, Turm zuerst"},
	"released-piece":    {"released piece", "pieza soltada", "peça largada", "losgelassene Figur"},
	"promotion-choice":  {"choice of promotion", "elección de la coronación", "escolha da promoção", "Wahl der Umwandlung"},
	"illegal":           {"illegal move", "jugada ilegal", "lance ilegal", "regelwidriger Zug"},
	"time":              {"time", "tiempo", "tempo", "Zeit"},
	"confirm":           {"confirmed", "confirmada", "confirmado", "bestätigt"},
	"reject":            {"not confirmed", "no confirmada", "não confirmado", "nicht bestätigt"},
	"not-counted":       {"not counted", "no contada", "não contado", "nicht gezählt"},
	"rejected":          {"rejected", "rechazada", "rejeitada", "abgelehnt"},
	"upheld":            {"upheld", "aceptada", "aceite", "stattgegeben"},
	"draw":              {"draw", "tablas", "empate", "remis"},
	"postpone":          {"postponed", "aplazada", "adiada", "aufgeschoben"},
	"claim":             {"claim", "reclamación", "reclamação", "Antrag"},
	"request-increment": {"increment asked for", "pide incremento", "pede incremento", "Zuschlag verlangt"},
	"two-hands":         {"two hands", "dos manos", "duas mãos", "zwei Hände"},
	"other-hand":        {"clock with the other hand", "reloj con la otra mano", "relógio com a outra mão", "Uhr mit der anderen Hand"},
	"hovering":          {"hand over the clock", "mano sobre el reloj", "mão sobre o relógio", "Hand über der Uhr"},
	"clock-handling":    {"handling of the clock", "manejo del reloj", "manuseio do relógio", "Umgang mit der Uhr"},
	"colours-swapped":   {"colours swapped", "colores cambiados", "cores trocadas", "Farben vertauscht"},
	"warning":           {"warning", "amonestación", "advertência", "Verwarnung"},
	"add-opponent":      {"time for the opponent", "tiempo al rival", "tempo ao adversário", "Zeit für den Gegner"},
	"take":              {"time taken", "tiempo retirado", "tempo retirado", "Zeitabzug"},
	"extra-time":        {"extra time", "tiempo adicional", "tempo adicional", "Zusatzzeit"},
	"points":            {"points", "puntos", "pontos", "Punkte"},
	"loss":              {"loss", "pérdida", "perda", "Verlust"},
	"both-lose":         {"both lose", "pierden ambos", "ambos perdem", "beide verlieren"},
	"fine":              {"fine", "multa", "multa", "Geldbuße"},
	"exclude":           {"excluded", "expulsión", "exclusão", "Ausschluss"},
	"device":            {"electronic device", "dispositivo electrónico", "dispositivo eletrónico", "elektronisches Gerät"},
}

// named says what a command names in words; texts that people wrote stand as they
// are.
func (w words) named(text string) string {
	list, ok := what[text]
	if !ok {
		return text
	}
	for i, l := range []rules.Language{rules.English, rules.Spanish, rules.Portuguese, rules.German} {
		if texts[l].code == w.code {
			return list[i]
		}
	}
	return text
}
