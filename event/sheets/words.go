package sheets

import (
	"fmt"

	"touchmove/rules"
)

// words are the texts of a sheet in one language.
type words struct {
	sheet, event, site, date, round, board, white, black, control, laws, result string
	move, time, signed, arbiter, place, noTime, relief, offer, illegal, guess   string
	notice, adjourned, position, sealer, sealed, used, left, open, resume       string
	envelopes, commitment, confirmed                                            string
}

var texts = map[rules.Language]words{
	rules.English: {
		sheet: "Scoresheet", event: "Event", site: "Site", date: "Date", round: "Round", board: "Board", white: "White", black: "Black", control: "Time control", laws: "Laws", result: "Result",
		move: "No.", time: "Time", signed: "Signature", arbiter: "Arbiter", place: "Time and place", noTime: "? = time not known", relief: "relieved of recording (8.4): moves %s", offer: "(=) = draw offered", illegal: "! = illegal move that stood", guess: "* = in part inferred",
		notice:    "Made from the board's record. It is no substitute for the players' scoresheets, and no claim may be based on it alone.",
		adjourned: "Adjourned game", position: "Position before the sealed move", sealer: "Sealed by", sealed: "Number of the sealed move", used: "Time used", left: "Time left", open: "A draw has been offered", resume: "Resumption (date, time, place)", envelopes: "Number of envelopes", commitment: "Check of the sealed move", confirmed: "confirmed %s at the board",
	},
	rules.Spanish: {
		sheet: "Planilla", event: "Torneo", site: "Lugar", date: "Fecha", round: "Ronda", board: "Tablero", white: "Blancas", black: "Negras", control: "Ritmo de juego", laws: "Leyes", result: "Resultado",
		move: "N.º", time: "Tiempo", signed: "Firma", arbiter: "Árbitro", place: "Hora y lugar", noTime: "? = tiempo desconocido", relief: "exento de anotar (8.4): jugadas %s", offer: "(=) = oferta de tablas", illegal: "! = jugada ilegal que quedó", guess: "* = deducida en parte",
		notice:    "Hecha con el registro del tablero. No sustituye a las planillas de los jugadores y ninguna reclamación puede basarse solo en ella.",
		adjourned: "Partida aplazada", position: "Posición antes de la jugada secreta", sealer: "Sellada por", sealed: "Número de la jugada secreta", used: "Tiempo empleado", left: "Tiempo restante", open: "Hay una oferta de tablas", resume: "Reanudación (fecha, hora, lugar)", envelopes: "Número de sobres", commitment: "Comprobación de la jugada", confirmed: "confirmó %s en el tablero",
	},
	rules.Portuguese: {
		sheet: "Planilha", event: "Torneio", site: "Local", date: "Data", round: "Ronda", board: "Tabuleiro", white: "Brancas", black: "Pretas", control: "Ritmo de jogo", laws: "Leis", result: "Resultado",
		move: "N.º", time: "Tempo", signed: "Assinatura", arbiter: "Árbitro", place: "Hora e local", noTime: "? = tempo desconhecido", relief: "dispensado de anotar (8.4): lances %s", offer: "(=) = proposta de empate", illegal: "! = lance ilegal que ficou", guess: "* = deduzido em parte",
		notice:    "Feita a partir do registo do tabuleiro. Não substitui as planilhas dos jogadores e nenhuma reclamação pode basear-se apenas nela.",
		adjourned: "Partida adiada", position: "Posição antes do lance secreto", sealer: "Selado por", sealed: "Número do lance secreto", used: "Tempo gasto", left: "Tempo restante", open: "Há uma proposta de empate", resume: "Reinício (data, hora, local)", envelopes: "Número de envelopes", commitment: "Verificação do lance", confirmed: "confirmou %s no tabuleiro",
	},
	rules.German: {
		sheet: "Partieformular", event: "Turnier", site: "Ort", date: "Datum", round: "Runde", board: "Brett", white: "Weiß", black: "Schwarz", control: "Bedenkzeit", laws: "Regeln", result: "Ergebnis",
		move: "Nr.", time: "Zeit", signed: "Unterschrift", arbiter: "Schiedsrichter", place: "Zeit und Ort", noTime: "? = Zeit nicht bekannt", relief: "von der Mitschreibpflicht befreit (8.4): Züge %s", offer: "(=) = Remisangebot", illegal: "! = regelwidriger Zug, der stehen blieb", guess: "* = zum Teil erschlossen",
		notice:    "Aus der Aufzeichnung des Brettes. Sie ersetzt die Partieformulare der Spieler nicht, und kein Anspruch kann allein auf sie gestützt werden.",
		adjourned: "Hängepartie", position: "Stellung vor dem Abgabezug", sealer: "Abgegeben von", sealed: "Nummer des Abgabezuges", used: "Verbrauchte Zeit", left: "Verbleibende Zeit", open: "Remis ist angeboten", resume: "Wiederaufnahme (Datum, Zeit, Ort)", envelopes: "Zahl der Umschläge", commitment: "Prüfsumme des Abgabezuges", confirmed: "hat am Brett %s bestätigt",
	},
}

// Languages are those that sheets are written in.
func Languages() []rules.Language {
	return []rules.Language{rules.English, rules.Spanish, rules.Portuguese, rules.German}
}

func wordsOf(l rules.Language) (words, error) {
	w, ok := texts[l]
	if !ok {
		return words{}, fmt.Errorf("sheets are not written in %v: choose english, spanish, portuguese or german", l)
	}
	return w, nil
}
