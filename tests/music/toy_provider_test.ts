// A provider of music takes one object that fits the port: nothing else of the server knows its name.
import { strict as assert } from "node:assert";
import { DomainError } from "../../server/errors.ts";
import { createMusic } from "../../server/music/music.ts";
import type {
  MusicProvider,
  NowPlaying,
  Player,
  PlayOutcome,
  Song,
} from "../../server/music/provider.ts";
import { createProviders } from "../../server/music/providers.ts";
import { createOwner } from "../support/people/factories.ts";
import { anyAddress, decide, draft, queueOf, submit } from "../support/people/requests.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { testApp } from "../support/start/test_app.ts";

const COVER = "https://covers.toy.test/1.png";

/** A music box: `outcome` is how its orders end, `seen` what it has on. */
class MusicBox implements MusicProvider {
  readonly id = "toy";
  readonly label = "Müzik kutusu";
  readonly coverOrigins = ["https://covers.toy.test"];
  readonly played: [ownerId: string, uri: string][] = [];
  outcome: PlayOutcome = { kind: "ok" };
  seen: NowPlaying | null = null;
  searches = 0;

  ownsUri(uri: string): boolean {
    return /^toy:\d+$/.test(uri);
  }

  search(title: string): Promise<Song[]> {
    this.searches += 1;
    const song = {
      id: "1",
      uri: "toy:1",
      title,
      artist: "Kutu",
      albumArt: COVER,
      durationMs: 1000,
    };
    return Promise.resolve([song]);
  }

  openPlayer(ownerId: string): Promise<Player> {
    return Promise.resolve({
      play: ({ uri }) => {
        this.played.push([ownerId, uri]);
        return Promise.resolve(this.outcome);
      },
      now: () => Promise.resolve(this.seen),
    });
  }
}

async function appWithToy() {
  const toy = new MusicBox();
  const app = await moneyApp({}, {
    replace: (deps) => ({ music: createMusic([toy, ...createProviders(deps)]) }),
  });
  const owner = await createOwner(app.deps);
  const request = await submit(app, owner.ownerId, { uri: "toy:1", albumArt: COVER });
  await decide(app, owner.token, request._id, "approved");
  return { app, toy, owner, request };
}

Deno.test("a song of a provider is requested, approved and played by the provider that owns its uri", async () => {
  const { app, toy, owner, request } = await appWithToy();
  await using _ = app;
  assert.equal(request.albumArt, COVER);
  const answer = await playNext(app, owner.token);
  assert.deepEqual(await answer.json(), { msg: `'${request.songTitle}' çalınıyor.` });
  assert.deepEqual(toy.played, [[owner.ownerId, "toy:1"]]);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
});

Deno.test("sentences about a provider use its label, and a song that it did not play stays first", async () => {
  const { app, toy, owner, request } = await appWithToy();
  await using _ = app;
  toy.outcome = { kind: "unknown", mayFollow: false };
  const answer = await playNext(app, owner.token);
  assert.equal(answer.status, 502);
  assert.deepEqual(await answer.json(), {
    msg: "Müzik kutusu şarkıyı çalmadı. Şarkı hâlâ sırada, lütfen tekrar deneyin.",
  });
  assert.deepEqual((await queueOf(app, owner.ownerId)).map((r) => r._id), [request._id]);
  toy.outcome = {
    kind: "refused",
    error: new DomainError("music_busy", { msg: "Kutu kurulmadı." }),
  };
  assert.deepEqual(await (await playNext(app, owner.token)).json(), { msg: "Kutu kurulmadı." });
});

Deno.test("the player of a cafe is its source's", async () => {
  const { app, toy, owner } = await appWithToy();
  await using _ = app;
  const [song] = await toy.search("Kurmalı şarkı");
  toy.seen = { song: song!, isPlaying: true, progressMs: 500, device: null };
  const answer = await app.call("GET", "/api/spotify/player", { token: owner.token });
  const { track, devices } = await answer.json();
  assert.deepEqual([track.uri, track.title, devices], ["toy:1", "Kurmalı şarkı", []]);
});

Deno.test("pages may load a provider's covers, and requests may name its songs, only if it is there", async () => {
  const { app } = await appWithToy();
  await using _ = app;
  await using without = await testApp();
  const policy = async (app: { fetch: typeof without.fetch }) =>
    (await app.fetch("/")).headers.get("content-security-policy") ?? "";
  assert.match(await policy(app), /img-src [^;]*https:\/\/covers\.toy\.test/);
  assert.doesNotMatch(await policy(without), /toy/);
  const { ownerId } = await createOwner(without.deps);
  const body = draft(ownerId, { uri: "toy:1" });
  const answer = await without.call("POST", "/api/requests", { body, address: anyAddress() });
  assert.equal(answer.status, 400);
});

Deno.test("an equal search of a provider is answered from memory", async () => {
  const { app, toy } = await appWithToy();
  await using _ = app;
  const first = await app.deps.search(toy, "a");
  assert.deepEqual(await app.deps.search(toy, "A "), first);
  assert.equal(toy.searches, 1);
});
