// What guests ask for in a long evening and how the owner decides, at times that follow from a seed.
import { strict as assert } from "node:assert";
import { PLAYLISTS, SONGS } from "../../../server/music/demo/catalogue.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { anyAddress, decide, draft, newGuest } from "../people/requests.ts";
import type { Seeded } from "../people/seeded.ts";
import type { AutomaticEvening } from "./automatic_evening.ts";
import type { ExpectedQueue } from "./expected_queue.ts";
import { CHOSEN } from "./incidents.ts";

/** Something that a guest or the owner does `atS` seconds after the evening began. */
export interface Deed {
  atS: number;
  act(evening: AutomaticEvening, expected: ExpectedQueue): Promise<void>;
}

interface Counts {
  guests: number;
  requests: number;
  /** The last request comes by then, in seconds. */
  untilS: number;
}

const TIPS = [0, 0, 5, 10, 10, 20, 35, 50, 100];
const MINUTE = 60;

/** Songs that are neither in the cafe's playlist nor the one that a person will choose. */
export const ASKED_FOR = SONGS.filter((song) =>
  song !== CHOSEN && !PLAYLISTS[0]!.songs.includes(song)
);

/** Guests search and ask for songs, each for another one; the owner approves most, and takes some back. */
export function planEvening(random: Seeded, { guests, requests, untilS }: Counts): Deed[] {
  const cookies: string[] = [];
  const deeds: Deed[] = [];
  const songs = [...ASKED_FOR];
  for (let i = 0; i < requests; i++) {
    const [song] = songs.splice(random.upTo(songs.length), 1);
    const guest = random.upTo(guests);
    const tipAmount = random.pick(TIPS);
    const askedS = random.upTo(untilS);
    const decidedS = askedS + 5 + random.upTo(5 * MINUTE);
    const status = random.upTo(5) === 0 ? "rejected" : "approved";
    const isTakenBack = status === "approved" && random.upTo(12) === 0;
    let made: SongRequest;
    deeds.push({
      atS: askedS,
      async act({ app, owner }) {
        cookies[guest] ??= await newGuest(app);
        const { title, artists, uri } = song!;
        const term = encodeURIComponent(title);
        const address = anyAddress();
        await app.call("GET", `/api/spotify/search?term=${term}`, { address });
        const body = draft(owner.ownerId, {
          ...{ songTitle: title, artist: artists.join(", "), albumArt: "", uri, tipAmount },
        });
        const headers = { cookie: cookies[guest] };
        const response = await app.call("POST", "/api/requests", { body, address, headers });
        assert.equal(response.status, 201);
        made = await response.json();
      },
    }, {
      atS: decidedS,
      async act({ app, owner }, expected) {
        if (status === "approved") {
          expected.approve({
            id: made._id,
            uri: made.uri,
            tip: tipAmount,
            createdAt: made.createdAt,
          });
        }
        assert.equal((await decide(app, owner.token, made._id, status)).status, 200);
      },
    });
    if (!isTakenBack) continue;
    deeds.push({
      atS: decidedS + 30 + random.upTo(10 * MINUTE),
      async act({ app, owner }, expected) {
        const { status } = await decide(app, owner.token, made._id, "rejected");
        if (status === 200) expected.remove(made._id);
      },
    });
  }
  return deeds.sort((a, b) => a.atS - b.atS);
}
