// What plays next: the list that was ordered, the queue before it, shuffle, repeat and autoplay.
import type { Chance } from "../chance.ts";
import type { Item } from "./item.ts";
import { similarTo } from "./similar_songs.ts";
import { TrackList } from "./track_list.ts";

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
