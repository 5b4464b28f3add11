package tournament

import (
	"fmt"
	"strings"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// words are the texts of reports in one language.
type words struct {
	code, report, table, round, board, white, black, result, reason, moves, clocks, incidents, open, strange string
	none, noRecord, illegal, inferred, before, still, byes, rank, no, title, name, rating, federation        string
	points, wins, berger, after, arbiter, move, unfinished, adjourned, unsigned                              string
	reasons, incident                                                                                        map[string]string
}

var texts = map[rules.Language]words{
	rules.English: {
		code: "en", move: "move %d", report: "Report of round", table: "Crosstable", round: "Round", board: "Board", white: "White", black: "Black", result: "Result", reason: "By", moves: "Moves", clocks: "Clocks", incidents: "Incidents", open: "Still open", strange: "Games without a pairing",
		none: "none", noRecord: "no record", illegal: "illegal moves: %d", inferred: "%d moves are in part inferred", before: "%d games of this pairing were begun before", still: "rings: %s", byes: "Byes", rank: "Rk.", no: "No.", title: "Title", name: "Name", rating: "Rtg.", federation: "Fed.",
		points: "Pts.", wins: "Won", berger: "SB", after: "after round %s", arbiter: "Arbiter", unfinished: "no result", adjourned: "adjourned", unsigned: "Result not signed (8.7)",
		reasons: map[string]string{
			"checkmate": "checkmate", "stalemate": "stalemate", "dead_position": "dead position", "fivefold_repetition": "fivefold repetition", "seventy_five_moves": "75 moves", "threefold_repetition": "threefold repetition", "fifty_moves": "50 moves",
			"resignation": "resignation", "agreement": "agreement", "flag_fall": "time", "both_flags": "both flags", "illegal_moves": "illegal moves", "illegal_position": "illegal position", "default": "default", "penalty": "penalty", "sealed_move": "sealed move", "device": "electronic device", "quickplay_finish": "quickplay finish", "arbiter": "the arbiter",
		},
		incident: map[string]string{
			trace.DoClaim: "claim", trace.DoVerdict: "verdict", trace.DoIllegal: "illegal move", trace.DoPenalty: "penalty", trace.DoIrregularity: "irregularity", trace.DoRestore: "position restored", trace.DoStopClocks: "clocks stopped", trace.DoSetClock: "clock set", trace.DoAdjourn: "adjourned", trace.DoSeal: "move sealed", trace.DoResumeAdjourned: "resumed",
			trace.DoCorrect: "record corrected", trace.DoTakeBack: "moves taken back", trace.DoSetPosition: "position set", trace.DoQuickplay: "quickplay finish", trace.DoNote: "note", trace.DoTouch: "touch reported", trace.DoAttribute: "touch attributed", trace.DoFlag: "flag called", trace.DoResult: "result taken back", "restart": "program started anew",
		},
	},
	rules.Spanish: {
		code: "es", move: "jugada %d", report: "Informe de la ronda", table: "Cuadro de resultados", round: "Ronda", board: "Tablero", white: "Blancas", black: "Negras", result: "Resultado", reason: "Por", moves: "Jugadas", clocks: "Relojes", incidents: "Incidencias", open: "Pendiente", strange: "Partidas sin emparejamiento",
		none: "ninguna", noRecord: "sin registro", illegal: "jugadas ilegales: %d", inferred: "%d jugadas deducidas en parte", before: "%d partidas de este emparejamiento empezadas antes", still: "suena: %s", byes: "Descansos", rank: "Pos.", no: "N.º", title: "Título", name: "Nombre", rating: "Elo", federation: "Fed.",
		points: "Ptos.", wins: "Gan.", berger: "SB", after: "tras la ronda %s", arbiter: "Árbitro", unfinished: "sin resultado", adjourned: "aplazada", unsigned: "Resultado sin firmar (8.7)",
		reasons: map[string]string{
			"checkmate": "jaque mate", "stalemate": "ahogado", "dead_position": "posición muerta", "fivefold_repetition": "quíntuple repetición", "seventy_five_moves": "75 jugadas", "threefold_repetition": "triple repetición", "fifty_moves": "50 jugadas",
			"resignation": "abandono", "agreement": "acuerdo", "flag_fall": "tiempo", "both_flags": "ambas banderas", "illegal_moves": "jugadas ilegales", "illegal_position": "posición ilegal", "default": "incomparecencia", "penalty": "sanción", "sealed_move": "jugada secreta", "device": "dispositivo electrónico", "quickplay_finish": "final a caída de bandera", "arbiter": "el árbitro",
		},
		incident: map[string]string{
			trace.DoClaim: "reclamación", trace.DoVerdict: "decisión", trace.DoIllegal: "jugada ilegal", trace.DoPenalty: "sanción", trace.DoIrregularity: "irregularidad", trace.DoRestore: "posición restablecida", trace.DoStopClocks: "relojes parados", trace.DoSetClock: "reloj ajustado", trace.DoAdjourn: "aplazada", trace.DoSeal: "jugada sellada", trace.DoResumeAdjourned: "reanudada",
			trace.DoCorrect: "registro corregido", trace.DoTakeBack: "jugadas retiradas", trace.DoSetPosition: "posición fijada", trace.DoQuickplay: "final a caída de bandera", trace.DoNote: "nota", trace.DoTouch: "toque comunicado", trace.DoAttribute: "toque atribuido", trace.DoFlag: "bandera señalada", trace.DoResult: "resultado retirado", "restart": "programa reiniciado",
		},
	},
	rules.Portuguese: {
		code: "pt", move: "lance %d", report: "Relatório da ronda", table: "Quadro de resultados", round: "Ronda", board: "Tabuleiro", white: "Brancas", black: "Pretas", result: "Resultado", reason: "Por", moves: "Lances", clocks: "Relógios", incidents: "Ocorrências", open: "Em aberto", strange: "Partidas sem emparceiramento",
		none: "nenhuma", noRecord: "sem registo", illegal: "lances ilegais: %d", inferred: "%d lances deduzidos em parte", before: "%d partidas deste emparceiramento começadas antes", still: "toca: %s", byes: "Isenções", rank: "Pos.", no: "N.º", title: "Título", name: "Nome", rating: "Elo", federation: "Fed.",
		points: "Pts.", wins: "Vit.", berger: "SB", after: "após a ronda %s", arbiter: "Árbitro", unfinished: "sem resultado", adjourned: "adiada", unsigned: "Resultado por assinar (8.7)",
		reasons: map[string]string{
			"checkmate": "xeque-mate", "stalemate": "afogamento", "dead_position": "posição morta", "fivefold_repetition": "quíntupla repetição", "seventy_five_moves": "75 lances", "threefold_repetition": "tripla repetição", "fifty_moves": "50 lances",
			"resignation": "abandono", "agreement": "acordo", "flag_fall": "tempo", "both_flags": "ambas as bandeiras", "illegal_moves": "lances ilegais", "illegal_position": "posição ilegal", "default": "falta de comparência", "penalty": "penalização", "sealed_move": "lance secreto", "device": "dispositivo eletrónico", "quickplay_finish": "final rápido", "arbiter": "o árbitro",
		},
		incident: map[string]string{
			trace.DoClaim: "reclamação", trace.DoVerdict: "decisão", trace.DoIllegal: "lance ilegal", trace.DoPenalty: "penalização", trace.DoIrregularity: "irregularidade", trace.DoRestore: "posição restaurada", trace.DoStopClocks: "relógios parados", trace.DoSetClock: "relógio acertado", trace.DoAdjourn: "adiada", trace.DoSeal: "lance selado", trace.DoResumeAdjourned: "reiniciada",
			trace.DoCorrect: "registo corrigido", trace.DoTakeBack: "lances retirados", trace.DoSetPosition: "posição colocada", trace.DoQuickplay: "final rápido", trace.DoNote: "nota", trace.DoTouch: "toque comunicado", trace.DoAttribute: "toque atribuído", trace.DoFlag: "bandeira assinalada", trace.DoResult: "resultado retirado", "restart": "programa reiniciado",
		},
	},
	rules.German: {
		code: "de", move: "Zug %d", report: "Bericht der Runde", table: "Kreuztabelle", round: "Runde", board: "Brett", white: "Weiß", black: "Schwarz", result: "Ergebnis", reason: "Durch", moves: "Züge", clocks: "Uhren", incidents: "Vorfälle", open: "Noch offen", strange: "Partien ohne Paarung",
		none: "keine", noRecord: "keine Aufzeichnung", illegal: "regelwidrige Züge: %d", inferred: "%d Züge sind zum Teil erschlossen", before: "%d Partien dieser Paarung wurden vorher begonnen", still: "es läutet: %s", byes: "Spielfrei", rank: "Rg.", no: "Nr.", title: "Titel", name: "Name", rating: "Elo", federation: "Föd.",
		points: "Pkt.", wins: "Siege", berger: "SB", after: "nach Runde %s", arbiter: "Schiedsrichter", unfinished: "kein Ergebnis", adjourned: "vertagt", unsigned: "Ergebnis nicht unterschrieben (8.7)",
		reasons: map[string]string{
			"checkmate": "Matt", "stalemate": "Patt", "dead_position": "tote Stellung", "fivefold_repetition": "fünfmalige Wiederholung", "seventy_five_moves": "75 Züge", "threefold_repetition": "dreimalige Wiederholung", "fifty_moves": "50 Züge",
			"resignation": "Aufgabe", "agreement": "Vereinbarung", "flag_fall": "Zeit", "both_flags": "beide Blättchen", "illegal_moves": "regelwidrige Züge", "illegal_position": "regelwidrige Stellung", "default": "kampflos", "penalty": "Strafe", "sealed_move": "Abgabezug", "device": "elektronisches Gerät", "quickplay_finish": "Endspurt", "arbiter": "den Schiedsrichter",
		},
		incident: map[string]string{
			trace.DoClaim: "Reklamation", trace.DoVerdict: "Entscheidung", trace.DoIllegal: "regelwidriger Zug", trace.DoPenalty: "Strafe", trace.DoIrregularity: "Regelverstoß", trace.DoRestore: "Stellung wiederhergestellt", trace.DoStopClocks: "Uhren angehalten", trace.DoSetClock: "Uhr gestellt", trace.DoAdjourn: "vertagt", trace.DoSeal: "Zug abgegeben", trace.DoResumeAdjourned: "wieder aufgenommen",
			trace.DoCorrect: "Aufzeichnung berichtigt", trace.DoTakeBack: "Züge zurückgenommen", trace.DoSetPosition: "Stellung gesetzt", trace.DoQuickplay: "Endspurt", trace.DoNote: "Notiz", trace.DoTouch: "Berührung gemeldet", trace.DoAttribute: "Berührung zugeordnet", trace.DoFlag: "Blättchen festgestellt", trace.DoResult: "Ergebnis zurückgenommen", "restart": "Programm neu gestartet",
		},
	},
}

func wordsOf(l rules.Language) (words, error) {
	w, ok := texts[l]
	if !ok {
		return words{}, fmt.Errorf("reports are not written in %v: choose english, spanish, portuguese or german", l)
	}
	return w, nil
}

// why says in words how a game ended. A reason without words of its own stands as it
// is.
func (w words) why(reason string) string {
	if text, ok := w.reasons[reason]; ok {
		return text
	}
	return strings.ReplaceAll(reason, "_", " ")
}
