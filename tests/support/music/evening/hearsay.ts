// Which guest's song was heard: what sounds is known by its address at the account, and by its play at a page.
import { sql } from "drizzle-orm";
import type { Hearing } from "./ear.ts";
import type { Evening, GuestSong } from "./port.ts";
import { AUDIBLE_MS } from "./tolerances.ts";

export interface Hearsay {
  /** The guest's song that this was, undefined for other music. */
  songOf(hearing: Hearing): Promise<GuestSong | undefined>;
  /** When and where this guest's song was heard. */
  hearingsOf(song: GuestSong): Promise<Hearing[]>;
  heardMs(song: GuestSong): Promise<number>;
  /** Whether it was audible, as far as that is known without asking the database. */
  wasHeard(song: GuestSong): boolean;
  /** Whether any of it was heard, as far as that is known without asking the database. */
  hasBegun(song: GuestSong): boolean;
  /** Whether its request counts as played. */
  isPlayed(song: GuestSong): Promise<boolean>;
}

export function createHearsay({ ear, songs, house }: Evening): Hearsay {
  /** The requests of plays, by the id of the play. */
  const requests = new Map<string, string | null>();

  const hearsay: Hearsay = {
    async songOf(hearing) {
      const { playId, uri, isOrdered } = hearing;
      if (playId === undefined) {
        return isOrdered ? songs.find((song) => song.uri === uri) : undefined;
      }
      const known = songs.find(({ id }) => playId.startsWith(id));
      if (known) return known;
      if (!requests.has(playId)) {
        const [row] = await read<{ requestId: string | null }>(
          sql`select request_id as requestId from plays where id = ${playId}`,
        );
        if (row) requests.set(playId, row.requestId);
      }
      return songs.find(({ id }) => id === requests.get(playId));
    },
    async hearingsOf(song) {
      const found: Hearing[] = [];
      for (const hearing of ear.hearings) {
        if (hearing.uri === song.uri && await hearsay.songOf(hearing) === song) found.push(hearing);
      }
      return found;
    },
    async heardMs(song) {
      return (await hearsay.hearingsOf(song)).reduce((sum, { ms }) => sum + ms, 0);
    },
    wasHeard: (song) =>
      ear.hearings.some(({ uri, ms, isOrdered }) =>
        isOrdered && uri === song.uri && ms >= AUDIBLE_MS
      ),
    hasBegun: (song) => ear.hearings.some(({ uri, isOrdered }) => isOrdered && uri === song.uri),
    async isPlayed({ id }) {
      const [row] = await read<{ status: string }>(
        sql`select status from song_requests where id = ${id}`,
      );
      return row?.status === "played";
    },
  };
  return hearsay;

  async function read<T>(query: ReturnType<typeof sql>): Promise<T[]> {
    return await house.app()?.deps.db.read.all<T>(query) ?? [];
  }
}
