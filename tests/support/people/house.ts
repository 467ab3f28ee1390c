// Cafes with rules of the house, and guests who ask there.
import type { ErrorAnswer, ErrorCode } from "../../../server/contract/error_codes.ts";
import { strict as assert } from "node:assert";
import { rememberTracks, type Track } from "../../../db/music/tracks.ts";
import type { CafeHouse, HouseRules, HouseRulesChange } from "../../../server/contract/house.ts";
import { songWords } from "../../../server/house/song_key.ts";
import type { TestApp } from "../start/test_app.ts";
import { createOwner, type TestOwner } from "./factories.ts";
import { anyAddress, draft } from "./requests.ts";

/** A song that a search has shown. */
export const SONG = {
  uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
  title: "Gülpembe",
  artist: "Barış Manço",
  albumArt: "",
  durationMs: 240_000,
  explicit: false,
};

/** Every evening from 18:00 until 02:00 of the next day. */
export const EVENINGS = [1, 2, 3, 4, 5, 6, 7]
  .map((weekday) => ({ weekday, opens: "18:00", closes: "02:00" }));

/** A cafe with these rules. */
export async function houseWith(app: TestApp, rules: HouseRulesChange): Promise<TestOwner> {
  const owner = await createOwner(app.deps);
  await setRules(app, owner, rules);
  return owner;
}

/** Changes rules as the owner does. */
export async function setRules(
  app: TestApp,
  { token }: TestOwner,
  rules: HouseRulesChange,
): Promise<HouseRules> {
  return await app.ok("PUT", "/api/house", { token, body: rules });
}

/** What the cafe tells its guests. */
export async function houseOf(app: TestApp, { cafeId }: TestOwner): Promise<CafeHouse> {
  return (await app.ok("GET", `/api/cafes/${cafeId}`)).house;
}

/** Remembers songs as a search does that shows them. */
export async function showSongs(app: TestApp, ...songs: Partial<Track>[]): Promise<void> {
  const shown = songs.map((changes) => {
    const song = { ...SONG, ...changes };
    return { ...song, ...songWords(song), seenAt: app.clock.now() };
  });
  await rememberTracks(app.deps.db, shown, 100);
}

interface Asked {
  status: number;
  body: Partial<ErrorAnswer> & { _id: string; status: string };
  /** The request that can be supported instead. */
  waiting: string | null;
}

/** Sends a request; with the Cookie header of a guest if one is given. */
export async function ask(
  app: TestApp,
  { ownerId }: TestOwner,
  changes: Record<string, unknown> = {},
  cookie?: string,
): Promise<Asked> {
  const answer = await app.call("POST", "/api/requests", {
    body: draft(ownerId, { uri: SONG.uri, ...changes }),
    address: anyAddress(),
    headers: cookie === undefined ? {} : { cookie },
  });
  const waiting = answer.headers.get("waiting-request");
  return { status: answer.status, body: await answer.json(), waiting };
}

/** Fails unless the request is refused by a rule with this sentence, and with this code and these values if given. */
export async function assertRefused(
  asked: ReturnType<typeof ask>,
  msg: string,
  code?: ErrorCode,
  values?: ErrorAnswer["values"],
): Promise<void> {
  const { status, body } = await asked;
  assert.deepEqual({ status, msg: body.msg }, { status: 409, msg });
  if (code) assert.deepEqual(body, { msg, code, ...values && { values } });
}

/** Fails unless the request is filed with this status. */
export async function assertFiled(asked: ReturnType<typeof ask>, as = "pending"): Promise<void> {
  const { status, body } = await asked;
  assert.deepEqual({ status, as: body.status, msg: body.msg }, { status: 201, as, msg: undefined });
}
