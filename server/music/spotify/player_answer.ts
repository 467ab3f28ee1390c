// Checks what Spotify answers about a player. Only what plays has to be said; the rest may be missing.
import { z } from "zod";
import type { DeviceInUse } from "../device.ts";
import type { NowPlaying } from "../provider.ts";
import { toSong, Track } from "./track.ts";

const PlayerAnswer = z.object({
  is_playing: z.boolean(),
  progress_ms: z.number().nullish(),
  item: z.unknown(),
  context: z.object({ uri: z.string() }).nullish().catch(null),
  device: z.object({
    id: z.string().nullish().catch(null),
    name: z.string(),
    supports_volume: z.boolean().nullish().catch(null),
    volume_percent: z.number().min(0).max(100).nullish().catch(null),
  }).nullish().catch(null),
});

const ModesAnswer = z.object({ repeat_state: z.string(), shuffle_state: z.boolean() });

/** How a player goes on: `repeat` is `off`, `track` or `context`. What is not known is absent. */
export interface Modes {
  repeat?: string;
  shuffle?: boolean;
}

/** Reads what plays. The song is null for an advertisement, an episode or a local file. @throws ZodError */
export function readPlayer(answer: unknown, coverOrigins: readonly string[]): NowPlaying {
  const player = PlayerAnswer.parse(answer);
  const track = Track.safeParse(player.item);
  const progressMs = player.progress_ms ?? null;
  return {
    song: track.success ? toSong(track.data, coverOrigins) : null,
    ...(track.data?.linked_from && { otherUri: track.data.linked_from.uri }),
    isPlaying: player.is_playing,
    progressMs: progressMs === null ? null : Math.max(0, Math.round(progressMs)),
    contextUri: player.context?.uri ?? null,
    device: player.device ? toDeviceInUse(player.device) : null,
  };
}

/** Reads repeat and shuffle of what plays. Empty if the answer does not say. */
export function readModes(answer: unknown): Modes {
  const { data } = ModesAnswer.safeParse(answer);
  return data ? { repeat: data.repeat_state, shuffle: data.shuffle_state } : {};
}

function toDeviceInUse(
  device: NonNullable<z.infer<typeof PlayerAnswer>["device"]>,
): DeviceInUse {
  const { id = null, name, supports_volume: isSettable, volume_percent: percent = null } = device;
  return { id, name, volumePercent: isSettable === false ? null : percent };
}
