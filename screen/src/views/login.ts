// Readers who want more than the public sees log in with a user of the broker. The
// password is kept only in this page's memory, and sent only to the broker.

import { h } from "../dom.ts";
import type { Login } from "../feed.ts";
import type { Texts } from "../texts.ts";

export function loginForm(texts: Texts, refused: boolean, done: (login: Login) => void): HTMLElement {
  const user = h("input", { name: "user", autocomplete: "username", required: true, id: "user" });
  const password = h("input", { name: "password", type: "password", autocomplete: "current-password", required: true, id: "password" });
  const form = h("form", { class: "login" },
    h("h1", {}, texts.t("arbiter")),
    h("p", {}, texts.t("needuser")),
    refused ? h("p", { class: "state gone", role: "alert", "data-state": "refused" }, texts.t("loginrefused", { a: location.origin })) : null,
    h("label", { for: "user" }, texts.t("user")), user,
    h("label", { for: "password" }, texts.t("password")), password,
    h("button", { type: "submit" }, texts.t("login")));
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    done({ user: user.value, password: password.value });
  });
  requestAnimationFrame(() => user.focus());
  return h("main", { class: "sentence" }, form);
}
