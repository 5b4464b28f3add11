package alarms

import (
	"strings"

	"touchmove/reconcile"
)

// words are the reasons, rules, claims and faults that alarms fill in, in the order
// of languages.
var words = map[string][4]string{
	// Why a game ends.
	"checkmate":                {"checkmate", "jaque mate", "xeque-mate", "Matt"},
	"stalemate":                {"stalemate", "ahogado", "afogamento", "Patt"},
	"dead_position":            {"dead position", "posición muerta", "posição morta", "tote Stellung"},
	"fivefold_repetition":      {"fivefold repetition", "quíntuple repetición", "repetição quíntupla", "fünfmalige Wiederholung"},
	"seventy_five_moves":       {"75 moves", "75 jugadas", "75 lances", "75 Züge"},
	"threefold_repetition":     {"threefold repetition", "triple repetición", "tripla repetição", "dreimalige Wiederholung"},
	"fifty_moves":              {"50 moves", "50 jugadas", "50 lances", "50 Züge"},
	"resignation":              {"resignation", "abandono", "abandono", "Aufgabe"},
	"agreement":                {"agreement", "acuerdo", "acordo", "Vereinbarung"},
	"flag_fall":                {"fall of a flag", "caída de bandera", "queda de bandeira", "Fallen des Blättchens"},
	"both_flags":               {"both flags", "ambas banderas", "ambas as bandeiras", "beide Blättchen"},
	"illegal_moves":            {"illegal moves", "jugadas ilegales", "lances ilegais", "regelwidrige Züge"},
	"illegal_position":         {"illegal position", "posición ilegal", "posição ilegal", "regelwidrige Stellung"},
	"default":                  {"default", "incomparecencia", "falta de comparência", "Nichterscheinen"},
	"penalty":                  {"penalty", "sanción", "penalização", "Strafe"},
	"device":                   {"a device", "dispositivo electrónico", "dispositivo eletrónico", "elektronisches Gerät"},
	"sealed_move":              {"the sealed move", "la jugada secreta", "o lance secreto", "den Abgabezug"},
	reconcile.KingsInTheCentre: {"kings in the centre", "reyes en el centro", "reis no centro", "Könige im Zentrum"},

	// Illegal moves.
	"illegal move":               {"illegal move", "jugada ilegal", "lance ilegal", "regelwidriger Zug"},
	"pawn left on the last rank": {"pawn left on the last rank", "peón sin promover en la última fila", "peão por promover na última linha", "Bauer auf der letzten Reihe stehen gelassen"},
	"two hands for one move":     {"two hands for one move", "dos manos para una jugada", "duas mãos para um lance", "ein Zug mit zwei Händen"},
	"clock_without_move":         {"clock pressed without a move", "reloj pulsado sin jugar", "relógio acionado sem lance", "Uhr ohne Zug gedrückt"},
	"clock_with_piece_in_hand":   {"clock pressed with a piece in the hand", "reloj pulsado con una pieza en la mano", "relógio acionado com uma peça na mão", "Uhr mit einer Figur in der Hand gedrückt"},

	// Rules of Article 4, and claims.
	"promotion_choice":  {"choice of the promoted piece", "elección de la pieza promovida", "escolha da peça promovida", "Wahl der Umwandlungsfigur"},
	"promotion_release": {"released promotion", "promoción soltada", "promoção largada", "losgelassene Umwandlung"},
	"castling_release":  {"released castling", "enroque soltado", "roque largado", "losgelassene Rochade"},
	"released_piece":    {"released piece", "pieza soltada", "peça largada", "losgelassene Figur"},
	"rook_first":        {"castled rook first", "enroque con la torre primero", "roque com a torre primeiro", "Rochade mit dem Turm zuerst"},
	"castling_touch":    {"touched to castle", "tocadas para enrocar", "tocadas para rocar", "zur Rochade berührt"},
	"touched_piece":     {"touched piece", "pieza tocada", "peça tocada", "berührte Figur"},
	"repetition":        {"repetition of the position", "repetición de la posición", "repetição da posição", "Stellungswiederholung"},
	"illegal":           {"an illegal move", "una jugada ilegal", "um lance ilegal", "einen regelwidrigen Zug"},
	"time":              {"a win on time", "victoria por tiempo", "vitória por tempo", "Zeitüberschreitung"},
	quickplay:           {"quickplay finish", "final a caída de bandera", "final rápido", "Endspurtphase"},

	// What is wrong with sensors.
	"stuck-on":  {"always occupied", "siempre ocupado", "sempre ocupado", "immer besetzt"},
	"stuck-off": {"always empty", "siempre vacío", "sempre vazio", "immer leer"},
	"flicker":   {"flickers", "parpadea", "oscila", "flackert"},
	"unknown":   {"no reading", "sin lectura", "sem leitura", "keine Messung"},
}

// word is a reason in the language with that number; what is not known by name is
// told as it stands, which is what a person has written.
func word(why string, language int) string {
	for _, key := range []string{why, strings.ReplaceAll(why, "-", "_")} {
		if w, ok := words[key]; ok {
			return w[language]
		}
	}
	return strings.ReplaceAll(why, "_", " ")
}
