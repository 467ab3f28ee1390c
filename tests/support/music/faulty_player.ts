// A player of the demo account that goes wrong in the ways in which the real service's players do.
import { type Playback, Player } from "../../../server/music/demo/player/player.ts";
import type { ItemClock, Playing } from "../../../server/music/demo/player/deck.ts";
import type { Item } from "../../../server/music/demo/player/item.ts";

/** Each lasts until `heal`, unless its options say otherwise. */
export type PlayerFault =
  /** An item that is over is shown at its end, as if it played. Nothing follows it. */
  | "stuck playing at the end"
  /** An item that is over goes on counting. Nothing follows it. */
  | "progress beyond the duration"
  /** After the last item the player shows it paused at its start, instead of nothing. */
  | "paused at 0 after the end"
  /** After the last item the player shows it paused at its end. */
  | "paused at the end"
  /** The item that plays, or else the next one, stands still as if it played. */
  | "playing without sound"
  /** A read within `forMs` after a command shows what was before the first command of that time. */
  | "stale after a command"
  /** A song, or the one with `uri`, is accepted, and nothing plays instead of it. */
  | "unplayable track"
  /** A shuffled playlist opens on its first song. */
  | "opens on the first track";

export interface PlayerFaultOptions {
  /** How many items 'playing without sound' and 'unplayable track' meet. All by default. */
  times?: number;
  /** How long answers are stale, in ms. 2.5 s by default. */
  forMs?: number;
  /** The song that is unplayable. Every one by default. */
  uri?: string;
}

const STALE_MS = 2_500;

export class FaultyPlayer extends Player {
  readonly #faults = new Map<PlayerFault, PlayerFaultOptions & { left: number }>();
  /** The item without sound, and where it stands. */
  #silent: { clock: ItemClock; progressMs: number } | undefined;
  #stale: { shown: Playback | null; until: number } | undefined;

  /** Whether music is heard now. The player may show more than that. */
  isHeard(): boolean {
    this.settle();
    const isOn = this.devices.some((device) => device.isOn && device.isActive);
    if (!this.current || !isOn) return false;
    const isMute = this.#silent?.clock === this.current;
    return this.current.isPlaying && !isMute && this.now() < this.current.endsAt;
  }

  /** Begins a fault, or replaces it if it is there already. */
  fail(fault: PlayerFault, options: PlayerFaultOptions = {}): void {
    this.settle();
    this.#faults.set(fault, { ...options, left: options.times ?? Infinity });
    if (fault === "playing without sound" && this.current) this.#silence(this.current);
    if (fault === "opens on the first track") this.order.opensOnFirst = true;
  }

  /** Ends every fault. What has no sound goes on from where it stands. */
  heal(): void {
    this.#silent?.clock.seek(this.#silent.progressMs, this.now());
    this.#silent = this.#stale = undefined;
    this.#faults.clear();
    this.order.opensOnFirst = false;
  }

  override playing(): Playing | null {
    const playing = super.playing();
    if (!playing) return null;
    const { durationMs, progressMs } = playing;
    if (this.#silent?.clock === this.current) {
      return { ...playing, progressMs: this.#silent!.progressMs };
    }
    return this.#faults.has("stuck playing at the end")
      ? { ...playing, progressMs: Math.min(progressMs, durationMs) }
      : playing;
  }

  override look(): Playback | null {
    if (this.#stale && this.now() < this.#stale.until) return this.#stale.shown;
    return super.look();
  }

  protected override command(deviceId?: string): void {
    const fault = this.#faults.get("stale after a command");
    if (fault) {
      const shown = this.look();
      // Devices change in place, so the one that is shown is copied.
      const copy = shown && { ...shown, device: { ...shown.device } };
      this.#stale = { shown: copy, until: this.now() + (fault.forMs ?? STALE_MS) };
    }
    super.command(deviceId);
  }

  protected override endOf(clock: ItemClock): number {
    const isEndless = this.#silent?.clock === clock ||
      this.#faults.has("stuck playing at the end") ||
      this.#faults.has("progress beyond the duration");
    return isEndless ? Infinity : super.endOf(clock);
  }

  protected override begin(item: Item | undefined, at: number): void {
    const unplayable = this.#faults.get("unplayable track");
    if (item && unplayable && (unplayable.uri ?? item.uri) === item.uri && take(unplayable)) {
      return super.begin(undefined, at);
    }
    super.begin(item, at);
    if (this.current && this.#faults.has("playing without sound")) this.#silence(this.current);
  }

  protected override fallSilent(last: ItemClock): void {
    const rests = this.#faults.has("paused at 0 after the end")
      ? 0
      : this.#faults.has("paused at the end")
      ? last.durationMs
      : undefined;
    if (rests === undefined) return super.fallSilent(last);
    last.pause(last.endsAt);
    last.seek(rests, last.endsAt);
  }

  #silence(clock: ItemClock): void {
    const fault = this.#faults.get("playing without sound");
    if (!fault || !take(fault)) return;
    this.#silent = { clock, progressMs: clock.progressAt(this.now()) };
  }
}

/** Whether the fault meets one more item. */
function take(fault: { left: number }): boolean {
  return fault.left-- > 0;
}
