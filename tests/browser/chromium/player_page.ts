// The player's page in a browser: a server that answers its calls with tones, and what its audio elements did.
import { Buffer } from "node:buffer";
import type { BrowserContext, Page, Route } from "playwright-core";
import type { SpeakerReport } from "../../../server/contract/speaker.ts";
import { sentenceOf } from "../../../server/playback/conductor/state_sentence.ts";
import { type EndlessServer, endlessServer } from "../../support/people/player_orders.ts";
import { ownPlayingSong, playback } from "../../support/people/playback.ts";
import { wave } from "../../../client/panel/speaker/decks.ts";

export interface PlayerServer extends EndlessServer {
  /** What was reported, in order, as 'started 1'. Progress is left out. */
  heard: string[];
  /** How often the lease was given back. */
  left: number;
  /** The ids of the songs that were fetched. */
  fetched: string[];
  /** Whether three failures in a row end the music until it is resumed. */
  stopsAfterThree: boolean;
  /** While set, no call is answered. */
  isDown: boolean;
  /** What is served as audio, if it is not a tone. */
  file?: Uint8Array<ArrayBuffer>;
}

const MUSIC = {
  source: "library",
  sources: [{ id: "library", label: "Kendi müzik dosyalarım", ready: true, reason: null }],
  fallback: { kind: "none" },
  picks: [],
};

/** Answers the calls of every page in `context` as a server with endless songs of `seconds` does. */
export async function servePlayer(context: BrowserContext, seconds: number): Promise<PlayerServer> {
  const audio = tone(seconds);
  let holder: { tab: string; lease: string } | undefined;
  let leases = 0;
  let hasStopped = false;
  const server: PlayerServer = {
    ...endlessServer({ durationMs: seconds * 1000 }),
    heard: [],
    left: 0,
    fetched: [],
    stopsAfterThree: false,
    isDown: false,
  };
  const answer = (path: string, respond: (route: Route) => Parameters<Route["fulfill"]>[0]) =>
    context.route(
      path,
      (route) =>
        server.isDown ? route.abort("internetdisconnected") : route.fulfill(respond(route)),
    );
  const orders = (lease: string | null) =>
    lease === holder?.lease
      ? { json: ordersNow() }
      : { status: 409, json: { msg: "Eski.", code: "player_lease_old" } };

  await answer("**/api/music", () => ({ json: MUSIC }));
  await answer("**/api/playback", () => {
    const state = server.orders().paused ? "paused" : "request";
    const sentence = sentenceOf({ state, until: null, sentence: null });
    return { json: playback({ state, sentence, playing: now() }) };
  });
  await answer("**/api/player/claim", (route) => {
    const { tab, take } = route.request().postDataJSON();
    if (holder && holder.tab !== tab && !take) {
      return {
        status: 409,
        json: { msg: "Oynatıcı başka bir cihazda açık.", code: "player_taken" },
      };
    }
    holder = { tab, lease: `lease ${leases += 1}` };
    return { json: { lease: holder.lease, epoch: leases, until: new Date().toISOString() } };
  });
  await answer(
    "**/api/player/current?*",
    (route) => orders(new URL(route.request().url()).searchParams.get("lease")),
  );
  await answer("**/api/player/report", (route) => {
    const report: SpeakerReport = route.request().postDataJSON();
    if (report.lease === holder?.lease) {
      server.hear(report);
      if (report.event !== "progress") server.heard.push(`${report.event} ${report.playId}`);
      const isThird = server.heard.slice(-3).filter((each) =>
        each.startsWith("failed")
      ).length === 3;
      hasStopped ||= server.stopsAfterThree && isThird;
    }
    return orders(report.lease);
  });
  await answer("**/api/player/leave", (route) => {
    if (route.request().postDataJSON().lease === holder?.lease) {
      holder = undefined;
      server.left += 1;
    }
    return { status: 204 };
  });
  await answer("**/api/library/audio/*", (route) => {
    server.fetched.push(route.request().url().match(/(\d+)\.mp3$/)![1]!);
    return { contentType: "audio/wav", body: Buffer.from(server.file ?? audio) };
  });
  for (const [command, isPaused] of [["pause", true], ["resume", false]] as const) {
    await answer(`**/api/playback/${command}`, () => {
      server.pause(isPaused);
      hasStopped = false;
      return { json: { msg: "Tamam." } };
    });
  }
  return server;

  function ordersNow() {
    const orders = server.orders();
    return hasStopped ? { ...orders, play: null, next: null } : orders;
  }

  function now() {
    const { play, paused } = server.orders();
    return play &&
      ownPlayingSong({
        playId: play.id,
        title: play.title,
        artist: play.artist,
        isPlaying: !paused,
      });
  }
}

export interface AudioEvent {
  type: string;
  atMs: number;
}

const WATCHED = ["playing", "ended", "pause"];

/** Has to be called before the page is opened: from then on `audioEvents` knows what its audio elements do. */
export async function watchAudio(page: Page): Promise<void> {
  await page.addInitScript((watched) => {
    const events: AudioEvent[] = [];
    const elements: HTMLAudioElement[] = [];
    Object.assign(globalThis, { audioEvents: events, audioElements: elements });
    const create = document.createElement.bind(document);
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      const element = create(name, options);
      if (!(element instanceof HTMLAudioElement)) return element;
      elements.push(element);
      for (const type of watched) {
        element.addEventListener(type, () => events.push({ type, atMs: performance.now() }));
      }
      return element;
    }) as typeof document.createElement;
  }, WATCHED);
}

export async function audioEvents(page: Page): Promise<AudioEvent[]> {
  return await page.evaluate(() =>
    (globalThis as unknown as { audioEvents: AudioEvent[] }).audioEvents
  );
}

/** How many of the page's audio elements sound. */
export async function sounding(page: Page): Promise<number> {
  return await page.evaluate(() =>
    (globalThis as unknown as { audioElements: HTMLAudioElement[] }).audioElements
      .filter((element) => !element.paused && !element.ended).length
  );
}

/** Where the song is that sounds, in seconds from its start; undefined if none does. */
export async function soundsAt(page: Page): Promise<number | undefined> {
  return await page.evaluate(() =>
    (globalThis as unknown as { audioElements: HTMLAudioElement[] }).audioElements
      .find((element) => !element.paused && !element.ended)?.currentTime
  );
}

/** Moves what sounds to `seconds` before its end. */
export async function seekBeforeEnd(page: Page, seconds: number): Promise<void> {
  await page.evaluate((seconds) => {
    const element = (globalThis as unknown as { audioElements: HTMLAudioElement[] }).audioElements
      .find((element) => !element.paused && !element.ended)!;
    element.currentTime = element.duration - seconds;
  }, seconds);
}

/** How many samples `wave` plays in a second. */
const TONE_RATE = 8_000;

/** `seconds` of a soft tone of 440 Hz, in one channel of 8 bits. */
export function tone(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = new Uint8Array(Math.round(seconds * TONE_RATE));
  return wave(samples.map((_, i) => 128 + 20 * Math.sin(2 * Math.PI * 440 * i / TONE_RATE)));
}
