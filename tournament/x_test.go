package tournament_test
import ("testing";"touchmove/tournament/tournamenttest";"os")
func TestDebug(t *testing.T){
 for seed:=uint64(2);seed<4;seed++{
 d:="/tmp/dbg"+string(rune('0'+seed)); os.RemoveAll(d); os.MkdirAll(d,0o755)
 tournamenttest.Play(t,d,collections,tournamenttest.Options{Rounds:1,Boards:8,Seed:seed})
 }
}
