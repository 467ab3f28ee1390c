// The calls of /v1/me/player that command. Each answers 204 (developer.spotify.com/documentation/web-api).
import { type Context, Hono } from "hono";
import { z } from "zod";
import { readBody } from "../../http/read_body.ts";
import { type ListenerEnv, requireListener } from "./bearer.ts";
import type { DemoAccountOptions } from "./options.ts";
import { readChoice, readWhole } from "./parameters.ts";
import { PlayOrder, readPlayOrder, toSong } from "./play_order.ts";
import type { Player } from "./player/player.ts";
import { REPEATS } from "./player/running_order.ts";
import { SpotifyError } from "./spotify_error.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** One device at most, although it is a list. */
const Transfer = z.object({
  device_ids: z.array(z.string()).length(1),
  play: z.boolean().optional(),
});

type Command = (player: Player, c: Context, deviceId?: string) => void | Promise<void>;

export function playerCommands({ players }: Pick<DemoAccountOptions, "players">) {
  const calls = new Hono<ListenerEnv>();
  const command = (method: "PUT" | "POST", path: string, act: Command) =>
    calls.on(method, path, requireListener("user-modify-playback-state"), async (c) => {
      await act(players.of(c.var.listener), c, c.req.query("device_id"));
      return c.body(null, 204);
    });

  command("PUT", "/player", async (player, c) => {
    const { device_ids: [deviceId = ""], play } = await readJson(c, Transfer);
    player.transfer(deviceId, play);
  });
  command("PUT", "/player/play", async (player, c, deviceId) => {
    const order = readPlayOrder(await readJson(c, PlayOrder, {}));
    if (order) player.play(order.songs, { ...order.options, deviceId });
    else player.resume(deviceId);
  });
  command("PUT", "/player/pause", (player, _, deviceId) => player.pause(deviceId));
  command("POST", "/player/next", (player, _, deviceId) => player.next(deviceId));
  command("POST", "/player/previous", (player, _, deviceId) => player.previous(deviceId));
  command("PUT", "/player/seek", (player, c, deviceId) => {
    player.seek(readWhole(c, "position_ms", [0, DAY_MS]), deviceId);
  });
  command("PUT", "/player/volume", (player, c, deviceId) => {
    player.setVolume(readWhole(c, "volume_percent", [0, 100]), deviceId);
  });
  command("PUT", "/player/shuffle", (player, c, deviceId) => {
    player.setShuffle(readChoice(c, "state", ["true", "false"]) === "true", deviceId);
  });
  command("PUT", "/player/repeat", (player, c, deviceId) => {
    player.setRepeat(readChoice(c, "state", REPEATS), deviceId);
  });
  command("POST", "/player/queue", (player, c, deviceId) => {
    const uri = c.req.query("uri");
    if (!uri) throw new SpotifyError(400, "Missing required field: uri");
    player.enqueue(toSong(uri), deviceId);
  });
  return calls;
}

/** The body, or `ifEmpty` if there is none. @throws SpotifyError 400 */
async function readJson<T>(c: Context, schema: z.ZodType<T>, ifEmpty?: T): Promise<T> {
  const text = await readBody(c.req.raw);
  if (text === "" && ifEmpty !== undefined) return ifEmpty;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new SpotifyError(
      400,
      cause instanceof SyntaxError ? "Malformed json" : "Json body contains an invalid value",
    );
  }
}
