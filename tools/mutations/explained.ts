// Changes that no test notices, and why that is right.
import { changeOf, type Mutant } from "./mutant.ts";

export interface Explained {
  path: string;
  /** The line of code, or the part of it that tells it from the others of the file. */
  code: string;
  /** As the task prints it: `"<" -> "<="`. */
  change: string;
  why: string;
}

/** Whether it explains this mutant of the file that stands in `text`. */
export function explains({ path, code, change }: Explained, mutant: Mutant, text: string): boolean {
  const line = text.split("\n")[mutant.line - 1]!;
  return path === mutant.path && line.includes(code) && change === changeOf(text, mutant);
}

export const EXPLAINED: Explained[] = [
  {
    path: "db/requests/house_refusal.ts",
    code: "guest_blocked: `blocked_until > :now and exists",
    change: '" > " -> " >= "',
    why:
      "It only spares the search for a block that holds, and the search decides by the block's own end.",
  },
  {
    path: "server/payouts/closing.ts",
    code: "MIN_CLOCK_MS = Date.UTC(2026, 0, 1)",
    change: '"0" -> "1"',
    why: "Any day between 1970 and the first release tells a clock that was never set.",
  },
  {
    path: "server/house/opening_hours.ts",
    code: "while (last && spans.length > 1",
    change: '">" -> ">="',
    why:
      "A single span that reaches itself fills the week, and the whole week is returned then either way.",
  },
  {
    path: "db/plays/failed_songs.ts",
    code: "sent_at > :since and ${FAILED_AT_PAGE}",
    change: '" > " -> " >= "',
    why:
      "The bound of 24 hours keeps the statement from reading every play; which side of it a millisecond is on is free.",
  },
  {
    path: "server/commands/serve.ts",
    code: "label.padEnd(12)",
    change: '"12" -> "13"',
    why: "It is the width of a column in the terminal.",
  },
  {
    path: "db/connection/backup.ts",
    code: "CHUNK_BYTES = 1024 * 1024",
    change: '"*" -> "/"',
    why: "The copy is the same whatever the size of the pieces that it is made of.",
  },
  {
    path: "db/plays/shuffle.ts",
    code: "[round + 1, -1, 0]",
    change: '"1" -> "2"',
    why:
      "No place is below 0, so that -2 stands before the first as -1 does. shuffle_test.ts holds the round.",
  },
  {
    path: "db/plays/shuffle.ts",
    code: "mixed >>> 13",
    change: '"13" -> "14"',
    why:
      "Another mixture of the bits is as good, as long as what factorOf returns is odd and differs. shuffle_test.ts holds both.",
  },
  {
    path: "db/requests/house.ts",
    code: "status = 'pending' and created_at < ${end}",
    change: '" < " -> " <= "',
    why: "No request is accepted in the very moment in which the hours end.",
  },
  {
    path: "db/plays/speaker_reports.ts",
    code: "plays.rowid > p.rowid",
    change: '" > " -> " >= "',
    why: "The row itself is that of a song that plays, which is not one that has failed.",
  },
  {
    path: "db/requests/decisions.ts",
    code: "changed: changed.length > 0, revision: room[0]?.revision ?? 0",
    change: '"0" -> "1"',
    why:
      "A cafe with a request has a room, by a trigger, so that the number is never used. watched_queue_test.ts holds the rest of the line.",
  },
  {
    path: "db/requests/decisions.ts",
    code: "changed: changed.length, revision: room[0]?.revision ?? 0",
    change: '"0" -> "1"',
    why:
      "Without a room nothing was changed, and no revision is told then. many_at_once_test.ts holds which one is told.",
  },
  {
    path: "db/plays/shuffle.ts",
    code: "Math.imul(round ^ (round >>> 16), 0x85ebca6b)",
    change: '"0x85ebca6b" -> "2246822508"',
    why:
      "Another mixture of the bits is as good, as long as what factorOf returns is odd, which its last line sees to, and differs. shuffle_test.ts holds both.",
  },
  {
    path: "server/commands/make_backup.ts",
    code: "Deno.writeFile(part, new Uint8Array(), { createNew: true",
    change: '"true" -> "false"',
    why: "Unfinished copies were removed before, under the lock, so that the file is always new.",
  },
  {
    path: "server/requests/queue.ts",
    code: "MAX_CHARACTERS = 16 * 1024 * 1024",
    change: '"1024" -> "1025"',
    why: "How much a cache keeps is free.",
  },
  {
    path: "server/http/answers.ts",
    code: "LARGE_BYTES = 16 * 1024",
    change: '"1024" -> "1025"',
    why: "It only decides which answers are counted; which side of it a kilobyte is on is free.",
  },
  {
    path: "server/commands/seed_evenings.ts",
    code: "requests.at(-1)!.createdAt + PAUSE_MS",
    change: '"1" -> "2"',
    why: "It moves the last request of an evening that is made up by some minutes.",
  },
  {
    path: "server/commands/seed_evenings.ts",
    code: "TABLES[(i * 5 + day) % TABLES.length]",
    change: '"5" -> "6"',
    why: "Which guest of an evening that is made up sits at which table is free.",
  },
  {
    path: "server/music/demo/song.ts",
    code: "between: (least, most) => least + next() * (most - least)",
    change: '"-" -> "+"',
    why: "It is how far the shapes of a made up cover lie apart.",
  },
  {
    path: "db/requests/house.ts",
    code: "TOO_FAR_MS = 8 * DAY_MS",
    change: '"8" -> "9"',
    why: "Hours are weekly, so that every bound above seven days tells a clock that ran ahead.",
  },
  {
    path: "server/payouts/closing.ts",
    code: "MIN_CLOCK_MS = Date.UTC(2026, 0, 1)",
    change: '"1" -> "2"',
    why: "A clock that is wrong shows 1970; any day before the first release will do.",
  },
  {
    path: "db/evenings/evenings.ts",
    code: "then iif(r.decided_by is null, coalesce(r.decided_at",
    change: '"is null" -> "is not null"',
    why:
      "Only requests of earlier releases have no entered_at, and of those either time is a guess. record_test.ts holds the others.",
  },
  {
    path: "server/production.ts",
    code: "Deno.mainModule ===",
    change: '"Deno.mainModule === import.meta.resolve(\\"../main.ts\\")" -> "true"',
    why: "It gives tests that import main.ts React's warnings, of which there are none.",
  },
  {
    path: "db/connection/write_queue.ts",
    code: "await sleep(LOCK_RETRY_INTERVAL_MS)",
    change: '"await " -> ""',
    why: "Without the pause it tries more often until the same moment.",
  },
  {
    path: "db/evenings/evening_counters.ts",
    code: "from (select coalesce(max(title), :title) as title",
    change: '"max(" -> "min("',
    why: "A uri has one row at the most: the function only makes a row of none.",
  },
  {
    path: "server/playback/conductor/times.ts",
    code: "STANDING_MS = 4_000",
    change: '"4_000" -> "4001"',
    why: "Which side of it a millisecond is on is free.",
  },
  {
    path: "server/payouts/closing.ts",
    code: "closedUntil > nowMs + MAX_AHEAD_MS",
    change: '">" -> ">="',
    why: "Weeks end a week apart, so that none is closed just a day ahead.",
  },
  {
    path: "server/playback/conductor/conduct.ts",
    code: "if (!isKnown && before?.state",
    change: '"!isKnown && before?.state !== \\"playing\\"" -> "true"',
    why:
      "What plays the machine records itself, so that settling it by the same look changes nothing, and costs a reading.",
  },
  {
    path: "server/playback/conductor/conduct.ts",
    code: "if (!isKnown && before?.state",
    change: '"&&" -> "||"',
    why:
      "What plays the machine records itself, so that settling it by the same look changes nothing, and costs a reading.",
  },
];
