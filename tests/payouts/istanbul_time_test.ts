import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import {
  dateText,
  lastWeekEnd,
  nextWeekEnd,
  periodText,
  startOfDay,
} from "../../server/payouts/istanbul_time.ts";

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();
const someTime = fc.integer({ min: at("2017-01-01T00:00Z"), max: at("2060-01-01T00:00Z") });

Deno.test("a week ends on Monday at 00:00 in Istanbul, to the millisecond", () => {
  const monday = at("2026-11-16T00:00:00+03:00");
  assert.equal(iso(monday), "2026-11-15T21:00:00.000Z");
  assert.equal(lastWeekEnd(monday), monday);
  assert.equal(lastWeekEnd(monday - 1), at("2026-11-09T00:00+03:00"));
  assert.equal(nextWeekEnd(monday - 1), monday);
  assert.equal(nextWeekEnd(monday), at("2026-11-23T00:00+03:00"));
  assert.equal(lastWeekEnd(at("2026-11-22T23:59:59.999+03:00")), monday);
});

Deno.test("weeks continue across the end of a year and a leap day", () => {
  assert.equal(nextWeekEnd(at("2026-12-31T12:00+03:00")), at("2027-01-04T00:00+03:00"));
  assert.equal(nextWeekEnd(at("2028-02-28T12:00+03:00")), at("2028-03-06T00:00+03:00"));
  assert.equal(lastWeekEnd(at("2028-02-29T12:00+03:00")), at("2028-02-28T00:00+03:00"));
});

Deno.test("every time lies in exactly one week, which is seven days long", () => {
  fc.assert(fc.property(someTime, (ms) => {
    const start = lastWeekEnd(ms);
    const end = nextWeekEnd(ms);
    assert(start <= ms && ms < end);
    assert.equal(end - start, 7 * 24 * 60 * 60 * 1000);
    assert.equal(lastWeekEnd(end - 1), start);
    assert.equal(new Date(start + 3 * 60 * 60 * 1000).getUTCDay(), 1);
  }));
});

Deno.test("weeks follow the zone's rules: Istanbul's clocks changed in March 2016", () => {
  assert.equal(iso(startOfDay({ year: 2016, month: 3, day: 27 })), "2016-03-26T22:00:00.000Z");
  assert.equal(iso(startOfDay({ year: 2016, month: 3, day: 28 })), "2016-03-27T21:00:00.000Z");
  assert.equal(
    nextWeekEnd(at("2016-03-21T00:00+02:00")) - at("2016-03-21T00:00+02:00"),
    167 * 3600_000,
  );
});

Deno.test("a period's text is a Turkish range with the last day, that does not repeat its month and year", () => {
  const text = (from: string, to: string) => periodText(at(`${from}+03:00`), at(`${to}+03:00`));
  assert.equal(text("2026-11-09T00:00", "2026-11-16T00:00"), "9–15 Kasım 2026");
  assert.equal(text("2026-11-09T00:00", "2026-11-15T23:59"), "9–15 Kasım 2026");
  assert.equal(text("2026-11-30T00:00", "2026-12-07T00:00"), "30 Kasım – 6 Aralık 2026");
  assert.equal(text("2026-12-28T00:00", "2027-01-04T00:00"), "28 Aralık 2026 – 3 Ocak 2027");
  assert.equal(text("2026-11-09T00:00", "2026-11-10T00:00"), "9 Kasım 2026");
  assert.equal(text("2026-11-09T00:00", "2026-11-09T00:00"), "9 Kasım 2026");
  assert.equal(text("2026-11-20T10:00", "2026-11-20T22:00"), "20 Kasım 2026");
  assert.equal(text("2026-05-05T23:59", "2026-05-06T00:00"), "5 Mayıs 2026");
  assert.equal(dateText(at("2026-11-09T00:00+03:00")), "09.11.2026");
});

// Nights on which clocks change in other zones, and zones at both ends of the calendar.
for (const zone of ["America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
  Deno.test(`a computer whose zone is ${zone} has the same weeks`, async () => {
    const times = ["2026-11-01T05:59:59Z", "2026-11-01T06:00:00Z", "2026-03-08T06:59:59Z"]
      .concat(["2026-03-08T07:00:00Z", "2026-03-29T01:00:00Z", "2026-11-15T21:00:00Z"]).map(at);
    const module = new URL("../../server/payouts/istanbul_time.ts", import.meta.url).href;
    const code = `import { lastWeekEnd, nextWeekEnd } from "${module}";
      console.log(JSON.stringify(${JSON.stringify(times)}.map((ms) =>
        [lastWeekEnd(ms), nextWeekEnd(ms)])), new Date(0).getTimezoneOffset());`;
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", code],
      env: { TZ: zone },
    }).output();
    const [answer, offset] = new TextDecoder().decode(stdout).trim().split(" ");
    assert.deepEqual(JSON.parse(answer!), times.map((ms) => [lastWeekEnd(ms), nextWeekEnd(ms)]));
    assert.equal(Number(offset) === 0, zone === "UTC");
  });
}
