// The items of one order to play, in the sequence in which they play.
import type { Chance } from "../chance.ts";
import type { Item } from "./item.ts";

export class TrackList {
  /** Places in `items`. */
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
