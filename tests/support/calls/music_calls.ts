// The calls of music and of what plays, each as it succeeds.
import { wav } from "../music/audio_files.ts";
import { addLibrarySong } from "../music/library_app.ts";
import { useSource } from "../music/manual_cafe.ts";
import { playNext, queueUp } from "../people/cafe_evening.ts";
import { connect, consent, depart, isConnected, ticketFor } from "../people/connection.ts";
import { everyone, owner, type PreparedCafe, team } from "./row.ts";

const LIST = { headers: { "content-type": "text/csv" }, body: "Gülpembe,Barış Manço" };

/** First those for which the cafe plays its own files: the others choose the Spotify account again. */
export const MUSIC_CALLS = {
  "GET /api/library": owner(200),
  "POST /api/library/scan": owner(202, async ({ app }) => {
    await addLibrarySong(app.deps);
    return {};
  }),
  "GET /api/library/songs": owner(200),
  "PUT /api/library/songs/:id": owner(200, async ({ app }) => ({
    param: `${await addLibrarySong(app.deps)}`,
    body: { hidden: false },
  })),
  "GET /api/library/songs/:id/audio": owner(200, async ({ app }) => ({
    param: `${await addLibrarySong(app.deps)}`,
  })),
  "POST /api/library/files": owner(201, async ({ app, owner: { ownerId } }) => {
    await addLibrarySong(app.deps);
    await app.deps.library.take(ownerId);
    return {
      query: `?name=${crypto.randomUUID()}.wav`,
      headers: { "content-type": "audio/wav" },
      body: new Blob([wav()]),
    };
  }),
  "GET /api/library/covers/:id": everyone(200, async ({ app }) => ({
    param: `${await addLibrarySong(app.deps)}`,
  })),
  "POST /api/player/claim": team(200, async ({ app, owner: { ownerId } }) => {
    await useSource(app.deps, ownerId, "library");
    return { body: { tab: "a" } };
  }),
  "GET /api/player/current": everyone(200, async (cafe) => ({
    query: `?lease=${await becomePlayer(cafe)}`,
  })),
  "POST /api/player/report": everyone(200, async (cafe) => ({
    body: { lease: await becomePlayer(cafe), playId: "a-0", event: "started", positionMs: 0 },
  })),
  "POST /api/player/leave": everyone(204, async (cafe) => ({
    body: { lease: await becomePlayer(cafe) },
  })),
  "GET /api/library/audio/:file": everyone(200, async (cafe) => ({
    param: `${await addLibrarySong(cafe.app.deps)}.mp3`,
    cookie: `player=${await becomePlayer(cafe)}`,
  })),
  "GET /api/music": owner(200),
  "PUT /api/music": owner(200, { body: { fallback: { kind: "none" } } }),
  "PUT /api/music/list": owner(200, LIST),
  "POST /api/music/list/preview": owner(200, LIST),
  "GET /api/music/list": owner(200),
  "GET /api/music/suggestions": everyone(200, ({ owner: { ownerId } }) => ({
    query: `?ownerId=${ownerId}`,
  })),
  "GET /api/music/search": everyone(200, ({ owner: { ownerId } }) => ({
    query: `?ownerId=${ownerId}&term=a`,
  })),
  "GET /api/spotify/search": everyone(200, { query: "?term=a" }),
  "POST /api/spotify/ticket": owner(200),
  "POST /api/spotify/disconnect": owner(200),
  "GET /api/spotify/login": everyone(302, async ({ app, owner: { token } }) => ({
    query: `?token=${await ticketFor(app, token)}`,
  })),
  "GET /api/spotify/callback": everyone(302, async ({ app, owner: { token } }) => {
    const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
    return { cookie, query: new URL(await consent(app, authorizeUrl)).search };
  }),
  "GET /api/spotify/player": owner(200, connected),
  "PUT /api/spotify/device": owner(200, async (cafe) => {
    await connected(cafe);
    const { token } = cafe.owner;
    const player = await (await cafe.app.call("GET", "/api/spotify/player", { token })).json();
    return { body: { deviceId: player.devices[0].id } };
  }),
  "POST /api/requests/play-next": team(200, async (cafe) => {
    await connected(cafe);
    await queueUp(cafe.app, cafe.owner, [5]);
    return {};
  }),
  "GET /api/playback": team(200, connected),
  "PUT /api/playback/auto": team(200, { body: { on: true } }),
  "POST /api/playback/pause": team(200, async (cafe) => await playing(cafe)),
  "POST /api/playback/resume": team(200, async (cafe) => await playing(cafe)),
  "POST /api/playback/skip": team(200, async (cafe) => await playing(cafe, [5, 5])),
  "PUT /api/playback/volume": team(200, async (cafe) => ({
    ...await playing(cafe),
    body: { percent: 50 },
  })),
  "GET /api/realtime": everyone(101, ({ owner: { ownerId } }) => ({
    query: `?ownerId=${ownerId}`,
  })),
};

/** The cafe plays from its Spotify account, whose calls are spread over time, as it demands (docs/music.md#calls). */
async function connected({ app, owner: { ownerId, token } }: PreparedCafe) {
  await useSource(app.deps, ownerId, "spotify");
  app.clock.pass(5_000);
  if (!await isConnected(app, token)) await connect(app, token);
  return {};
}

/** Requests with these tips (TL) are approved, and the first song of the queue plays. */
async function playing(cafe: PreparedCafe, tips = [5]) {
  await connected(cafe);
  await queueUp(cafe.app, cafe.owner, tips);
  await playNext(cafe.app, cafe.owner.token);
  return {};
}

/** A tab claims the player of the cafe's own files. Returns its lease. */
async function becomePlayer({ app, owner: { ownerId, token } }: PreparedCafe): Promise<string> {
  await useSource(app.deps, ownerId, "library");
  const claim = await app.call("POST", "/api/player/claim", { token, body: { tab: "a" } });
  return (await claim.json()).lease;
}
