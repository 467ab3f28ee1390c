// What a person can do on the page. A command that needs a device uses the active one, or else the first that is on.
import { findPlaylist } from "../catalogue/playlists.ts";
import { findSong } from "../catalogue/songs.ts";
import { activeDevice } from "../player/device.ts";
import type { Player } from "../player/player.ts";
import { REPEATS } from "../player/running_order.ts";
import { SONG_LENGTHS } from "./devices_view.ts";

/** How long before its end a song goes on after the button for that, in ms. */
const BEFORE_END_MS = 15_000;

/** Values that the page does not have are ignored. Throws a SpotifyError as the player does. */
export type Action = (player: Player, form: URLSearchParams) => void;

export const ACTIONS: Record<string, Action> = {
  "pause": (player) => player.pause(somewhere(player)),
  "resume": (player) => player.resume(somewhere(player)),
  "next": (player) => player.next(somewhere(player)),
  "previous": (player) => player.previous(somewhere(player)),
  "end": (player) => {
    const { durationMs } = player.playing() ?? { durationMs: 0 };
    player.seek(Math.max(0, durationMs - BEFORE_END_MS), somewhere(player));
  },
  "song": (player, form) => {
    const song = findSong(form.get("uri")?.split(":").at(-1) ?? "");
    if (song) player.play([song], { deviceId: somewhere(player) });
  },
  "playlist": (player, form) => {
    const playlist = findPlaylist(form.get("id") ?? "");
    const options = { deviceId: somewhere(player), contextUri: playlist?.uri };
    if (playlist) player.play(playlist.songs, options);
  },
  "volume": (player, form) => {
    const percent = Number(form.get("percent") || NaN);
    if (percent >= 0 && percent <= 100) player.setVolume(Math.round(percent));
  },
  "shuffle": (player, form) => {
    player.playing(); // what has ended meanwhile went by the old setting
    player.order.shuffle = form.get("state") === "on";
  },
  "autoplay": (player, form) => {
    player.playing();
    player.order.autoplay = form.get("state") === "on";
  },
  "repeat": (player, form) => {
    player.playing();
    const repeat = REPEATS.find((each) => each === form.get("state"));
    if (repeat) player.order.repeat = repeat;
  },
  "length": (player, form) => {
    const seconds = SONG_LENGTHS.find((each) => `${each}` === form.get("seconds"));
    player.songLength = seconds === undefined ? undefined : { ms: seconds * 1000 };
  },
  "move": (player, form) => player.transfer(form.get("device") ?? ""),
  "switch-on": (player, form) => player.switchOn(form.get("device") ?? ""),
  "switch-off": (player, form) => player.switchOff(form.get("device") ?? ""),
};

function somewhere({ devices }: Player): string | undefined {
  if (activeDevice(devices)) return undefined;
  return devices.find(({ id, isOn, isRestricted }) => isOn && !isRestricted && id !== null)?.id ??
    undefined;
}
