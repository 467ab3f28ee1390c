// What plays next: the list that was ordered, the queue before it, shuffle, repeat and autoplay.
import { SONGS } from "../catalogue.ts";
import type { Chance } from "../song.ts";
import type { Item } from "./item.ts";

const COUNT = 20;

/** Songs by the artist of `item` first, then those that stand near it in the catalogue. */
export function similarTo(item: Item | undefined): Item[] {
  const at = SONGS.findIndex(({ uri }) => uri === item?.uri);
  const artist = SONGS[at]?.artists[0];
  const others = [...SONGS.slice(at + 1), ...SONGS.slice(0, Math.max(0, at))];
  const isBySame = (song: typeof SONGS[number]) => song.artists[0] === artist;
  return [...others.filter(isBySame), ...others.filter((song) => !isBySame(song))].slice(0, COUNT);
}

class TrackList {
  /** The order of playing: places in `items`. */
  #sequence: number[];
  #at: number;

  /** `contextUri` is null for an order of single uris. `first` is where it opens. */
  constructor(
    readonly items: readonly Item[],
    readonly contextUri: string | null = null,
    first = 0,
  ) {
    this.#sequence = [...items.keys()];
    this.#at = first;
  }

  /** The item that it is at, undefined if it is empty. */
  get current(): Item | undefined {
    return this.items[this.#sequence[this.#at] ?? -1];
  }

  /** Scrambles what follows the current item, which stays. */
  shuffle(chance: Chance): void {
    const current = this.#sequence[this.#at];
    if (current === undefined) return;
    const others = this.#sequence.filter((place) => place !== current);
    this.#sequence = [current, ...chance.shuffled(others)];
    this.#at = 0;
  }

  /** Goes on in the order of `items` from the current one. */
  straighten(): void {
    this.#at = this.#sequence[this.#at] ?? 0;
    this.#sequence = [...this.items.keys()];
  }

  hasNext(wraps: boolean): boolean {
    return this.#at + 1 < this.items.length || (wraps && this.items.length > 0);
  }

  /** Goes to the next item, and from the last to the first if it `wraps`. Undefined at the end. */
  next(wraps: boolean): Item | undefined {
    if (!this.hasNext(wraps)) return undefined;
    this.#at = (this.#at + 1) % this.items.length;
    return this.current;
  }

  /** Goes to the previous item. The first stays, unless the list `wraps`. */
  previous(wraps: boolean): Item | undefined {
    const last = this.items.length - 1;
    this.#at = this.#at > 0 ? this.#at - 1 : wraps ? Math.max(0, last) : 0;
    return this.current;
  }
}

export const REPEATS = ["off", "track", "context"] as const;
export type Repeat = typeof REPEATS[number];

export class RunningOrder {
  repeat: Repeat = "off";
  /** Whether similar songs follow the last one. Without it there is silence. */
  autoplay = false;
  /** Whether a shuffled list opens on its first item, as in some apps of the real service. */
  opensOnFirst = false;
  #shuffle = false;
  #list = new TrackList([]);
  #queue: Item[] = [];

  constructor(private readonly chance: Chance) {}

  /** The playlist that plays, null if single songs were ordered. */
  get contextUri(): string | null {
    return this.#list.contextUri;
  }

  get shuffle(): boolean {
    return this.#shuffle;
  }

  set shuffle(on: boolean) {
    if (on === this.#shuffle) return;
    this.#shuffle = on;
    if (on) this.#list.shuffle(this.chance);
    else this.#list.straighten();
  }

  /** Replaces the list and the queue. Without `offset` a shuffled list opens anywhere. Returns the first item. */
  load(items: readonly Item[], contextUri: string | null, offset?: number): Item | undefined {
    const anywhere = this.#shuffle && !this.opensOnFirst && items.length > 0;
    const first = offset ?? (anywhere ? this.chance.whole(0, items.length - 1) : 0);
    this.#list = new TrackList(items, contextUri, first);
    if (this.#shuffle) this.#list.shuffle(this.chance);
    this.#queue = [];
    return this.#list.current;
  }

  enqueue(item: Item): void {
    this.#queue.push(item);
  }

  /** Whether anything follows `item` when it ends. */
  hasNext(): boolean {
    return this.repeat === "track" || this.#queue.length > 0 || this.autoplay ||
      this.#list.hasNext(this.repeat === "context");
  }

  /** What plays after `item` has ended, undefined for silence. */
  after(item: Item): Item | undefined {
    return this.repeat === "track" ? item : this.#following(item, this.repeat === "context");
  }

  /** What plays if a person presses next during `item`. A repeated song does not hold them back. */
  skip(item: Item): Item | undefined {
    return this.#following(item, this.repeat !== "off");
  }

  /** What plays if a person presses previous. */
  previous(): Item | undefined {
    return this.#list.previous(this.repeat !== "off");
  }

  #following(item: Item, wraps: boolean): Item | undefined {
    const next = this.#queue.shift() ?? this.#list.next(wraps);
    if (next || !this.autoplay) return next;
    this.#list = new TrackList(similarTo(item));
    return this.#list.current;
  }
}
