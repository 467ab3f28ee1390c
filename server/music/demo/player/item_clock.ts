// The clock of one item that plays. It counts in epoch ms, and is told what time it is.
import type { Item } from "./item.ts";

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

  /** Does nothing if it plays. */
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
