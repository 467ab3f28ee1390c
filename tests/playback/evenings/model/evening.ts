// A simulated evening of a cafe: its guests and people, its music account, its own player, its network and its clock. A
// test says what happens; the rules say whether it was right (rules.ts).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { lengthOf } from "../../../../server/music/demo/player/item.ts";
import { shareLink } from "../../../../server/music/demo/catalogue.ts";
import { anyAddress, draft } from "../../../support/people/requests.ts";
import { fileLengthMs, FILES, GUEST_SONGS, leaveGuestsSongsOut, PLAYLIST } from "./cafe_songs.ts";
import { openEar } from "./ear.ts";
import { DownError, openHouse, prepared } from "./house.ts";
import { openService } from "./music_service.ts";
import { holdPages, openPage, type SpeakerPage } from "./speaker_page.ts";
import {
  type Evening,
  type GuestSong,
  type Press,
  PRESSES,
  type Rules,
  type Sight,
  type Source,
} from "./port.ts";
import { createRules } from "./rules.ts";
import { createSettling, simulateTime } from "./simulated_time.ts";
import { sql } from "../../../support/db/sql.ts";

export interface EveningOptions {
  /** By which factor songs of the account are shorter than in the catalogue: 0.3 makes them 50 to 110 s long. */
  factor?: number;
  /** Decides where playlists open. */
  random?: () => number;
}

/** An open panel reads what plays so often (docs/playback.md). */
const PANEL_READS_MS = 15_000;

/** No call takes longer (docs/playback.md#timeouts). */
const PATIENCE_S = 12;

/** A cafe with the music account as its source, and with 'Otomatik çal' off. No one has asked for anything. */
export async function openEvening(
  { factor = 0.35, random = () => 0.5 }: EveningOptions = {},
): Promise<Evening> {
  const cafe = await prepared();
  const { ownerId, cafeId, token } = cafe;
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-evening-" });
  await Deno.writeFile(join(dataDir, "cafe.db"), cafe.file);
  const heldPages = holdPages();
  const time = simulateTime();
  const settling = createSettling();
  const service = openService({ time, settling, factor });
  const house = await openHouse({ time, settling, service, random, dataDir, ownerId });
  const pages: SpeakerPage[] = [];
  let isPanelOpen = false;
  let isSwitchUnsure = false;
  const isWatched = () => isPanelOpen || evening.known.auto;
  const ear = openEar({ time, service, house, pages, isWatched });
  const settled = () => settling.settled(house.idle);
  const settledAfter = async (isLight: boolean) => {
    if (!isLight || settling.isMoved()) await settled();
  };

  const evening: Evening = {
    ...{ time, service, house, ear, pages, ownerId, settled, isWatched },
    rules: undefined as unknown as Rules,
    songs: [],
    deeds: [],
    known: { source: "spotify", auto: false, fallback: false },
    async pass(seconds) {
      await settled();
      await time.run(seconds * 1000, listen, settledAfter);
      await evening.rules.probe();
    },
    call: async (method, path, body) => (await answersTo([send(method, path, body)]))[0],
    async say(method, path, body) {
      const answer = await evening.call(method, path, body);
      await answer?.body?.cancel();
      return answer?.status ?? 0;
    },
    async ask(tipTl = 10, source = evening.known.source) {
      const song = nextSong(source, tipTl);
      const body = draft(ownerId, {
        ...{ songTitle: song.title, artist: "Sanatçı", albumArt: "", uri: song.uri },
        tipAmount: tipTl,
      });
      const answer = await house.call("POST", "/api/requests", { body, address: anyAddress() });
      assert.equal(answer.status, 201, await answer.clone().text());
      song.id = (await answer.json())._id;
      evening.songs.push(song);
      await settled();
      return song;
    },
    async decide(song, status) {
      const answer = await evening.say("PUT", `/api/requests/${song.id}`, { status });
      if (answer === 200) song.status = status;
      if (answer === 200 && status === "approved") song.approvedAt ??= time.now();
      return answer;
    },
    async request(tipTl) {
      const song = await evening.ask(tipTl);
      await evening.decide(song, "approved");
      return song;
    },
    async source(source) {
      const status = await evening.say("PUT", "/api/music", { source });
      if (status !== 200) return status;
      if (source !== evening.known.source) evening.note("source");
      evening.known.source = source;
      evening.known.fallback = false;
      const settings = await (await evening.call("GET", "/api/music"))!.json();
      evening.known.fallback = settings.fallback.kind !== "none";
      const seen = await evening.call("GET", "/api/playback");
      if (seen?.ok) evening.known.auto = (await seen.json()).auto;
      return status;
    },
    async auto(on) {
      const status = await evening.say("PUT", "/api/playback/auto", { on });
      if (status === 200 && on !== evening.known.auto) evening.note(on ? "auto on" : "auto off");
      if (status === 200) evening.known.auto = on;
      isSwitchUnsure = status === 0;
      return status;
    },
    async fallback(isOn) {
      const { source } = evening.known;
      const fallback = !isOn
        ? { kind: "none" }
        : source === "spotify"
        ? { kind: "playlist", url: shareLink(PLAYLIST) }
        : { kind: "library" };
      const status = await evening.say("PUT", "/api/music", { fallback });
      if (status === 200) evening.known.fallback = isOn;
      evening.note("fallback");
      return status;
    },
    async chooseDevice(deviceId) {
      const status = await evening.say("PUT", "/api/spotify/device", { deviceId });
      if (status === 200) evening.known.device = deviceId;
      evening.note("chose device");
      return status;
    },
    async sight() {
      const answer = await evening.call("GET", "/api/playback");
      if (!answer?.ok) return undefined;
      const sight: Sight = await answer.json();
      // A press without an answer may have been carried out.
      if (isSwitchUnsure) evening.known.auto = sight!.auto;
      isSwitchUnsure = false;
      return sight;
    },
    async press(what, sight, people = 1) {
      const pressedAt = time.now();
      const playId = nameOf(what, sight);
      const judge = await evening.rules.pressing(what, sight);
      const body = playId === undefined ? undefined : { playId };
      const sent = Array.from({ length: people }, () => send("POST", PRESSES[what], body));
      const answers = await readAnswers(sent);
      evening.note(answers.some(isDone) ? what : `refused ${what}`, pressedAt);
      await judge(answers);
      return answers.map(({ status }) => status);
    },
    async pressBoth(one, other, sight) {
      const pressedAt = time.now();
      const sent = [one, other].map((what) => {
        const playId = nameOf(what, sight);
        return send("POST", PRESSES[what], playId === undefined ? undefined : { playId });
      });
      const answers = await readAnswers(sent);
      // Which of the two came last, only the server knows. A pause is a reason for silence in either case.
      for (const what of Object.keys(PRESSES)) {
        const its = answers.filter((_, i) => [one, other][i] === what);
        if (its.length === 0) continue;
        evening.note(its.some(isDone) ? what : `refused ${what}`, pressedAt);
      }
      return answers.map(({ status }) => status);
    },
    async pause() {
      const status = await evening.say("POST", "/api/playback/pause");
      evening.note(status === 200 ? "pause" : "refused pause");
      return status;
    },
    async resume() {
      const status = await evening.say("POST", "/api/playback/resume");
      evening.note(status === 200 ? "resume" : "refused resume");
      return status;
    },
    async inApp(what, act) {
      try {
        act(service.player);
        evening.note(`app ${what}`);
        return true;
      } catch {
        return false; // the app says that it cannot do that now
      } finally {
        await settled();
      }
    },
    openPanel() {
      isPanelOpen = true;
      readInPanel();
    },
    openPage({ isAllowed = true, memory } = {}) {
      const onLoop = () => evening.rules.fault("the page calls the server without an end");
      const page = openPage({ house, time, settling, token, memory, isAllowed, onLoop });
      pages.push(page);
      evening.note("page opened");
      return page;
    },
    async startPage() {
      const page = evening.openPage();
      page.press(true);
      await settled();
      return page;
    },
    async closePage(isTold = true) {
      evening.page()?.close(isTold);
      evening.note(isTold ? "page closed" : "page crashed");
      await settled();
    },
    async reloadPage(isAllowed) {
      const { memory } = evening.page() ?? {};
      if (!memory) return;
      await evening.closePage();
      const page = evening.openPage({ isAllowed, memory });
      page.goOn();
      await settled();
      return page;
    },
    pageAway(s) {
      evening.page()?.away(s);
      evening.note("page away");
      time.after(s * 1000, () => evening.note("page back"));
    },
    page: () => pages.findLast((page) => page.isOpen()),
    kill(forS) {
      if (!house.app()) return;
      house.kill();
      evening.note("kill");
      if (forS === undefined) return;
      time.after(forS * 1000, () => {
        evening.note("restart");
        void settling.track(house.start());
      });
    },
    async restart() {
      if (house.app()) return;
      evening.note("restart");
      await house.start();
      await settled();
    },
    now: async () => (await readJson(`/api/cafes/${cafeId}/now`)).playing,
    queue: () => readJson(`/api/requests/queue/${ownerId}`),
    async open() {
      const answer = await house.call("GET", "/api/requests", { token });
      assert.equal(answer.status, 200);
      return await answer.json();
    },
    heardS: (song) => evening.rules.heardMs(song).then((ms) => ms / 1000),
    async tipOf({ id }) {
      const rows = await house.app()!.deps.db.all<{ kind: string; kurus: number }>(
        sql`select kind, amount_kurus as kurus from ledger where request_id = ${id}`,
      );
      const of = (kind: string) => rows.find((row) => row.kind === kind)?.kurus ?? null;
      return { earned: of("tip"), reversed: of("reversal") };
    },
    note: (what, from = time.now()) => void evening.deeds.push({ from, at: time.now(), what }),
    async [Symbol.asyncDispose]() {
      try {
        for (const page of pages) page.close(false);
        service.heal();
        // What waits for time gets it: nothing may be under way when the process stops.
        if (settling.isHeld()) await time.run(10_000, () => {}, settledAfter);
        await house.close();
      } finally {
        heldPages[Symbol.dispose]();
        await Deno.remove(dataDir, { recursive: true });
      }
    },
  };
  evening.rules = createRules(evening);
  service.onKill = (forS) => evening.kill(forS);
  service.onOrder = (sentAt) => evening.rules.ordered(sentAt);
  leaveGuestsSongsOut(service.player);
  return evening;

  /** Undefined if the process goes down before it answers. */
  async function send(method: string, path: string, body?: unknown) {
    try {
      return await house.call(method, path, { token, body });
    } catch (error) {
      if (error instanceof DownError) return;
      throw error;
    }
  }

  async function readAnswers(sent: ReturnType<typeof send>[]): Promise<Answer[]> {
    return await Promise.all(
      (await answersTo(sent)).map(async (answer) => ({
        status: answer?.status ?? 0,
        msg: answer ? (await answer.json()).msg : "",
      })),
    );
  }

  /** People wait for their answers, which may take time. */
  async function answersTo(sent: Promise<Response | undefined>[]) {
    let isAnswered = false;
    const all = Promise.all(sent).finally(() => isAnswered = true);
    all.catch(() => {});
    await settled();
    for (let s = 0; !isAnswered && s < PATIENCE_S; s += 0.25) await evening.pass(0.25);
    return isAnswered ? await all : sent.map(() => undefined);
  }

  /** A panel that saw silence says so with play next. */
  function nameOf(what: Press, sight: Sight): string | null | undefined {
    if (!/skip|next/.test(what)) return;
    return sight?.playing?.playId ?? (sight && what === "play next" ? null : undefined);
  }

  function readInPanel(): void {
    if (house.app()) {
      const reading = send("GET", "/api/playback").then((answer) => answer?.body?.cancel());
      settling.track(reading).catch(() => {});
    }
    time.after(PANEL_READS_MS, readInPanel);
  }

  function listen(): void | Promise<void> {
    for (const page of pages) page.listen();
    ear.listen();
    return evening.rules.listen();
  }

  function nextSong(source: Source, tipTl: number): GuestSong {
    const n = evening.songs.filter((song) => song.source === source).length;
    const more = {
      id: "",
      tipKurus: tipTl * 100,
      source,
      status: "pending",
      isByHand: false,
    } as const;
    if (source === "manual") {
      return { ...more, uri: "manual:", title: `Plak ${n + 1}`, lengthMs: 200_000 };
    }
    if (source === "library") {
      const id = n % FILES + 1;
      return { ...more, uri: `library:${id}`, title: `Şarkı ${id}`, lengthMs: fileLengthMs(id) };
    }
    const song = GUEST_SONGS[n % GUEST_SONGS.length]!;
    return { ...more, uri: song.uri, title: song.title, lengthMs: lengthOf(song, { factor }) };
  }

  // deno-lint-ignore no-explicit-any
  async function readJson(path: string): Promise<any> {
    const answer = await house.call("GET", path);
    assert.equal(answer.status, 200, path);
    return await answer.json();
  }
}

/** Holds the end of the evening against the rules, and everything before it. */
export async function assertRight(evening: Evening): Promise<void> {
  await evening.rules.reckon();
  assert.deepEqual(evening.rules.faults, []);
}

/** The longest time for which nothing was heard, between two songs. */
export function longestSilenceS({ ear, time }: Evening): number {
  const hearings = ear.hearings.toSorted((a, b) => a.from - b.from);
  let longest = 0;
  let heardUntil = hearings[0]?.from ?? time.now();
  for (const { from, until } of hearings) {
    longest = Math.max(longest, from - heardUntil);
    heardUntil = Math.max(heardUntil, until);
  }
  return longest / 1000;
}

interface Answer {
  /** 0 if no answer came. */
  status: number;
  msg: string;
}

/** A song that was found paused is only told of: the person has to press 'Devam'. */
function isDone({ status, msg }: Answer): boolean {
  return status === 200 && !msg.includes("duraklatılmış");
}
