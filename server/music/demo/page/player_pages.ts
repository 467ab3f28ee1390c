// /player: a page on which a person uses the music account by hand.
import { type Context, Hono } from "hono";
import { readBody } from "../../../http/read_body.ts";
import { issueListener, readListener } from "../listener_cookie.ts";
import type { DemoAccountOptions } from "../options.ts";
import { SpotifyError } from "../spotify_error.ts";
import { ACTIONS } from "./actions.ts";
import { messagePage, mountPath } from "./player_document.ts";
import { requireOwnForm } from "./own_form.ts";
import { readFacts } from "./page_facts.ts";
import { PLAYER_SCRIPT } from "./player_script.ts";
import { PLAYER_STYLE } from "./player_style.ts";
import { playerView } from "./player_view.ts";

const MAX_QUERY = 100;

/** The sentences for actions that were refused, by their names in the page's address. */
const NOTICES: Record<string, string> = {
  device: "Açık cihaz yok. Önce bir cihaz açın.",
  refused: "Bu işlem şu anda yapılamıyor.",
};

/** The listener is the browser that has the cookie of the consent page. */
export function playerPages(options: DemoAccountOptions) {
  const { players, publicUrl } = options;
  const address = `${mountPath(publicUrl)}/player`;

  return new Hono()
    .get("/player", (c) => {
      c.header("Cache-Control", "no-store");
      const facts = readFacts(options, players.of(issueListener(c, publicUrl)));
      const query = c.req.query("q")?.trim().slice(0, MAX_QUERY) ?? "";
      const refusal = c.req.query("refused") ?? "";
      const notice = Object.hasOwn(NOTICES, refusal) ? NOTICES[refusal]! : "";
      return c.html(playerView(options, { facts, query, notice }));
    })
    .post("/player/:action", requireOwnForm(options), async (c) => {
      c.header("Cache-Control", "no-store");
      const listener = readListener(c);
      if (!listener) {
        return c.html(messagePage(options, "Sayfa eskimiş. Müzik çaları yeniden açın."), 403);
      }
      const name = c.req.param("action");
      const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
      if (!action) return c.html(messagePage(options, "Böyle bir işlem yok."), 404);
      const form = new URLSearchParams(await readBody(c.req.raw));
      try {
        action(players.of(listener), form);
      } catch (error) {
        if (!(error instanceof SpotifyError)) throw error;
        return c.redirect(`${address}?refused=${error.status === 404 ? "device" : "refused"}`, 303);
      }
      return c.redirect(address, 303);
    })
    .get("/player.css", (c) => file(c, "text/css", PLAYER_STYLE))
    .get("/player.js", (c) => file(c, "text/javascript", PLAYER_SCRIPT));
}

function file(c: Context, type: string, text: string): Response {
  return c.body(text, 200, {
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": "no-cache",
  });
}
