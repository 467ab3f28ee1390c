// What plays, by a clock and without a sound. What ended meanwhile is worked out when someone looks, so that no timer runs.
import type { Chance, Song } from "../song.ts";
import { type Item, lengthOf, type SongLength } from "./item.ts";
import { RunningOrder } from "./running_order.ts";

export class ItemClock {
  /** When the item would have begun if it had never been paused. */
  #beganAt: number;
  #pausedAt: number | null = null;
  /** When it last began, paused, went on or jumped. */
  changedAt: number;

  constructor(readonly item: Item, readonly durationMs: number, nowMs: number, positionMs = 0) {
    this.#beganAt = nowMs - positionMs;
    this.changedAt = nowMs;
  }

  get isPlaying(): boolean {
    return this.#pausedAt === null;
  }

  /** When the item ends if nothing happens before. */
  get endsAt(): number {
    return this.#beganAt + this.durationMs;
  }

  progressAt(nowMs: number): number {
    return (this.#pausedAt ?? nowMs) - this.#beganAt;
  }

  /** Does nothing if it is paused already. */
  pause(nowMs: number): void {
    if (this.#pausedAt !== null) return;
    this.#pausedAt = this.changedAt = nowMs;
  }

  /** Plays on from where it was paused. Does nothing if it plays. */
  resume(nowMs: number): void {
    if (this.#pausedAt === null) return;
    this.#beganAt += nowMs - this.#pausedAt;
    this.#pausedAt = null;
    this.changedAt = nowMs;
  }

  /** Jumps to `positionMs`, paused or not. */
  seek(positionMs: number, nowMs: number): void {
    this.#beganAt = (this.#pausedAt ?? nowMs) - positionMs;
    this.changedAt = nowMs;
  }
}

export interface DeckParts {
  /** Epoch ms. */
  now: () => number;
  chance: Chance;
  songLength?: SongLength;
  /** Called for each song that begins, with the time at which it did (epoch ms). */
  onStart: (song: Song, at: number) => void;
}

/** What plays, or is shown while paused. */
export interface Playing {
  item: Item;
  durationMs: number;
  progressMs: number;
  isPlaying: boolean;
  /** When the item last began, paused, went on or jumped (epoch ms). */
  changedAt: number;
}

export class Deck {
  readonly order: RunningOrder;
  /** How early the next item begins (ms). A listener may set 12 s at most. */
  crossfadeMs = 0;
  /** How long the items that begin from now on play. Without it as long as in the catalogue. */
  songLength: SongLength | undefined;
  protected readonly now: () => number;
  protected current: ItemClock | null = null;
  readonly #onStart: DeckParts["onStart"];

  constructor({ now, chance, songLength, onStart }: DeckParts) {
    this.now = now;
    this.order = new RunningOrder(chance);
    this.songLength = songLength;
    this.#onStart = onStart;
  }

  /** Null if nothing plays, as after the last item. */
  playing(): Playing | null {
    this.settle();
    if (!this.current) return null;
    const { item, durationMs, isPlaying, changedAt } = this.current;
    const progressMs = this.current.progressAt(this.now());
    return { item, durationMs, progressMs, isPlaying, changedAt };
  }

  /** Ends the current item as its clock would. */
  endSong(): void {
    this.settle();
    if (this.current) this.#goOn(this.current, this.now());
  }

  /** Jumps within the current item. Beyond its end the next one begins. */
  protected jump(positionMs: number): void {
    if (!this.current) return;
    if (positionMs < this.current.durationMs) this.current.seek(positionMs, this.now());
    else this.begin(this.order.skip(this.current.item), this.now());
  }

  /** Brings what plays up to the present. */
  protected settle(): void {
    while (this.current?.isPlaying) {
      const endsAt = this.endOf(this.current);
      if (this.now() < endsAt) return;
      this.#goOn(this.current, endsAt);
    }
  }

  /** When what plays makes room for what follows it. */
  protected endOf({ endsAt, durationMs }: ItemClock): number {
    return this.order.hasNext() ? endsAt - Math.min(this.crossfadeMs, durationMs / 2) : endsAt;
  }

  /** Plays `item` from its start, or nothing. */
  protected begin(item: Item | undefined, at: number): void {
    this.current = item ? new ItemClock(item, lengthOf(item, this.songLength), at) : null;
    if (item?.type === "track") this.#onStart(item, at);
  }

  /** Called if nothing follows `last`. */
  protected fallSilent(_last: ItemClock): void {
    this.current = null;
  }

  #goOn(ended: ItemClock, at: number): void {
    const next = this.order.after(ended.item);
    if (next) this.begin(next, at);
    else this.fallSilent(ended);
  }
}
