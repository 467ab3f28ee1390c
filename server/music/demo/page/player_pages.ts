// /player: a page on which a person uses the music account by hand.
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { readBody } from "../../../http/validate.ts";
import { findPlaylist, findSong } from "../catalogue.ts";
import { issueListener, readListener } from "../consent.ts";
import type { DemoAccountOptions } from "../players.ts";
import { SpotifyError } from "../parameters.ts";
import { activeDevice } from "../player/item.ts";
import type { Player } from "../player/player.ts";
import { REPEATS } from "../player/running_order.ts";
import { readFacts, SONG_LENGTHS } from "./devices_view.ts";
import { messagePage, mountPath, playerView, type Surroundings } from "./player_view.ts";

/** How long before its end a song goes on after the button for that, in ms. */
const BEFORE_END_MS = 15_000;

/** Values that the page does not have are ignored. Throws a SpotifyError as the player does. */
type Action = (player: Player, form: URLSearchParams) => void;

const ACTIONS: Record<string, Action> = {
  "pause": (player) => player.pause(somewhere(player)),
  "resume": (player) => player.resume(somewhere(player)),
  "next": (player) => player.next(somewhere(player)),
  "previous": (player) => player.previous(somewhere(player)),
  "end": (player) => {
    const { durationMs } = player.playing() ?? { durationMs: 0 };
    player.seek(Math.max(0, durationMs - BEFORE_END_MS), somewhere(player));
  },
  "song": (player, form) => {
    const song = findSong(form.get("uri")?.split(":").at(-1) ?? "");
    if (song) player.play([song], { deviceId: somewhere(player) });
  },
  "playlist": (player, form) => {
    const playlist = findPlaylist(form.get("id") ?? "");
    const options = { deviceId: somewhere(player), contextUri: playlist?.uri };
    if (playlist) player.play(playlist.songs, options);
  },
  "volume": (player, form) => {
    const percent = Number(form.get("percent") || NaN);
    if (percent >= 0 && percent <= 100) player.setVolume(Math.round(percent));
  },
  "shuffle": (player, form) => {
    player.playing(); // what has ended meanwhile went by the old setting
    player.order.shuffle = form.get("state") === "on";
  },
  "autoplay": (player, form) => {
    player.playing();
    player.order.autoplay = form.get("state") === "on";
  },
  "repeat": (player, form) => {
    player.playing();
    const repeat = REPEATS.find((each) => each === form.get("state"));
    if (repeat) player.order.repeat = repeat;
  },
  "length": (player, form) => {
    const seconds = SONG_LENGTHS.find((each) => `${each}` === form.get("seconds"));
    player.songLength = seconds === undefined ? undefined : { ms: seconds * 1000 };
  },
  "move": (player, form) => player.transfer(form.get("device") ?? ""),
  "switch-on": (player, form) => player.switchOn(form.get("device") ?? ""),
  "switch-off": (player, form) => player.switchOff(form.get("device") ?? ""),
};

function somewhere({ devices }: Player): string | undefined {
  if (activeDevice(devices)) return undefined;
  return devices.find(({ id, isOn, isRestricted }) => isOn && !isRestricted && id !== null)?.id ??
    undefined;
}

/**
 * Answers 403 unless the form comes from our own page: browsers say so by `Sec-Fetch-Site`, at addresses that they
 * trust, and by `Origin`. A client that sends neither is no browser.
 */
function requireOwnForm(surroundings: Surroundings) {
  const ownOrigin = new URL(surroundings.publicUrl).origin;
  return createMiddleware(async (c, next) => {
    const site = c.req.header("sec-fetch-site") ?? "same-origin";
    const origin = c.req.header("origin") ?? ownOrigin;
    const isOurs = origin === ownOrigin ||
      (URL.canParse(origin) && new URL(origin).host === c.req.header("host"));
    if (site !== "same-origin" || !isOurs) {
      return c.html(
        messagePage(surroundings, "Bu form başka bir siteden gönderildi."),
        403,
      );
    }
    await next();
  });
}

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

// The page's script: it moves the bar, shows what changes, and sends forms without leaving the page. Without it the page
// works by plain forms.

const PLAYER_SCRIPT = `
const ASK_EVERY_MS = 2000;
const MOVE_EVERY_MS = 250;

/** The parts of the page as the server wrote them, by their ids. */
const written = new Map(parts(document).map((part) => [part.id, part.innerHTML]));
let writtenAt = performance.now();
let writtenMs = bar()?.value ?? 0;
/** How often the page was asked for. An answer that a later one has overtaken is dropped. */
let asked = 0;

function parts(from) {
  return [...from.querySelectorAll("[data-live]")];
}

function bar() {
  return document.querySelector("progress");
}

function moveBar() {
  const progress = bar();
  if (progress?.dataset.moves !== "yes") return;
  const ms = Math.min(progress.max, writtenMs + performance.now() - writtenAt);
  progress.value = ms;
  const seconds = Math.floor(ms / 1000);
  document.querySelector("[data-elapsed]").textContent =
    Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
}

/** Replaces the parts that have changed, and keeps the focus. */
function show(page) {
  const focused = document.activeElement;
  for (const part of parts(document)) {
    const fresh = page.getElementById(part.id)?.innerHTML;
    if (fresh === undefined || fresh === written.get(part.id)) continue;
    written.set(part.id, fresh);
    part.innerHTML = fresh;
  }
  writtenAt = performance.now();
  writtenMs = Number(page.querySelector("progress")?.getAttribute("value") ?? 0);
  moveBar();
  if (focused?.isConnected || !focused?.id) return;
  const successor = document.getElementById(focused.id);
  if (successor && !successor.disabled) successor.focus();
  else document.querySelector("h1").focus();
}

async function ask(address, init) {
  const turn = ++asked;
  const response = await fetch(address, init);
  if (!response.ok) throw new Error("The page answers " + response.status);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (turn === asked) show(page);
  return page;
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (form.method !== "post") return;
  event.preventDefault();
  const address = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action;
  const body = new URLSearchParams(new FormData(form, submitter));
  try {
    const page = await ask(address, { method: "POST", body });
    document.getElementById("notice").innerHTML = page.getElementById("notice").innerHTML;
  } catch {
    location.assign(location.pathname);
  }
});

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-sends-itself]")) target.form.querySelector("output").value = target.value;
});

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-sends-itself]")) target.form.requestSubmit();
});

setInterval(moveBar, MOVE_EVERY_MS);
setInterval(() => {
  if (!document.hidden) ask(location.pathname).catch(() => {});
}, ASK_EVERY_MS);
`;

// What the player's page adds to the product's style sheet: the display is that of 'Oynatıcı' (client/panel/speaker/speaker.css).

const PLAYER_STYLE = `
.demo { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-5); min-height: 0; overflow-wrap: anywhere; }
.demo > * { width: 100%; max-width: 1120px; margin-inline: auto; }
.demo > .page-top { min-height: 72px; margin-bottom: calc(-1 * var(--space-4)); }
.demo-heading > .lead { max-width: 44rem; margin-top: var(--space-1); }
.demo main { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-5); }
.demo .message { justify-items: start; gap: var(--space-4); }
.hint, .demo footer { color: var(--ink-soft); font-size: var(--size-small); }
.demo footer { text-align: center; }
#notice { position: sticky; top: var(--space-3); z-index: 1; }
#notice:empty { position: absolute; }
.columns, .column { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-5); align-content: start; }

.board.deck {
  container: deck / inline-size; display: grid; grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5); padding: clamp(1rem, 3vw, 2rem); box-shadow: none;
}
.now { display: grid; grid-template-columns: minmax(0, 1fr); align-items: center; gap: var(--space-4) var(--space-6); }
.now > .cover { width: min(40cqi, 9rem); height: auto; aspect-ratio: 1; border-radius: var(--radius); }
svg.cover { padding: 8%; }
.vinyl { fill: var(--board-ink); }
.groove { fill: none; stroke: var(--board); stroke-width: 1.5; }
.label { fill: var(--accent); }
.hole { fill: var(--board); }
.state { color: var(--board-tip); font-weight: 600; }
.demo .song {
  margin-top: var(--space-2); font: 600 clamp(1.75rem, 6cqi, 4rem)/1.12 var(--face-display);
  text-wrap: balance;
}
.by { margin-top: var(--space-1); font-size: clamp(1.25rem, 3.4cqi, 2.25rem); line-height: 1.25; }
.from { margin-top: var(--space-3); color: var(--board-ink-soft); font-size: clamp(1.0625rem, 2.6cqi, 1.75rem); line-height: 1.3; }
#bar { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: var(--space-3); }
#bar:empty { display: none; }
.deck progress {
  display: block; width: 100%; height: 8px; border: 0; border-radius: 4px; overflow: hidden;
  appearance: none; background: var(--board-line);
}
.deck progress::-webkit-progress-bar { background: var(--board-line); }
.deck progress::-webkit-progress-value { background: var(--accent); }
.deck progress::-moz-progress-bar { background: var(--accent); }
.times { color: var(--board-ink-soft); font-size: clamp(1.0625rem, 2.2cqi, 1.5rem); font-variant-numeric: tabular-nums; }
#controls { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-3) var(--space-5); }
.transport { display: flex; flex-wrap: wrap; gap: var(--space-2); }
.demo .icon { width: 20px; height: 20px; fill: currentColor; stroke: none; }
.deck .button:not(.button-primary, [aria-pressed="true"]) { border-color: var(--board-ink-soft); background: transparent; color: var(--board-ink); }
.deck .button:not(.button-primary, [aria-pressed="true"], :disabled):hover { background: var(--board-lifted); }
.deck .button:disabled { border-color: var(--board-line); background: transparent; color: var(--board-ink-soft); }
.demo .button[aria-pressed="true"] { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.volume { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-1) var(--space-3); color: var(--board-ink-soft); }
.volume input { flex: 1 1 8rem; min-width: 0; height: var(--touch); margin: 0; accent-color: var(--accent); }
.volume output { min-width: 3ch; text-align: right; font-variant-numeric: tabular-nums; }
.modes {
  display: flex; flex: 1 0 100%; flex-wrap: wrap; align-items: center; gap: var(--space-3) var(--space-5);
  padding-top: var(--space-4); border-top: 1px solid var(--board-line);
}
.switch {
  display: inline-flex; align-items: center; gap: var(--space-2); min-height: var(--touch); padding: 0; border: 0;
  background: transparent; color: var(--board-ink); font-weight: 600; cursor: pointer;
}
.switch-track { display: flex; flex: none; width: 40px; height: 26px; padding: 3px; border: 2px solid var(--board-ink-soft); border-radius: 999px; }
.switch-track::before { content: ""; width: 16px; height: 16px; border-radius: 50%; background: var(--board-ink-soft); transition: translate var(--quick) var(--ease); }
.switch[aria-pressed="true"] > .switch-track { border-color: var(--board-ok); background: var(--board-ok); }
.switch[aria-pressed="true"] > .switch-track::before { background: var(--board); translate: 14px; }
.deck a { color: var(--board-tip); }
.choice { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); }

.rows:empty { display: none; }
.row {
  display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3);
  padding: var(--space-3) 0; border-top: 1px solid var(--line);
}
.row:last-child { padding-bottom: 0; }
.names { display: grid; flex: 1 1 6rem; min-width: 0; line-height: 1.35; }
.names > span { color: var(--ink-soft); font-size: var(--size-small); }
.acts { display: flex; flex-wrap: wrap; gap: var(--space-2); }
.demo summary { width: fit-content; min-height: var(--touch); align-content: center; color: var(--tip); cursor: pointer; }
.demo dl { display: grid; gap: 2px; font-size: var(--size-small); }
.demo dt { font-weight: 600; }
.demo dd { margin-bottom: var(--space-2); user-select: all; }
.search { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--space-1) var(--space-3); }
.search label { grid-column: 1 / -1; font-weight: 600; }
@container deck (min-width: 40rem) {
  .now { grid-template-columns: auto minmax(0, 1fr); }
  .now > .cover { width: min(30cqi, 18rem, 32vh); }
}
@media (scripting: enabled) { .without-script { display: none; } }
@media (min-width: 760px) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
}
@media (forced-colors: active) {
  .deck { border: 1px solid; }
  .deck progress { border: 1px solid; height: 10px; }
  .deck progress::-webkit-progress-value { background: Highlight; forced-color-adjust: none; }
  .deck progress::-moz-progress-bar { background: Highlight; forced-color-adjust: none; }
  .demo .button[aria-pressed="true"], .switch[aria-pressed="true"] > .switch-track { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
`;
