// What a cafe's music account should play while songs play by themselves, as docs/conductor.md has it.
import { strict as assert } from "node:assert";
import type { FaultyPlayer } from "../../support/music/faulty_player.ts";
import type { CafeModel, Request } from "./model.ts";
import { type MusicAccount, SONG_MS } from "./music_account.ts";

/** A song is ordered at most this long before the end of the one before it. */
const HAND_OVER_MS = 2_000;
/** When an order is looked at, which shows that its song has begun. */
const LOOK_AFTER_MS = 3_000;
/** Between two looks, so that what a person does at the account is known that much later. */
const LOOK_EVERY_MS = 30_000;
const MAX_SILENCE_MS = 5_000;
/** A song that is paused in its last seconds is over. */
const NEAR_END_MS = 5_000;

export class AccountModel {
  /** The song that was ordered and not looked at yet. */
  sent?: { request: Request; at: number };
  /** When what plays ends (epoch ms). Never while it is paused. */
  #endsAt = -Infinity;
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
      assert.ok(start.at >= this.#endsAt - HAND_OVER_MS, "a song was cut off");
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
    if (this.#leftMs !== undefined) {
      this.player.resume();
      this.#endsAt = now + this.#leftMs;
      this.#leftMs = undefined;
      this.#knownAt = now + LOOK_EVERY_MS;
    } else if (!this.sent && now < this.#endsAt - NEAR_END_MS) {
      this.player.pause();
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
    } else {
      assert.ok(this.hasPlaylist && !this.cafe.requests.some((r) => r.uri === uri), `${uri} began`);
    }
    this.#endsAt = at + SONG_MS;
    this.#leftMs = undefined;
  }

  #lookAt(now: number): void {
    if (this.sent && now >= this.sent.at + LOOK_AFTER_MS) this.seen();
  }
}
