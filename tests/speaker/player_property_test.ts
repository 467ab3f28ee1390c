// Whatever the player reports, and whatever people decide meanwhile: one song plays, each request once, and tips agree.
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import {
  cafeOf,
  type LibraryCafe,
  libraryCafe,
  useLibrary,
} from "../support/music/library_cafe.ts";
import { createOwner } from "../support/people/factories.ts";
import { decide, submit } from "../support/people/requests.ts";
import { rounds } from "../support/time/effort.ts";
import type { SpeakerReport } from "../../server/contract/speaker.ts";

const SKIPPED_EARLY_MS = 30_000;

type Step =
  | { do: "request"; song: number; tip: number }
  | { do: "reject" | "undo"; which: number }
  | { do: "report"; event: SpeakerReport["event"]; which: number; positionMs: number }
  | { do: "play-next" | "pause" | "resume" | "skip" | "claim" | "on" | "off" }
  | { do: "wait"; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("request" as const), song: fc.nat(4), tip: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("reject", "undo"), which: fc.nat(9) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      event: fc.constantFrom("started", "started", "progress", "ended", "failed"),
      // 0 and 1 are what the player was told last, the others what it was told before.
      which: fc.oneof({ weight: 4, arbitrary: fc.nat(1) }, fc.nat(12)),
      positionMs: fc.constantFrom(0, 500, 9_999, 10_000, 29_999, 30_000, 200_000, 900_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom("play-next", "pause", "resume", "skip", "claim", "on", "off"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 1_000, 29_999, 30_000, 91_000, 200_000),
    }),
  },
);

Deno.test("any sequence of reports, decisions and presses plays one song at a time and each request once, and the ledger holds what began and was not reversed", async () => {
  await using first = await libraryCafe({ songs: 5 });
  const { app, library } = first;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 8, maxLength: 40 }),
      async (fallback, steps) => {
        const cafe = cafeOf(app, library, await createOwner(app.deps));
        await useLibrary(cafe, { auto: true, fallback });
        const evening = new Evening(cafe, await cafe.hold());
        for (const one of steps) {
          await evening.take(one);
          await evening.check();
        }
      },
    ),
    { numRuns: rounds(25, 600) },
  );
});

class Evening {
  /** Every id that the player was told, the last ones first. */
  readonly told: string[] = [];
  readonly requested: string[] = [];

  constructor(readonly cafe: LibraryCafe, public lease: string) {}

  async take(one: Step): Promise<void> {
    const { app, owner } = this.cafe;
    if (one.do === "wait") return app.clock.pass(one.ms);
    if (one.do === "request") {
      const song = { uri: `library:${one.song + 1}`, tipAmount: one.tip };
      const { _id } = await submit(app, owner.ownerId, song);
      this.requested.push(_id);
      return await drop(decide(app, owner.token, _id, "approved"));
    }
    if (one.do === "reject" || one.do === "undo") {
      const id = this.requested[one.which];
      if (!id) return;
      return await drop(
        one.do === "reject"
          ? decide(app, owner.token, id, "rejected")
          : this.cafe.say("POST", `/api/requests/${id}/undo`),
      );
    }
    if (one.do === "report") {
      const id = this.told[one.which];
      if (id) await this.cafe.report(this.lease, id, one.event, one.positionMs);
      return;
    }
    if (one.do === "claim") return void (this.lease = await this.cafe.hold("other", true));
    if (one.do === "play-next") return await drop(this.cafe.say("POST", "/api/requests/play-next"));
    if (one.do === "on" || one.do === "off") {
      return await drop(this.cafe.say("PUT", "/api/playback/auto", { on: one.do === "on" }));
    }
    await drop(this.cafe.say("POST", `/api/playback/${one.do}`));
  }

  async check(): Promise<void> {
    const { play, next } = await this.cafe.current(this.lease);
    const [rows, tips, requests] = await Promise.all([
      this.cafe.rows(),
      this.cafe.tips(),
      this.cafe.requests(),
    ]);
    for (const id of [next?.id, play?.id]) {
      if (!id) continue;
      if (this.told.includes(id)) this.told.splice(this.told.indexOf(id), 1);
      this.told.unshift(id);
    }
    const active = rows.filter(({ endedAt }) => endedAt === null);
    assert.deepEqual(active.map(({ id }) => id), play ? [play.id] : []);
    assert.ok(!rows.some(({ id }) => id === next?.id), "what follows has not begun or failed yet");
    const begun = rows.filter((row) => row.requestId !== null && row.startedAt !== null);
    assert.equal(new Set(begun.map(({ requestId }) => requestId)).size, begun.length);
    const expected = begun.flatMap(({ requestId, whyEnded, heardMs }) => {
      const { tipKurus, status } = requests.find(({ id }) => id === requestId)!;
      assert.equal(status, "played");
      const isReversed = whyEnded === "not_played" ||
        (whyEnded === "skipped" && heardMs! < SKIPPED_EARLY_MS);
      return [
        `${requestId} tip ${tipKurus}`,
        ...isReversed ? [`${requestId} reversal ${0 - tipKurus}`] : [],
      ];
    });
    assert.deepEqual(tips.map((tip) => tip.join(" ")).sort(), expected.sort());
    const played = requests.filter(({ status }) => status === "played");
    assert.equal(played.length, begun.length, "no request is played without a play that began");
  }
}

async function drop(answer: Promise<Response>): Promise<void> {
  await (await answer).body?.cancel();
}
