package markup_test

import (
	"errors"
	"testing"

	"touchmove/internal/markup"
)

// Text from elsewhere stays text, even if it looks like HTML.
func TestEscapes(t *testing.T) {
	const bad = `<script>alert("x")</script>'&`
	const shown = `&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;&#39;&amp;`
	for _, c := range []struct {
		got  markup.HTML
		want string
	}{
		{markup.Sprintf("<p>%s</p>", bad), "<p>" + shown + "</p>"},
		{markup.Sprintf(`<p title="%s">`, bad), `<p title="` + shown + `">`},
		{markup.Sprintf("%v", errors.New(bad)), shown},
		{markup.Sprintf("%v", []string{"<b>"}), "[&lt;b&gt;]"},
		{markup.Sprintf("<td>%d</td>%t", 7, true), "<td>7</td>true"},
		{markup.Sprintf("<ul>%s</ul>", markup.Items([]string{"a", "<b>"})), "<ul><li>a</li><li>&lt;b&gt;</li></ul>"},
		{markup.If(false, "<hr>") + markup.If(true, "<br>"), "<br>"},
		{markup.Each([]int{1, 2}, func(n int) markup.HTML { return markup.Sprintf("%d;", n) }), "1;2;"},
	} {
		if string(c.got) != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
