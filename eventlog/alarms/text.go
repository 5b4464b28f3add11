package alarms

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"touchmove/rules"
)

var languages = [4]rules.Language{rules.English, rules.Spanish, rules.Portuguese, rules.German}

var texts = map[ID][4]string{
	BoardMissing:    {"Board does not answer since {t}", "El tablero no responde desde {t}", "O tabuleiro não responde desde {t}", "Brett antwortet nicht seit {t}"},
	SensorFault:     {"Sensor {squares}: {what}; play goes on", "Sensor {squares}: {what}; se sigue", "Sensor {squares}: {what}; o jogo segue", "Sensor {squares}: {what}; Partie läuft weiter"},
	Reconstructing:  {"Board and record differ on {squares}", "Tablero y planilla difieren en {squares}", "Tabuleiro e registo diferem em {squares}", "Brett und Aufzeichnung verschieden: {squares}"},
	PrematureResult: {"Result {result} set, but play goes on", "Resultado {result}, pero se sigue jugando", "Resultado {result}, mas o jogo continua", "Ergebnis {result}, aber es wird gespielt"},
	GameFinished:    {"Game over by {why}: confirm {result}", "Partida terminada por {why}: confirme {result}", "Partida terminada por {why}: confirme {result}", "Partie beendet ({why}): {result} bestätigen"},
	GuessedMove:     {"Move {n} {san} is a guess", "La jugada {n} {san} es una suposición", "O lance {n} {san} é uma suposição", "Zug {n} {san} ist vermutet"},
	ClockPaused:     {"Clocks stopped for {t}", "Relojes parados hace {t}", "Relógios parados há {t}", "Uhren stehen seit {t}"},
	MoveWithoutTime: {"Move {n} has no clock time: check it", "La jugada {n} no tiene tiempo: revísela", "O lance {n} não tem tempo: verifique", "Zug {n} ohne Uhrzeit: prüfen"},
	KingMoveDoubt:   {"Last king move may be a result sign", "¿Jugada de rey o señal de resultado?", "Lance de rei ou sinal de resultado?", "Königszug oder Ergebniszeichen?"},
	IllegalMove:     {"Illegal move no. {k} by {player}: {what}", "Jugada ilegal n.º {k} de {player}: {what}", "Lance ilegal n.º {k} de {player}: {what}", "Regelwidriger Zug Nr. {k} von {player}: {what}"},
	IllegalPosition: {"Illegal position on the board", "Posición ilegal en el tablero", "Posição ilegal no tabuleiro", "Regelwidrige Stellung"},
	TouchViolation:  {"{player} broke touch-move ({what}); claimable", "{player}: pieza tocada ({what}); reclamable", "{player}: peça tocada ({what}); reclamável", "{player}: berührt-geführt verletzt ({what})"},
	Claim:           {"{player} claims {what}", "{player} reclama {what}", "{player} reclama {what}", "{player} reklamiert {what}"},
	Flag:            {"Flag of {player}: {moves} of {needed} moves", "Bandera de {player}: {moves} de {needed}", "Bandeira de {player}: {moves} de {needed}", "Blättchen von {player}: {moves} von {needed} Zügen"},
	AutoDraw:        {"Drawn by {why}: stop the game", "Tablas por {why}: detenga la partida", "Empate por {why}: pare a partida", "Remis durch {why}: Partie beenden"},
	TimeTrouble:     {"{player} short of time: recording ends", "{player} apurado de tiempo", "{player} em apuros de tempo", "{player} in Zeitnot"},
	ClockNotPressed: {"Clock not pressed (do not tell the player)", "Reloj no pulsado (no avisar)", "Relógio não acionado (não avisar)", "Uhr nicht gedrückt (nicht hinweisen)"},
	ClockDisagrees:  {"Clock differs by {t}", "El reloj difiere en {t}", "O relógio difere em {t}", "Uhr weicht um {t} ab"},
	DefaultNear:     {"{player} absent, default in {t}", "{player} ausente, incomparecencia en {t}", "{player} ausente, falta em {t}", "{player} fehlt, kampflos in {t}"},
	WrongSetUp:      {"Set-up or board orientation wrong: {squares}", "Colocación u orientación errónea: {squares}", "Colocação ou orientação errada: {squares}", "Aufstellung oder Brettlage falsch: {squares}"},
	BoardsDiffer:    {"The two boards differ on {squares}", "Los dos tableros difieren en {squares}", "Os dois tabuleiros diferem em {squares}", "Die zwei Bretter unterscheiden sich: {squares}"},
	FeedStopped:     {"Broadcast stands still since {t}", "Retransmisión detenida desde {t}", "Transmissão parada desde {t}", "Übertragung steht seit {t}"},
}

// colours are what the players are called where no names are known.
var colours = [4][2]string{{"White", "Black"}, {"Blancas", "Negras"}, {"Brancas", "Pretas"}, {"Weiß", "Schwarz"}}

// Words are what an alarm says, with its particulars in braces.
func Words(id ID, l rules.Language) string { return texts[id][index(l)] }

func index(l rules.Language) int { return max(slices.Index(languages[:], l), 0) }

// Text is what an alarm says at the moment now, in a language: of a board, with its
// players if they are known. Languages without words of their own get English.
func (a Alarm) Text(l rules.Language, now time.Duration) string {
	return strings.ReplaceAll(a.Template(l), "{t}", hms(a.span(now)))
}

// Template is Text in which {t} still stands for a time that goes on: since when it
// has been so, or, of DefaultNear, until the player loses. Whoever shows it lets it
// run.
func (a Alarm) Template(l rules.Language) string {
	n := index(l)
	text := texts[a.ID][n]
	player := a.Name
	if player == "" {
		player = colours[n][a.Player]
	}
	span := "{t}"
	if a.ID == ClockDisagrees {
		span = hms(a.Span)
	}
	for _, fill := range [][2]string{
		{"{t}", span}, {"{why}", word(a.Why, n)}, {"{what}", word(a.Why, n)}, {"{result}", a.Result},
		{"{n}", fmt.Sprint((a.Ply + 1) / 2)}, {"{san}", a.SAN}, {"{squares}", strings.Join(a.Squares, " ")}, {"{player}", player},
		{"{k}", fmt.Sprint(a.Count)}, {"{moves}", fmt.Sprint(a.Moves)}, {"{needed}", needed(a.Needed)},
	} {
		text = strings.ReplaceAll(text, fill[0], fill[1])
	}
	return text
}

// OfPlayer says whether an alarm is about one of the players.
func (a Alarm) OfPlayer() bool { return strings.Contains(texts[a.ID][0], "{player}") }

func needed(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

// span is the time that {t} stands for: how long it has been so, or what was told.
func (a Alarm) span(now time.Duration) time.Duration {
	if a.ID == DefaultNear {
		return max(a.Span-now, 0)
	}
	return max(now-a.Since, 0)
}

func hms(d time.Duration) string {
	n := int(d.Round(time.Second) / time.Second)
	if n < 3600 {
		return fmt.Sprintf("%d:%02d", n/60, n%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
}
