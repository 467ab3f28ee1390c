// /player: a page on which a person uses the music account by hand.
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { readBody } from "../../../http/validate.ts";
import { findPlaylist } from "../catalogue/playlists.ts";
import { findSong } from "../catalogue/songs.ts";
import { issueListener, readListener } from "../consent.ts";
import type { DemoAccountOptions } from "../options.ts";
import { SpotifyError } from "../parameters.ts";
import { activeDevice } from "../player/device.ts";
import type { Player } from "../player/player.ts";
import { REPEATS } from "../player/running_order.ts";
import { readFacts, SONG_LENGTHS } from "./devices_view.ts";
import { PLAYER_SCRIPT } from "./player_script.ts";
import { PLAYER_STYLE } from "./player_style.ts";
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
