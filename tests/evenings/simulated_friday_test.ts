// A Friday of four hours with 120 requests, three faults, a silence and a skip, in simulated time: each figure of its record is
// that of a book which guests and the owner keep, and of what was heard (docs/evenings.md).
import { strict as assert } from "node:assert";
import { cafeDay, dateOfCafeDay, startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { PLAYLISTS, SONGS } from "../../server/music/demo/catalogue.ts";
import { automaticEvening, type MusicEvening } from "../support/music/music_evening.ts";
import { eveningOf } from "../support/people/evenings.ts";
import { logInAgain } from "../support/people/logins.ts";
import { anyAddress, decide, draft, newGuest } from "../support/people/requests.ts";
import { type Seeded, seeded } from "../support/random.ts";

const FRIDAY_MS = Date.parse("2026-11-20T20:00+03:00");
const MINUTE_S = 60;
const HOUR_S = 3600;
const HALF_HOUR_MS = 30 * 60_000;
const TIPS = [0, 0, 5, 10, 10, 20, 35, 50, 100];
const GUESTS = 40;
const REQUESTS = 120;

/** What guests and the owner wrote down. Times are epoch ms, tips TL. */
interface Book {
  asked: { id: string; title: string; uri: string; tip: number; guest: number; at: number }[];
  /** The decision on each request. */
  decided: Map<string, { status: string; at: number }>;
  skipped: string[];
}

interface Deed {
  atS: number;
  act(): Promise<unknown> | void;
}

Deno.test("the record of a simulated Friday is that of its book, figure by figure", async () => {
  const random = seeded(20);
  await using evening = await automaticEvening([], {
    withPlaylist: true,
    songLength: { factor: 0.4 },
    startMs: FRIDAY_MS,
  });
  const book: Book = { asked: [], decided: new Map(), skipped: [] };
  const deeds = [...guestsAndOwner(evening, random, book), ...whatHappens(evening)]
    .sort((a, b) => a.atS - b.atS);
  let soundS = 0;
  const silences: { from: number; to: number }[] = [];
  for (let s = 0, silentS = 0; s < 4 * HOUR_S; s++) {
    while (deeds[0] && deeds[0].atS <= s) await deeds.shift()!.act();
    await evening.run(1);
    if (s > 2.5 * HOUR_S && book.skipped.length === 0) await skipAtOnce(evening, book);
    const isHeard = evening.player.isHeard();
    if (isHeard) soundS++;
    const now = evening.clock.now();
    if (isHeard && silentS > 30) silences.push({ from: now - silentS * 1000, to: now });
    silentS = isHeard ? 0 : silentS + 1;
  }
  await assertRecorded(evening, book, { soundS, silences });
});

/** Guests ask for songs, each for another one, in the first hours; the owner approves most. */
function guestsAndOwner({ app, owner }: MusicEvening, random: Seeded, book: Book): Deed[] {
  const songs = SONGS.filter((song) => !PLAYLISTS[0]!.songs.includes(song));
  const cookies: string[] = [];
  return Array.from({ length: Math.min(REQUESTS, songs.length) }, () => {
    const [song] = songs.splice(random.upTo(songs.length), 1);
    const { title, artists, uri } = song!;
    const guest = random.upTo(GUESTS);
    const tip = random.pick(TIPS);
    const askedS = random.upTo(3.2 * HOUR_S);
    const status = random.upTo(5) === 0 ? "rejected" : "approved";
    let made: SongRequest;
    return [{
      atS: askedS,
      async act() {
        const headers = { cookie: cookies[guest] ??= await newGuest(app) };
        const words = { songTitle: title, artist: artists.join(", "), albumArt: "", uri };
        const body = draft(owner.ownerId, { ...words, tipAmount: tip });
        const answer = await app.call("POST", "/api/requests", {
          body,
          headers,
          address: anyAddress(),
        });
        assert.equal(answer.status, 201);
        made = await answer.json();
        book.asked.push({ id: made._id, title, uri, tip, guest, at: app.clock.now() });
      },
    }, {
      atS: askedS + 5 + random.upTo(5 * MINUTE_S),
      async act() {
        assert.equal((await decide(app, owner.token, made._id, status)).status, 200);
        book.decided.set(made._id, { status, at: app.clock.now() });
      },
    }];
  }).flat();
}

/** Three faults of the account, and a service that is away while songs wait. */
function whatHappens({ account }: MusicEvening): Deed[] {
  const during = (atS: number, seconds: number, begin: Deed["act"], end: Deed["act"]) => [
    { atS, act: begin },
    { atS: atS + seconds, act: end },
  ];
  return [
    ...during(
      0.5 * HOUR_S,
      120,
      () => void account.fail("stuck playing at the end"),
      () => account.heal(),
    ),
    ...during(
      1 * HOUR_S,
      120,
      () => void account.fail("null progress", { times: Infinity }),
      () => account.heal(),
    ),
    ...during(
      1.5 * HOUR_S,
      120,
      () => void account.fail("relinked", { times: Infinity }),
      () => account.heal(),
    ),
    ...during(
      2 * HOUR_S,
      6 * MINUTE_S,
      () => void account.fail("503", { times: Infinity, path: /me\/player/ }),
      () => account.heal(),
    ),
  ];
}

/** The owner skips a guest's song that has begun a moment ago. */
async function skipAtOnce(evening: MusicEvening, book: Book): Promise<void> {
  const playing = await findPlaying(evening);
  if (!playing || playing.positionMs < 5_000 || playing.positionMs > 20_000) return;
  book.skipped.push(playing.requestId);
  await evening.say("POST", "/api/playback/skip");
}

/** The guest's song that plays. */
async function findPlaying({ app, owner }: MusicEvening) {
  const { playing } = await (await app.call("GET", `/api/cafes/${owner.cafeId}/now`)).json();
  return playing?.requestId && playing.isPlaying
    ? playing as { requestId: string; positionMs: number }
    : undefined;
}

async function assertRecorded(
  { app, account, owner, clock }: MusicEvening,
  book: Book,
  { soundS, silences }: { soundS: number; silences: { from: number; to: number }[] },
): Promise<void> {
  const day = cafeDay(clock.now());
  const evening = await eveningOf(
    app,
    { token: await logInAgain(app, owner.ownerId) },
    dateOfCafeDay(day),
  );
  const started = new Map(
    account.timeline.flatMap((one) => "started" in one ? [[one.started, one.at] as const] : [])
      .toReversed(),
  );
  const begun = book.asked.filter(({ uri }) => started.has(uri));
  const played = begun.filter(({ id }) => !book.skipped.includes(id));
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const tipsOf = (songs: Book["asked"]) => sum(songs.map(({ tip }) => tip));
  const approved = [...book.decided.values()].filter(({ status }) => status === "approved");
  assert.ok(played.length > 60 && approved.length >= played.length, `${played.length} played`);

  assert.equal(evening.requests, book.asked.length);
  assert.equal(evening.played, played.length);
  assert.equal(evening.tips, tipsOf(played));
  const reversed = tipsOf(begun.filter(({ id }) => book.skipped.includes(id)));
  assert.deepEqual(evening.money, {
    ...{ expected: 0, received: 0, difference: 0, open: 0, earned: tipsOf(played), reversed },
  });
  assert.match(
    evening.sentence,
    new RegExp(`^Cuma akşamı ${book.asked.length} istek geldi, ${played.length}'\\S+ çaldı: `),
  );

  const best = played.map(({ tip }) => tip).sort((a, b) => b - a).slice(0, 10);
  assert.deepEqual(evening.songs.map(({ tips }) => tips), best);
  assert.ok(evening.songs.every(({ requests, isNew }) => requests === 1 && isNew));

  const inHalfHours = (of: { at: number }[]) => {
    const found = Map.groupBy(
      of,
      ({ at }) => Math.floor((at - startOfCafeDay(day)) / HALF_HOUR_MS),
    );
    return evening.halfHours.map((_, i) => found.get(i) ?? []);
  };
  assert.deepEqual(
    evening.halfHours.map(({ requests }) => requests),
    inHalfHours(book.asked).map(({ length }) => length),
  );
  const earned = inHalfHours(played.map((song) => ({ ...song, at: started.get(song.uri)! })));
  assert.deepEqual(
    evening.halfHours.map(({ tips }) => tips),
    earned.map((songs) => tipsOf(songs as Book["asked"])),
  );
  const recordedS = sum(evening.halfHours.map((half) => half.guestSeconds + half.houseSeconds));
  assert.ok(Math.abs(recordedS - soundS) < 0.05 * soundS, `${recordedS} s, and ${soundS} s heard`);

  const decided = book.asked.map(({ id, at }) => book.decided.get(id)!.at - at);
  assert.deepEqual(evening.decided, { ...minutesOf(decided), expired: 0 });
  const waits = minutesOf(begun.map(({ id, uri }) => started.get(uri)! - book.decided.get(id)!.at));
  // The beginning of a song is recorded when a look shows it.
  assert.ok(Math.abs(evening.waited.medianMinutes! - waits.medianMinutes) <= 0.5);
  assert.ok(Math.abs(evening.waited.longestMinutes! - waits.longestMinutes) <= 0.5);
  assert.equal(evening.waited.playedShare, played.length / approved.length);
  const titles = new Map(book.asked.map(({ id, title }) => [id, title]));
  assert.deepEqual(
    evening.skipped.map((song) => song.songTitle),
    book.skipped.map((id) => titles.get(id)),
  );
  assert.deepEqual([evening.people, evening.tables, evening.unplayable], [[], [], []]);
  const guests = new Set(book.asked.map(({ guest }) => guest)).size;
  assert.deepEqual(evening.guests, {
    count: guests,
    requestsEach: Math.round(10 * book.asked.length / guests) / 10,
  });
  // The service was away while songs waited; and each silence of the record was heard.
  assert.ok(evening.gaps !== null && evening.gaps.length > 0);
  for (const { at, seconds } of evening.gaps) {
    const [from, to] = [Date.parse(at), Date.parse(at) + seconds * 1000];
    assert.ok(
      silences.some((one) => from < one.to + 20_000 && to > one.from - 20_000),
      `a silence of ${seconds} s at ${at} that was not heard`,
    );
  }
}

function minutesOf(ms: number[]) {
  const sorted = ms.map((one) => one / 60_000).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  const oneDecimal = (n: number) => Math.round(n * 10) / 10;
  return { medianMinutes: oneDecimal(median), longestMinutes: oneDecimal(sorted.at(-1)!) };
}
