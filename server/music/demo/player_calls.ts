// /v1/me and /v1/me/player
import { type Context, Hono } from "hono";
import { z } from "zod";
import { readBody } from "../../http/read_body.ts";
import { type ListenerEnv, requireListener } from "./bearer.ts";
import { findSong } from "./catalogue/songs.ts";
import type { DemoAccountOptions } from "./options.ts";
import { toDeviceObject, toPlayerObject } from "./player_object.ts";
import type { Song } from "./song.ts";
import { SpotifyError } from "./spotify_error.ts";

const READ_STATE = "user-read-playback-state";
const READ_PLAYING = "user-read-currently-playing";
const COMMAND = "user-modify-playback-state";

const PlayOrder = z.object({
  uris: z.array(z.string()).min(1).optional(),
  position_ms: z.number().int().min(0).optional(),
});

type ListenerContext = Context<ListenerEnv>;

export function playerCalls(options: DemoAccountOptions) {
  const playerOf = (c: ListenerContext) => options.players.of(c.var.listener);
  const command = requireListener(COMMAND);
  const playing = (c: ListenerContext) => {
    const player = playerOf(c);
    const now = player.playing();
    return now ? c.json(toPlayerObject(options, now, player.devices)) : c.body(null, 204);
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
    .get("/player", requireListener(READ_STATE), playing)
    .get("/player/currently-playing", requireListener(READ_PLAYING, READ_STATE), playing)
    .get(
      "/player/devices",
      requireListener(READ_STATE),
      (c) => c.json({ devices: playerOf(c).devices.map(toDeviceObject) }),
    )
    .put("/player/play", command, async (c) => {
      const order = await readOrder(c);
      const device = c.req.query("device_id");
      if (order.uris) playerOf(c).play(toSongs(order.uris), device, order.position_ms);
      else playerOf(c).resume(device);
      return c.body(null, 204);
    })
    .put("/player/pause", command, (c) => {
      playerOf(c).pause(c.req.query("device_id"));
      return c.body(null, 204);
    })
    .post("/player/next", command, (c) => {
      playerOf(c).next(c.req.query("device_id"));
      return c.body(null, 204);
    })
    .post("/player/queue", command, (c) => {
      const uri = c.req.query("uri");
      if (!uri) throw new SpotifyError(400, "Missing required field: uri");
      playerOf(c).enqueue(toSong(uri), c.req.query("device_id"));
      return c.body(null, 204);
    });
}

async function readOrder(c: Context): Promise<z.infer<typeof PlayOrder>> {
  const text = await readBody(c.req.raw);
  if (text === "") return {};
  try {
    return PlayOrder.parse(JSON.parse(text));
  } catch (cause) {
    throw new SpotifyError(
      400,
      cause instanceof SyntaxError ? "Malformed json" : "Json body contains an invalid value",
    );
  }
}

function toSongs(uris: string[]): [Song, ...Song[]] {
  return uris.map(toSong) as [Song, ...Song[]];
}

function toSong(uri: string): Song {
  const [, id] = /^spotify:track:([0-9A-Za-z]{22})$/.exec(uri) ?? [];
  if (!id) throw new SpotifyError(400, `Invalid track uri: ${uri}`);
  const song = findSong(id);
  if (!song) throw new SpotifyError(404, "Resource not found");
  return song;
}
