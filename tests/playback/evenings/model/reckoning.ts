// What must hold at the end of a simulated evening: no guest's song was heard twice or lost, and each tip stands in the
// ledger once, for what was heard.
import type { Hearing } from "./ear.ts";
import type { Deed, Evening, GuestSong } from "./port.ts";
import * as allowed from "./tolerances.ts";
import { AUDIBLE_MS } from "./tolerances.ts";
import { sql } from "../../../support/db/sql.ts";
import type { Statement } from "../../../../db/connection/statement.ts";

interface Row {
  status: string;
  unplayable: number;
  /** How often the ledger has its tip, and its reversal. */
  tips: number;
  reversals: number;
}

/** What is known of one song at the end. */
interface Case {
  song: GuestSong;
  row: Row;
  hearings: Hearing[];
  heardMs: number;
  /** Whether it came to its end, or as near as the next song lets it. */
  isWhole: boolean;
  isHeardNow: boolean;
  isWaiting: boolean;
  isShown: boolean;
  /** What was done by people from a moment before it was heard until a moment after. */
  deeds: Deed[];
}

/** A press or a fault at most this long after the last listening ended the song. */
const MOMENT_MS = 3_000;
/** What a person does that ends a song, or holds it. A press may have ended it although what was to follow failed. */
const CUTS = /^((refused )?(skip|play next)|source|auto off|pause$|app|page|kill|chose)/;
/** What may end a song before it can be heard. A press may have done so although what was to follow failed. */
const PRESSED = /^((refused )?(skip|play next)|source|app|page)/;
/** What ends a song as skipped, if it is in its first 30 seconds. */
const SKIPS = /^(skip|source)/;

/** What is wrong. */
export async function reckon(evening: Evening, hearsay: Hearsay): Promise<string[]> {
  const queue = (await evening.queue()).map(({ _id }) => _id);
  const shown = (await evening.now())?.requestId;
  const faults: string[] = [];
  for (const song of evening.songs) {
    const hearings = await hearsay.hearingsOf(song);
    const from = hearings[0]?.from ?? Infinity;
    const until = hearings.at(-1)?.until ?? -Infinity;
    faults.push(...judge({
      song,
      row: await readRow(evening, song),
      hearings,
      heardMs: hearings.reduce((sum, { ms }) => sum + ms, 0),
      isWhole: hearings.some(({ lastMs }) => lastMs >= song.lengthMs - endOf(evening)),
      isHeardNow: evening.ear.now().some((one) => hearings.includes(one)),
      isWaiting: queue.includes(song.id),
      isShown: shown === song.id,
      deeds: evening.deeds.filter((deed) =>
        deed.at >= from - MOMENT_MS && deed.from <= until + MOMENT_MS
      ),
    }, evening));
  }
  return faults;
}

function judge(one: Case, evening: Evening): string[] {
  if (one.song.isByHand) return one.row.tips === 1 ? [] : ["a song played by hand has no tip"];
  return [
    ...twice(one),
    ...lost(one, evening),
    ...cut(one),
    ...one.hearings.every((hearing) => isKnowable(hearing, one)) ? tip(one, evening) : [],
  ];
}

/**
 * Of a song that sounds only while no one can look at the player, no one can know. Whether an order that was not answered
 * began it, its age tells, which is not known if the clock was set back.
 */
function isKnowable(
  { knowableMs, ms, isAnswered, from, until }: Hearing,
  { deeds }: Case,
): boolean {
  const isAgeKnown = !deeds.some(({ what, at }) =>
    what === "clock back" && at >= from - allowed.AUDIBLE_MS && at <= until
  );
  // A person who ends it in the app while its order is still waited for leaves nothing that a look could show.
  const isEndedUnseen = !isAnswered &&
    deeds.some(({ what, at }) =>
      /^app (next|choose)/.test(what) && at >= from && at <= from + allowed.FAILED_MS
    );
  return (isAnswered || isAgeKnown) && !isEndedUnseen &&
    knowableMs >= Math.min(ms - allowed.AUDIBLE_MS, allowed.FAILED_MS);
}

function twice(one: Case): string[] {
  let before = 0;
  for (const hearing of one.hearings) {
    const { firstMs, ms } = hearing;
    if (!isKnowable(hearing, one)) continue;
    // Where the song was since the page's last report, a page that crashed has not told, and a clock that was set does not
    // tell.
    const isUntold = one.deeds.some(({ what, at }) =>
      /^(page crashed|clock)/.test(what) && at >= one.hearings[0]!.from && at <= hearing.from
    );
    const most = isUntold ? allowed.REPORT_MS : allowed.TWICE_MS;
    if (before >= most && firstMs < allowed.START_MS && ms >= allowed.AUDIBLE_MS) {
      return ["a guest's song is heard twice"];
    }
    before += ms;
  }
  return [];
}

function lost({ song, row, heardMs, isWaiting, isShown, isHeardNow }: Case, evening: Evening) {
  if (row.unplayable) return ["a song is told to be unplayable, which it is not"];
  if (song.status !== "approved" || isWaiting || isShown || isHeardNow) return [];
  if (heardMs >= allowed.AUDIBLE_MS) return [];
  // A press may have ended it before it could be heard.
  return evening.deeds.some(({ what }) => PRESSED.test(what)) ? [] : ["a guest's song is lost"];
}

/** No one but people, the lost speaker and a crash end a song before its end. */
function cut({ hearings, isWhole, isHeardNow, deeds }: Case): string[] {
  if (hearings.length === 0 || isWhole || isHeardNow) return [];
  return deeds.some(({ what }) => CUTS.test(what))
    ? []
    : ["a guest's song is cut, and no one did it"];
}

function tip(one: Case, evening: Evening): string[] {
  const { song, row, heardMs, isWhole, isHeardNow, isShown, deeds, hearings } = one;
  if (row.tips > 1 || row.reversals > row.tips) return ["a tip stands in the ledger twice"];
  if (row.tips === 1 !== (row.status === "played")) return ["a tip is not that of a played song"];
  const isKept = row.tips === 1 && row.reversals === 0;
  const apartMs = song.source === "library" ? allowed.REPORT_MS : allowed.LOOKS_APART_MS;
  // The clock may be set after the song's end too, as long as no look or report has told of that end.
  const { from = 0 } = hearings[0] ?? {};
  const { until = 0 } = hearings.at(-1) ?? {};
  const isClockSet = evening.deeds.some(({ what, at }) =>
    what.startsWith("clock") && at >= from - MOMENT_MS && at <= until + apartMs
  );
  const unknownMs = isClockSet ? apartMs : 0;
  const isEarned = isWhole || heardMs >= allowed.TIP_MS + allowed.TIP_SLACK_MS + unknownMs;
  // It was skipped here, perhaps although no other could follow, or its device went away before it was heard, so that it
  // counts as not played; and a person goes on with it in the app.
  const isSkip = ({ what }: Deed) => /^((refused )?skip|source|app device off)/.test(what);
  const isResumed = deeds.findLastIndex(({ what }) => /^app (resume|device)/.test(what)) >
    deeds.findIndex(isSkip);
  if (isEarned && isResumed && deeds.some(isSkip)) return [];
  if (isEarned && row.reversals === 1) return ["a tip is reversed although its song was heard"];
  if (isEarned && row.tips === 0 && song.status === "approved") {
    return ["a song was heard and earned nothing"];
  }
  if (
    !isKept || isEarned || isHeardNow || isShown || heardMs > allowed.TIP_MS - allowed.TIP_SLACK_MS
  ) {
    return [];
  }
  const ended = hearings.at(-1)?.until;
  const enders = deeds.filter(({ at }) => ended !== undefined && at >= ended - MOMENT_MS);
  if (
    enders.some(({ what }) => SKIPS.test(what)) && !enders.some(({ what }) => !SKIPS.test(what))
  ) {
    return ["a tip is kept although its song was skipped at once"];
  }
  const wasPressed = evening.deeds.some(({ what }) => PRESSED.test(what) || what === "kill");
  if (!deeds.some(({ what }) => CUTS.test(what)) && !(hearings.length === 0 && wasPressed)) {
    return ["a tip is kept although its song was not heard"];
  }
  return [];
}

/** With a crossfade a song ends up to 12 s earlier. */
function endOf({ service }: Evening): number {
  return allowed.END_MS + service.player.crossfadeMs;
}

async function readRow({ house }: Evening, { id }: GuestSong): Promise<Row> {
  const [row] = await house.app()!.deps.db.all<Row>(sql`
    select status, unplayable_at is not null as unplayable,
      (select count(*) from ledger where request_id = r.id and kind = 'tip') as tips,
      (select count(*) from ledger where request_id = r.id and kind = 'reversal') as reversals
    from song_requests r where id = ${id}`);
  return row!;
}

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

  async function read<T>(query: Statement<T>): Promise<T[]> {
    return await house.app()?.deps.db.all<T>(query) ?? [];
  }
}
