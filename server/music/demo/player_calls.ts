// /v1/me, and the calls of /v1/me/player that read
import { type Context, Hono } from "hono";
import { type ListenerEnv, requireListener } from "./bearer.ts";
import type { DemoAccountOptions } from "./options.ts";
import { readMarket } from "./parameters.ts";
import { toDeviceObject, toPlayerObject, toPlayingObject } from "./player_object.ts";

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
