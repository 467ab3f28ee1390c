// /v1/me, and the calls of /v1/me/player that read
import { type Context, Hono } from "hono";
import { z } from "zod";
import { DAY_MS } from "../../contract/clock.ts";
import { readBody } from "../../http/validate.ts";
import { type ListenerEnv, requireListener } from "./tokens.ts";
import { findPlaylist, findSong } from "./catalogue.ts";
import { toDeviceObject, toPlayerObject, toPlayingObject } from "./objects.ts";
import type { DemoAccountOptions } from "./players.ts";
import { readChoice, readMarket, readWhole, SpotifyError } from "./parameters.ts";
import type { Player, PlayOptions } from "./player/player.ts";
import { REPEATS } from "./player/running_order.ts";
import type { Song } from "./song.ts";

const READ_STATE = "user-read-playback-state";
const READ_PLAYING = "user-read-currently-playing";

type ListenerContext = Context<ListenerEnv>;

export function playerCalls(options: DemoAccountOptions) {
  const playerOf = (c: ListenerContext) => options.players.of(c.var.listener);
  const shown =
    (toObject: typeof toPlayerObject | typeof toPlayingObject) => (c: ListenerContext) => {
      readMarket(c);
      const playback = playerOf(c).look();
      const types = c.req.query("additional_types")?.split(",") ?? [];
      return playback ? c.json(toObject(options, playback, types)) : c.body(null, 204);
    };

  return new Hono()
    // The real service shows no product, country or e-mail to new apps.
    .get("/", requireListener(), (c) =>
      c.json({
        id: c.var.listener,
        display_name: "Demo Dinleyici",
        type: "user",
        uri: `spotify:user:${c.var.listener}`,
        images: [],
      }))
    .get("/player", requireListener(READ_STATE), shown(toPlayerObject))
    .get(
      "/player/currently-playing",
      requireListener(READ_PLAYING, READ_STATE),
      shown(toPlayingObject),
    )
    .get("/player/devices", requireListener(READ_STATE), (c) => {
      const devices = playerOf(c).devices.filter(({ isOn }) => isOn);
      return c.json({ devices: devices.map(toDeviceObject) });
    });
}

// The body of PUT /v1/me/player/play.

const PlayOrder = z.object({
  context_uri: z.string().optional(),
  uris: z.array(z.string()).min(1).optional(),
  offset: z.object({ position: z.number().int().min(0) }).or(z.object({ uri: z.string() }))
    .optional(),
  position_ms: z.number().int().min(0).optional(),
});
type PlayOrder = z.infer<typeof PlayOrder>;

/**
 * The songs that are ordered, and where to begin. Undefined for an order that only goes on with what is paused.
 * @throws SpotifyError 400 or 404 for songs and playlists that do not exist, and for both at once
 */
function readPlayOrder(
  order: PlayOrder,
): { songs: readonly [Song, ...Song[]]; options: PlayOptions } | undefined {
  const { context_uri: contextUri, uris, offset, position_ms: positionMs } = order;
  if (contextUri !== undefined && uris) {
    throw new SpotifyError(400, "Can't have both context_uri and uris");
  }
  const songs = contextUri !== undefined ? songsOf(contextUri) : uris?.map(toSong);
  const [first, ...rest] = songs ?? [];
  if (!first) return undefined;
  const place = offset && placeOf(offset, [first, ...rest]);
  return { songs: [first, ...rest], options: { contextUri, positionMs, offset: place } };
}

/** @throws SpotifyError 400 if it is no track's uri, 404 if the catalogue does not have it */
function toSong(uri: string): Song {
  const [, id] = /^spotify:track:([0-9A-Za-z]{22})$/.exec(uri) ?? [];
  if (!id) throw new SpotifyError(400, `Invalid track uri: ${uri}`);
  const song = findSong(id);
  if (!song) throw new SpotifyError(404, "Resource not found");
  return song;
}

function songsOf(contextUri: string): readonly Song[] {
  const [, id] = /^spotify:playlist:([0-9A-Za-z]{22})$/.exec(contextUri) ?? [];
  if (!id) throw new SpotifyError(400, "Non supported context uri");
  const playlist = findPlaylist(id);
  if (!playlist) throw new SpotifyError(404, "Resource not found");
  return playlist.songs;
}

/** A song that is not among `songs` counts as a place beyond the last one, which the player refuses. */
function placeOf(offset: NonNullable<PlayOrder["offset"]>, songs: readonly Song[]): number {
  if ("position" in offset) return offset.position;
  const place = songs.findIndex(({ uri }) => uri === offset.uri);
  return place < 0 ? songs.length : place;
}

// The calls of /v1/me/player that command. Each answers 204 (developer.spotify.com/documentation/web-api).

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
