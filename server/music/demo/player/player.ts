// One listener's player: the commands of the service's apps and of its API, and the devices that carry them out.
import { SpotifyError } from "../parameters.ts";
import { Deck, type DeckParts, type Playing } from "./deck.ts";
import { activeDevice, type DemoDevice, type Item, requireDevice, restricted } from "./item.ts";
import type { Repeat } from "./running_order.ts";

/** What the API shows of the player. */
export interface Playback extends Playing {
  device: DemoDevice;
  contextUri: string | null;
  repeat: Repeat;
  shuffle: boolean;
}

export interface PlayOptions {
  deviceId?: string;
  positionMs?: number;
  /** The playlist that the items are of. */
  contextUri?: string;
  /** The place of the item to open on, from 0. */
  offset?: number;
}

/**
 * Each command names a device, or means the active one. It throws a SpotifyError if that device cannot carry it out:
 * 404 if there is none, 403 if it is restricted or if there is nothing to do.
 */
export class Player extends Deck {
  /** Every device, those that are switched off too. */
  readonly devices: DemoDevice[];

  constructor({ devices, ...parts }: DeckParts & { devices: DemoDevice[] }) {
    super(parts);
    this.devices = devices;
  }

  /** Null if nothing plays, or if no device is active. */
  look(): Playback | null {
    const playing = this.playing();
    const device = activeDevice(this.devices);
    const { contextUri, repeat, shuffle } = this.order;
    return playing && device ? { ...playing, device, contextUri, repeat, shuffle } : null;
  }

  /** Replaces what plays and what was to follow it by `items`. */
  play(items: readonly [Item, ...Item[]], options: PlayOptions = {}): void {
    const { deviceId, positionMs = 0, contextUri = null, offset } = options;
    if (offset !== undefined && offset >= items.length) throw restricted();
    this.command(deviceId);
    this.begin(this.order.load(items, contextUri, offset), this.now());
    if (positionMs > 0) this.jump(positionMs);
  }

  resume(deviceId?: string): void {
    this.command(deviceId);
    if (!this.current || this.current.isPlaying) throw restricted();
    this.current.resume(this.now());
  }

  pause(deviceId?: string): void {
    this.command(deviceId);
    if (!this.current?.isPlaying) throw restricted();
    this.current.pause(this.now());
  }

  /** Goes on to the next item, or stops if there is none. */
  next(deviceId?: string): void {
    this.command(deviceId);
    if (this.current) this.begin(this.order.skip(this.current.item), this.now());
  }

  previous(deviceId?: string): void {
    this.command(deviceId);
    this.begin(this.order.previous(), this.now());
  }

  /** Beyond the item's end the next one begins. */
  seek(positionMs: number, deviceId?: string): void {
    this.command(deviceId);
    if (!this.current) throw restricted();
    this.jump(positionMs);
  }

  enqueue(item: Item, deviceId?: string): void {
    this.command(deviceId);
    this.order.enqueue(item);
  }

  setRepeat(repeat: Repeat, deviceId?: string): void {
    this.command(deviceId);
    this.order.repeat = repeat;
  }

  setShuffle(on: boolean, deviceId?: string): void {
    this.command(deviceId);
    this.order.shuffle = on;
  }

  /** Sets the volume of the device, from 0 to 100, which does not make it the active one. */
  setVolume(percent: number, deviceId?: string): void {
    const device = requireDevice(this.devices, deviceId);
    if (!device.supportsVolume) {
      throw new SpotifyError(
        403,
        "Player command failed: Cannot control device volume",
        "VOLUME_CONTROL_DISALLOW",
      );
    }
    device.volumePercent = percent;
  }

  /** Makes the device the active one. What plays goes on there; what is paused too if `play`. */
  transfer(deviceId: string, play = false): void {
    this.command(deviceId);
    if (play) this.current?.resume(this.now());
  }

  switchOn(deviceId: string): void {
    for (const device of this.devices) if (device.id === deviceId) device.isOn = true;
  }

  /** If the device is the active one, the music stops and no device is active any more. */
  switchOff(deviceId: string): void {
    this.settle();
    const device = this.devices.find(({ id }) => id === deviceId);
    if (!device) return;
    if (device.isActive) this.current?.pause(this.now());
    device.isOn = device.isActive = false;
  }

  /** Begins a command: brings what plays up to the present, and makes the device the active one. */
  protected command(deviceId?: string): void {
    this.settle();
    const device = requireDevice(this.devices, deviceId);
    for (const other of this.devices) other.isActive = other === device;
  }
}
