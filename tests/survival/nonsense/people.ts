// The people of the cases: an owner, staff, an admin, a person of no team and a guest, with a cafe, songs, requests and
// money. They arrive again and again, because nonsense logs out, deletes and ends what it finds.
import { closePeriod } from "../../../server/payouts/closing.ts";
import { PLAYLISTS, SONGS } from "../../../server/music/demo/catalogue.ts";
import { useSource } from "../../support/music/manual_cafe.ts";
import { createOwnerWithPassword, PASSWORD, REGISTRATION } from "../../support/people/accounts.ts";
import { connect } from "../../support/people/connection.ts";
import { createAdmin, type TestOwner } from "../../support/people/factories.ts";
import { guestOf } from "../../support/people/guests.ts";
import { HOLDER, IBAN } from "../../support/people/payees.ts";
import { playedSong } from "../../support/people/plays.ts";
import { decide } from "../../support/people/requests.ts";
import { createPerson, createStaff } from "../../support/people/team.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { listenerToken, type Words } from "./known_words.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SONGS_OF = {
  spotify: { uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC" },
  library: { uri: "library:1" },
  manual: { uri: "manual:" },
};
/** What the product itself asks the music account, which has no descriptions to make cases of. */
const MUSIC_ADDRESSES = [
  "/demo/v1/search?type=track&q=a&limit=10",
  `/demo/v1/tracks/${SONGS[0]!.id}`,
  `/demo/v1/playlists/${PLAYLISTS[0]!.id}`,
  `/demo/v1/me/player/queue?uri=${SONGS[0]!.uri}`,
  "/demo/v1/me/player/seek?position_ms=1000",
  "/demo/v1/me/player/volume?volume_percent=50",
  "/demo/v1/me/player/shuffle?state=true",
  "/demo/v1/me/player/repeat?state=context",
];
type Source = keyof typeof SONGS_OF;
const SOURCES = Object.keys(SONGS_OF) as Source[];

/** Lets new people arrive. `round` counts from 0 and decides what music the cafe has. */
export async function arrive(app: TestApp, words: Words, round: number): Promise<void> {
  const { deps } = app;
  const { clientId, clientSecret } = deps.config.spotify;
  const source = SOURCES[round % SOURCES.length]!;
  const owner = await createOwnerWithPassword(app);
  await connect(app, owner.token);
  await useSource(deps, owner.ownerId, source);
  const profile = { name: `Kafe ${round}`, iban: IBAN, accountHolderName: HOLDER };
  await ask(app, owner, "POST", "/api/cafes", profile);
  await playedSong(deps, owner.ownerId, 4010, deps.now() - 20 * DAY_MS);
  await closePeriod(deps, deps.now() - 10 * DAY_MS);

  const learned = {
    ...{ ...REGISTRATION, ...profile, password: PASSWORD, email: owner.email, source },
    ...{ "owner token": owner.token, token: owner.token, ownerId: owner.ownerId },
    ...{ "admin token": (await createAdmin(deps)).token, cafeId: owner.cafeId },
    "staff token": (await createStaff(deps, owner.ownerId, `Ekip ${round}`)).token,
    "cafeless token": (await createPerson(deps)).token,
    ...{ client_id: clientId, client_secret: clientSecret, file: "1.mp3" },
    redirect_uri: `${deps.config.appOrigin}/api/spotify/callback`,
    authorization: `Bearer ${await listenerToken(app)}`,
    ...SONGS_OF[source],
  };
  for (const address of MUSIC_ADDRESSES) words.learnAddress(address);
  for (const [kind, word] of Object.entries(learned)) words.learn(kind, word);
  if (source !== "manual") await askForSongs(app, owner, words, source);
}

/** Three requests of one guest, of which one is approved; and what the owner's screens show. */
async function askForSongs(
  app: TestApp,
  owner: TestOwner,
  words: Words,
  source: Source,
): Promise<void> {
  const guest = await guestOf(app, owner.ownerId);
  words.learn("cookie", guest.cookie);
  for (const tipAmount of [0, 25, 300]) {
    const request = await guest.send({ tipAmount, ...SONGS_OF[source] });
    words.learnJson(request, "requests");
    if (tipAmount === 25) {
      await (await decide(app, owner.token, request._id, "approved")).body?.cancel();
    }
  }
  for (const path of ["/api/cafes/me", "/api/spotify/player", "/api/music"]) {
    words.learnJson(await ask(app, owner, "GET", path), path.split("/")[2]!);
  }
}

async function ask(
  app: TestApp,
  { token }: TestOwner,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  return await (await app.call(method, path, { token, body })).json();
}
