// The music accounts of the cafes whose songs play by themselves: the demo account without a socket, what it is told, and
// what it should play, as docs/conductor.md has it.
import { createDemoAccount } from "../../../server/music/demo/account.ts";
import { PLAYLISTS, shareLink, SONGS } from "../../../server/music/demo/catalogue.ts";
import { demoFetch } from "../../../server/music/spotify/calls.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import type { ProviderParts } from "../../../server/music/provider.ts";
import type { FaultyPlayer } from "../../support/music/faulty_player.ts";
import { createTestPlayers } from "../../support/music/music_faults.ts";
import { strict as assert } from "node:assert";
import type { CafeModel, Request } from "./model.ts";
import type { LibraryCafe } from "../../support/music/library_cafe.ts";
import { connect } from "../../support/people/connection.ts";
import type { Source } from "./steps.ts";
import type { Surroundings } from "./world.ts";

/** How long each song is: short, since each look at the player takes time. */
export const SONG_MS = 60_000;

/** What guests ask for, and the playlist that has other songs. */
export const ACCOUNT_SONGS = SONGS.slice(0, 5);
export const PLAYLIST = PLAYLISTS.find(({ songs }) =>
  !ACCOUNT_SONGS.some((song) => songs.includes(song))
)!;

export interface MusicAccount {
  /** The songs that began since they were last taken out, with their time (epoch ms). */
  starts: { uri: string; at: number }[];
  /** The single songs that were ordered since they were last taken out. */
  orders: string[];
  /** The player of the cafe that has just connected: what its people see. */
  nextPlayer(): FaultyPlayer;
  /** The parts of the server that speak with it. */
  demoAccount: ReturnType<typeof createDemoAccount>;
  provider: ReturnType<typeof createSpotify>;
}

/** Makes the accounts. Every song has the same length. */
export function musicAccount(parts: ProviderParts): MusicAccount {
  const { config: { spotify, jwtSecret }, now } = parts;
  const starts: MusicAccount["starts"] = [];
  const orders: MusicAccount["orders"] = [];
  const { players, player } = createTestPlayers({
    now,
    songLength: { ms: SONG_MS },
    onStart: ({ uri }, at) => void starts.push({ uri, at }),
  });
  const demoAccount = createDemoAccount({
    now,
    secret: jwtSecret,
    publicUrl: spotify.accountsUrl,
    client: { id: spotify.clientId, secret: spotify.clientSecret },
    players,
  });
  const network = demoFetch(demoAccount, spotify.accountsUrl);
  let readings = 0;
  let connected = 0;
  const provider = createSpotify({
    ...parts,
    // Each call comes a second later, so that none waits for a place (tests/playback/automatic/budget_test.ts).
    now: () => now() + 1_000 * readings++,
  }, {
    random: () => 0.5,
    fetch(url, init) {
      const order = typeof init.body === "string" && /\/me\/player\/play\b/.test(url);
      if (order) orders.push(...JSON.parse(init.body as string).uris ?? []);
      return network(url, init);
    },
  });
  const nextPlayer = () => player(connected++);
  return { starts, orders, nextPlayer, demoAccount, provider };
}

// What a cafe's music account should play while songs play by themselves, as docs/conductor.md has it.

/** A song is ordered at most this long before the end of the one before it. */
const HAND_OVER_MS = 2_000;
/** When an order is looked at, which shows that its song has begun. */
const LOOK_AFTER_MS = 3_000;
/** Between two looks, so that what a person does at the account is known that much later. */
const LOOK_EVERY_MS = 30_000;
const MAX_SILENCE_MS = 5_000;
/** A song that is paused in its last seconds is over. */
const NEAR_END_MS = 5_000;
/** A playlist's song that is no older makes room for a guest's: it has hardly begun. */
const HARDLY_BEGUN_MS = 5_000;

export class AccountModel {
  /** The song that was ordered and not looked at yet. */
  sent?: { request: Request; at: number };
  /** When what plays ends (epoch ms). Never while it is paused. */
  #endsAt = -Infinity;
  /** When what plays began, if it is of the playlist (epoch ms). */
  #listedAt = -Infinity;
  /** What is left of a song that is paused, in ms. */
  #leftMs?: number;
  /** When a look has shown at the latest what a person did at the account. */
  #knownAt = -Infinity;
  /** When there was last music, or nothing to play. */
  #quietSince = -Infinity;

  constructor(
    private readonly cafe: CafeModel,
    private readonly account: MusicAccount,
    private readonly player: FaultyPlayer,
    /** Whether a playlist follows when the queue is empty. */
    private readonly hasPlaylist: boolean,
  ) {}

  /** The guest's song that the pages have to show now, if they have to show one. */
  shown(now: number): Request | undefined {
    if (this.sent) return this.sent.request;
    return now < this.#endsAt ? this.cafe.play?.request : undefined;
  }

  /** Takes in what has begun by itself until now. */
  takeIn(now: number): void {
    // A song of a playlist that begins by itself is worked out when someone looks.
    this.player.look();
    for (const start of this.account.starts.splice(0)) {
      this.#lookAt(start.at);
      const isOver = start.at >= this.#endsAt - HAND_OVER_MS;
      const makesRoom = this.cafe.queue.length > 0 && start.at <= this.#listedAt + HARDLY_BEGUN_MS;
      assert.ok(isOver || makesRoom, "a song was cut off");
      this.#start(start);
    }
    this.#lookAt(now);
    assert.deepEqual(this.account.orders, [], "a song was ordered that did not begin");
    const [first] = this.cafe.queue;
    if (now < this.#endsAt || !(first ?? this.hasPlaylist)) this.#quietSince = now;
    const silentFrom = Math.max(this.#quietSince, this.#endsAt, this.#knownAt);
    assert.ok(now - silentFrom <= MAX_SILENCE_MS, "it is silent although something waits");
  }

  /** A person has started the first song of the queue, which has begun then. */
  takeInByHand(): void {
    const start = this.account.starts.shift();
    assert.ok(start, "nothing was started");
    this.#start(start);
    this.seen();
  }

  /** Someone has looked at the player: the song that was on its way plays. */
  seen(): void {
    if (!this.sent) return;
    const { request, at } = this.sent;
    delete this.sent;
    this.cafe.begin(request, { id: null, startedAt: at, isReported: true });
  }

  /** A person has skipped what plays. */
  stop(): void {
    this.#endsAt = -Infinity;
    this.#leftMs = undefined;
  }

  /** A person pauses the music in the account's own app, or lets it go on. */
  pauseOrGoOn(now: number): void {
    const { play } = this.cafe;
    if (this.#leftMs !== undefined) {
      this.player.resume();
      if (play?.heldAt !== undefined) {
        play.startedAt += now - play.heldAt;
        delete play.heldAt;
      }
      this.#endsAt = now + this.#leftMs;
      this.#leftMs = undefined;
      this.#knownAt = now + LOOK_EVERY_MS;
    } else if (!this.sent && now < this.#endsAt - NEAR_END_MS) {
      this.player.pause();
      if (play) play.heldAt = now;
      this.#leftMs = this.#endsAt - now;
      this.#endsAt = Infinity;
    }
  }

  #start({ uri, at }: MusicAccount["starts"][number]): void {
    const [first] = this.cafe.queue;
    this.cafe.end("over", at);
    if (first && (at >= this.#knownAt || uri === first.uri)) {
      assert.deepEqual([uri, this.account.orders.shift()], [first.uri, uri], "not the first song");
      first.state = "sent";
      this.sent = { request: first, at };
      this.#listedAt = -Infinity;
    } else {
      this.#listedAt = at;
      assert.ok(this.hasPlaylist && !this.cafe.requests.some((r) => r.uri === uri), `${uri} began`);
    }
    this.#endsAt = at + SONG_MS;
    this.#leftMs = undefined;
  }

  #lookAt(now: number): void {
    if (this.sent && now >= this.sent.at + LOOK_AFTER_MS) this.seen();
  }
}

// Makes a music account the source of a cafe, whose songs play by themselves.

/** Returns what should play there. */
export async function useAccount(
  { app, account }: Surroundings,
  { owner, say }: LibraryCafe,
  model: CafeModel,
  source: Source,
): Promise<AccountModel> {
  // A sequence that failed may have left some.
  account.starts.length = account.orders.length = 0;
  const hasPlaylist = source === "account with a playlist";
  await connect(app, owner.token);
  const player = account.nextPlayer();
  const fallback = { kind: "playlist", url: shareLink(PLAYLIST) };
  if (hasPlaylist) assert.equal((await say("PUT", "/api/music", { fallback })).status, 200);
  // Most songs enter the queue by themselves, so that there is something to play.
  const approval = { approve: "from", approveFromTl: 5 } as const;
  assert.equal((await say("PUT", "/api/house", approval)).status, 200);
  Object.assign(model.rules, approval);
  assert.equal((await say("PUT", "/api/playback/auto", { on: true })).status, 200);
  return new AccountModel(model, account, player, hasPlaylist);
}
