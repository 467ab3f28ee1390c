import { strict as assert } from "node:assert";
import { OFFLINE, refusal, refused } from "../../dom/network.ts";
import { perform, settle } from "../../dom/page.ts";
import { openSpeakerPage, type SpeakerPage } from "../../dom/speaker.ts";
import { playerSong } from "../../../support/people/player_orders.ts";

const CLAIM = "/api/player/claim";
const CURRENT = "/api/player/current";
const LEAVE = "/api/player/leave";
const REPORT = "/api/player/report";
const TAKEN = "Oynatıcı başka bir cihazda açık.";

Deno.test("one press wakes the decks, claims to be the player and plays what the server says", async () => {
  await using page = await openStarted();
  assert.equal(page.wakes(), 1);
  assert.deepEqual(page.told, ["load b 1", "play b", "load a 2"]);
  await page.happen({ type: "began", id: "1" });
  assert.deepEqual(page.calls(), ["claim", "current", "started 1"]);
  assert.equal(page.speaker.current().phase, "on");
});

Deno.test("a tab that was the player goes on after a reload with the same id, and others wait for a press", async () => {
  const memory = new Map<string, string>();
  const ids: unknown[] = [];
  for (const goesOn of [false, true]) {
    await using page = await openSpeakerPage(memory);
    await perform(() => page.speaker.goOn());
    await settle();
    assert.equal(page.speaker.current().phase, goesOn ? "on" : "off");
    if (!goesOn) await started(page);
    ids.push((page.network.calls[0]!.body as { tab: string }).tab);
  }
  assert.equal(ids[0], ids[1]);
});

Deno.test("while another device is the player the server's sentence is known, and a press may take over", async () => {
  await using page = await openSpeakerPage();
  page.network.answer("POST", CLAIM, refusal("player_taken", TAKEN));
  await started(page);
  const { phase, refusal: sentence } = page.speaker.current();
  assert.deepEqual([phase, sentence, page.told], ["taken", TAKEN, []]);
  await page.seconds(30);
  assert.deepEqual(page.calls(), ["claim"], "it does not ask again by itself");
  await perform(() => page.speaker.start(true));
  assert.deepEqual((page.network.calls[1]!.body as { take: boolean }).take, true);
});

Deno.test("a claim that finds no network is made again, after ever longer pauses, until it is answered", async () => {
  await using page = await openSpeakerPage();
  page.network.answer("POST", CLAIM, OFFLINE);
  await started(page);
  assert.deepEqual(phaseOf(page), ["claiming", false]);
  const claimedAt = [0];
  for (let second = 1; second <= 60; second++) {
    const before = page.calls().length;
    await page.seconds(1);
    if (page.calls().length > before) claimedAt.push(second);
  }
  assert.deepEqual(claimedAt, [0, 1, 2, 4, 8, 16, 31, 46]);
  page.network.answer("POST", CLAIM, { lease: "a", epoch: 1, until: "" });
  await perform(() => page.speaker.start());
  await settle();
  assert.deepEqual(phaseOf(page), ["on", true], "a press need not wait");
});

Deno.test("a lease that is lost as often as it is claimed is claimed after ever longer pauses", async () => {
  await using page = await openSpeakerPage();
  page.network.answer("GET", CURRENT, refusal("player_lease_old", "Eski."));
  await started(page);
  await page.seconds(59);
  assert.equal(page.calls().filter((call) => call === "claim").length, 8);
});

Deno.test("a server that refuses every report is asked what is to play after ever longer pauses", async () => {
  await using page = await openSpeakerPage();
  for (const code of ["invalid_input", "database_unavailable", "rate_limited"] as const) {
    await playing(page);
    page.network.answer("POST", REPORT, refusal(code));
    page.network.answer("GET", CURRENT, refusal(code));
    const before = page.calls().length;
    await page.seconds(60);
    const made = page.calls().length - before;
    // Six positions are reported, each of which is refused at once if it is wrong.
    assert.ok(made <= 8 + 6, `${made} calls within a minute of ${code}`);
  }
});

Deno.test("an old lease silences the page at once; it goes on if no other device is the player", async () => {
  await using page = await openStarted();
  page.network.answer("GET", CURRENT, refusal("player_lease_old", "Eski."));
  const held = page.network.hold("POST", CLAIM);
  page.told.length = 0;
  await page.change();
  assert.deepEqual(page.told, ["stop a", "stop b"]);
  assert.equal((held[0]!.call.body as { take: boolean }).take, false);
  held[0]!.release(refused("player_taken", TAKEN));
  await settle();
  await settle();
  assert.deepEqual([page.speaker.current().phase, page.speaker.current().refusal], ["lost", TAKEN]);
  await page.seconds(60);
  assert.equal(page.told.length, 2);
});

Deno.test("a tab that has lost its lease claims it by another id, since its duplicate has the same", async () => {
  const memory = new Map<string, string>();
  await using page = await openSpeakerPage(memory);
  await started(page);
  page.network.answer("GET", CURRENT, refusal("player_lease_old", "Eski."));
  page.network.answer("POST", CLAIM, refusal("player_taken", TAKEN));
  await page.change();
  await settle();
  const claims = page.network.calls.filter(({ path }) => path === CLAIM);
  const [first, second] = claims.map(({ body }) => (body as { tab: string }).tab);
  assert.equal(claims.length, 2);
  assert.notEqual(first, second);
  assert.ok([...memory.values()].includes(second!), "it keeps that id after a reload");
});

Deno.test("the server is asked after each change and every 20 seconds, and hears the position every 10", async () => {
  await using page = await openPlaying();
  const before = page.calls().length;
  await page.change();
  await page.seconds(40);
  const asked = page.calls().slice(before);
  assert.equal(asked.filter((call) => call === "current").length, 3);
  assert.equal(asked.filter((call) => call === "progress 1").length, 4);
});

Deno.test("without a network the next song begins, and its reports arrive in order afterwards", async () => {
  await using page = await openPlaying();
  const offline = OFFLINE;
  page.network.answer("POST", REPORT, offline);
  page.network.answer("GET", CURRENT, offline);
  page.told.length = 0;
  await page.happen({ type: "ended", id: "1", positionMs: 200_000 });
  await page.happen({ type: "began", id: "2" });
  assert.deepEqual(page.told, ["stop b", "play a"]);
  await page.seconds(25);
  assert.equal(page.speaker.current().isReached, false);
  const before = page.calls().length;
  const [two, three] = [playerSong("2"), playerSong("3")];
  page.network.answer("POST", REPORT, orders(two, three));
  page.network.answer("GET", CURRENT, orders(two, three));
  await page.seconds(1);
  assert.deepEqual(page.calls().slice(before, before + 2), ["ended 1", "started 2"]);
  assert.equal(page.speaker.current().isReached, true);
  assert.equal(page.told.at(-1), "load b 3");
});

Deno.test("after sleep the song is paused until the server has said what is to play by now", async () => {
  await using page = await openPlaying();
  const held = page.network.hold("GET", CURRENT);
  page.told.length = 0;
  await page.seconds(31, true);
  assert.deepEqual(page.told, ["pause b"]);
  held[0]!.release(Response.json(orders(playerSong("1"), null)));
  await settle();
  await settle();
  assert.deepEqual(page.told.slice(0, 2), ["pause b", "play b"]);
});

Deno.test("a press after the browser has refused plays on, without another claim", async () => {
  await using page = await openStarted();
  await page.happen({ type: "refused", id: "1" });
  assert.equal(page.speaker.current().state.needsPress, true);
  await page.seconds(60);
  assert.deepEqual(page.calls().filter((call) => call.endsWith("1")), ["silent 1"]);
  await perform(() => page.speaker.start());
  assert.equal(page.told.at(-1), "play b");
  assert.equal(page.calls().filter((call) => call === "claim").length, 1);
});

for (const act of ["leave", "close"] as const) {
  Deno.test(`a player that is to ${act} gives its lease back by a call that outlives the page, and is silent`, async () => {
    await using page = await openPlaying();
    assert.ok(page.speaker.isHeard());
    page.told.length = 0;
    const kept: (boolean | undefined)[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (path, init) => {
      kept.push((init as RequestInit & { keepalive?: boolean }).keepalive);
      return fetch(path, init);
    };
    page.speaker[act]();
    globalThis.fetch = fetch;
    const left = page.network.calls.at(-1)!;
    assert.deepEqual([left.path, left.body, kept], [LEAVE, { lease: "secret" }, [true]]);
    assert.deepEqual(page.told.slice(0, 2), ["stop a", "stop b"]);
    assert.deepEqual([page.speaker.isHeard(), page.said.at(-1)], [false, "off"]);
    const before = page.calls().length;
    await page.change();
    await page.seconds(60);
    page.speaker.leave();
    assert.equal(page.calls().length, before, "it is given back once, and nothing else is asked");
  });
}

Deno.test("a page that is shown again claims to be the player again and goes on", async () => {
  await using page = await openPlaying();
  page.speaker.leave();
  await perform(() => page.speaker.goOn());
  await settle();
  await settle();
  assert.deepEqual(phaseOf(page), ["on", true]);
  assert.equal(page.told.at(-2), "play b");
});

Deno.test("a lease that arrives when the page has gone is given back", async () => {
  for (const act of ["leave", "close"] as const) {
    await using page = await openSpeakerPage();
    const held = page.network.hold("POST", CLAIM);
    await perform(() => page.speaker.start());
    page.speaker[act]();
    held[0]!.release(Response.json({ lease: "late", epoch: 1, until: "" }));
    await settle();
    await settle();
    assert.deepEqual(page.calls(), ["claim", "leave"]);
    assert.deepEqual(page.network.calls[1]!.body, { lease: "late" });
    assert.equal(page.speaker.current().phase, "off");
  }
});

Deno.test("another tab of this browser that is the player is known before and after a press", async () => {
  await using page = await openSpeakerPage();
  page.speaker.goOn();
  assert.deepEqual(page.said, ["who"]);
  await page.neighbour(true);
  assert.deepEqual(nearbyOf(page), ["off", true]);
  page.network.answer("POST", CLAIM, refusal("player_taken", TAKEN));
  await started(page);
  assert.deepEqual(nearbyOf(page), ["taken", true]);
  await page.neighbour(false);
  assert.deepEqual(nearbyOf(page), ["off", false], "it may be started again");
  assert.equal(page.said.at(-1), "who", "there may be a third");
});

Deno.test("a tab that takes over is noticed at once by the one that was the player", async () => {
  await using page = await openPlaying();
  assert.deepEqual(page.said, ["on"]);
  page.network.answer("GET", CURRENT, refusal("player_lease_old", "Eski."));
  page.network.answer("POST", CLAIM, refusal("player_taken", TAKEN));
  await page.neighbour(true);
  await settle();
  assert.deepEqual(nearbyOf(page), ["lost", true]);
});

Deno.test("a closed player is silent and calls nothing any more", async () => {
  await using page = await openPlaying();
  page.speaker.close();
  const before = page.calls().length;
  await page.change();
  await page.seconds(60);
  assert.deepEqual([page.calls().length, page.told.at(-1)], [before, "close"]);
});

function phaseOf(page: SpeakerPage): unknown[] {
  const { phase, isReached } = page.speaker.current();
  return [phase, isReached];
}

function nearbyOf(page: SpeakerPage): unknown[] {
  const { phase, isNearby } = page.speaker.current();
  return [phase, isNearby];
}

function orders(play: ReturnType<typeof playerSong>, next: typeof play | null) {
  return { play, next, paused: false, volumePercent: 80 };
}

/** The button was pressed. Song 1 is to play, song 2 is next. */
async function started(page: SpeakerPage): Promise<void> {
  page.order({ play: playerSong("1"), next: playerSong("2") });
  await perform(() => page.speaker.start());
  await settle();
  await settle();
}

async function openStarted(): Promise<SpeakerPage> {
  const page = await openSpeakerPage();
  await started(page);
  return page;
}

/** Song 1 is heard. */
async function openPlaying(): Promise<SpeakerPage> {
  const page = await openSpeakerPage();
  await playing(page);
  return page;
}

async function playing(page: SpeakerPage): Promise<void> {
  await started(page);
  await page.happen({ type: "began", id: "1" });
}
