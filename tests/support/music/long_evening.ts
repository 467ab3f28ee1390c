// Plays a long evening of a cafe in simulated time, and watches what is heard.
import type { Seeded } from "../people/seeded.ts";
import type { AutomaticEvening } from "./automatic_evening.ts";
import { ExpectedQueue } from "./expected_queue.ts";
import type { Deed } from "./guests_and_owner.ts";
import type { Incident } from "./incidents.ts";

/** Something that happened, from its begin to when its last effect has to be over (epoch ms). */
interface Span {
  name: string;
  from: number;
  until: number;
  silenceS: number;
}

export interface Heard {
  expected: ExpectedQueue;
  spans: Span[];
  /** Silences of more than 5 s that nothing explains. */
  silences: string[];
  /** Guests' songs that the owner skipped. */
  skipped: string[];
  /** For how many seconds something was heard, and each silence of more than 30 s: its end (epoch ms) and its length. */
  soundS: number;
  long: { endedAt: number; seconds: number }[];
}

/** Silence that needs no explanation. */
const FREE_S = 5;
/** The part of the evening in which something happens. Then the queue empties. */
const WITH_INCIDENTS = 0.85;
/** So long after an incident has ended, something may still follow from it. */
const AFTERMATH_MS = 90_000;

/** Runs `seconds`. The deeds happen at their times, the incidents one after another, each in its part of the evening. */
export async function playEvening(
  evening: AutomaticEvening,
  { seconds, deeds, incidents, random, isPerson }: {
    seconds: number;
    deeds: Deed[];
    incidents: Incident[];
    random: Seeded;
    isPerson(incident: Incident): boolean;
  },
): Promise<Heard> {
  const { account, clock, player } = evening;
  const startMs = clock.now();
  const spans: Span[] = [];
  const spanAt = (at: number) => spans.find(({ from, until }) => at >= from && at <= until);
  const expected = new ExpectedQueue((at) => spanAt(at) !== undefined);
  const heard: Heard = { expected, spans, silences: [], skipped: [], soundS: 0, long: [] };
  const partS = WITH_INCIDENTS * seconds / incidents.length;
  const begins = incidents.map((_, i) => Math.floor((i + 0.2) * partS) + random.upTo(partS / 3));
  const left = [...deeds];
  let seen = account.timeline.length;
  let present: { incident: Incident; endS: number } | undefined;
  let next = 0;
  let silentS = 0;

  for (let s = 0; s < seconds; s++) {
    while (left[0] && left[0].atS <= s) {
      await left.shift()!.act(evening, expected);
      await evening.run(0);
      takeIn();
    }
    if (present && s >= present.endS) {
      await present.incident.end(evening);
      present = undefined;
    }
    const incident = incidents[next];
    if (incident && s >= begins[next]! && (!isPerson(incident) || isSongHeard())) {
      const lastsS = 60 + random.upTo(180);
      begin(incident, lastsS);
      await incident.begin(evening);
      present = { incident, endS: s + lastsS };
      next++;
    }
    await evening.run(1);
    // A song that began by itself enters the timeline with the next look at the player.
    listen();
    takeIn();
  }
  return heard;

  function begin({ name, silenceS, stopsMusic }: Incident, lastsS: number) {
    const from = clock.now();
    const until = from + lastsS * 1000 + AFTERMATH_MS;
    spans.push({ name, from, until, silenceS: silenceS + (stopsMusic ? lastsS : 0) });
    if (/owner skips/.test(name)) heard.skipped.push(expected.begun.at(-1)!.song!.id);
  }

  /** Whether a guest's song has begun a short time ago, so that a skip reverses its tip. */
  function isSongHeard(): boolean {
    const last = expected.begun.at(-1);
    const forMs = clock.now() - (last?.at ?? 0);
    return last?.song !== undefined && forMs >= 8_000 && forMs <= 25_000 && player.isHeard();
  }

  function takeIn() {
    for (; seen < account.timeline.length; seen++) {
      const one = account.timeline[seen]!;
      if ("started" in one) expected.begin(one.started, one.at);
    }
  }

  function listen() {
    if (!player.isHeard()) return void silentS++;
    heard.soundS++;
    if (silentS > 30) heard.long.push({ endedAt: clock.now(), seconds: silentS });
    if (silentS > FREE_S) {
      const endedAt = clock.now();
      const span = spanAt(endedAt - silentS * 1000);
      if (silentS > (span?.silenceS ?? FREE_S)) {
        const afterS = (endedAt - startMs) / 1000 - silentS;
        heard.silences.push(`${silentS} s after ${afterS} s (${span?.name ?? "unexplained"})`);
      }
    }
    silentS = 0;
  }
}
