// The check of every answer (tests/support/start/answer_fault.ts) finds what it is there to find.
import { strict as assert } from "node:assert";
import { cafeHouse } from "../../server/house/guest_lines.ts";
import type { ErrorCode } from "../../server/contract/error_codes.ts";
import type { DomainError } from "../../server/errors.ts";
import { errorBody } from "../../server/http/error_table.ts";
import { answerFault } from "../support/start/answer_fault.ts";
import { listenOnFreePort } from "../support/start/free_port.ts";
import { checkAnswersOf } from "../support/start/checked_fetch.ts";
import { checkedAnswers } from "../support/start/checked_answers.ts";

const CAFE = {
  _id: "1",
  name: "Kafe",
  ownerId: "2",
  musicConnected: true,
  house: cafeHouse(null, 0),
};
const refused = (status: number, code: ErrorCode, detail: DomainError["detail"] = {}) =>
  Response.json(errorBody({ code, detail }), { status });

const FITTING: [what: string, call: string, answer: () => Response][] = [
  ["the described answer", "GET /api/cafes/1", () => Response.json(CAFE)],
  ["no content", "POST /api/auth/logout", () => new Response(null, { status: 204 })],
  ["a described refusal", "GET /api/cafes/1", () => refused(404, "cafe_not_found")],
  [
    "a sentence of its own",
    "POST /api/cafes",
    () => refused(400, "invalid_input", { msg: "TR ile başlayan geçerli bir IBAN girin." }),
  ],
  ["an unknown path", "GET /api/nothing", () => refused(404, "path_not_found")],
  ["a page", "GET /cafe/1", () => new Response("<h1>Kafe</h1>")],
];

for (const [what, call, answer] of FITTING) {
  Deno.test(`${what} fits: ${call}`, async () => {
    assert.equal(await answerFault(requestOf(call), answer()), undefined);
  });
}

const FAULTY: [what: string, call: string, answer: () => Response][] = [
  ["a missing field", "GET /api/cafes/1", () => Response.json({ ...CAFE, name: undefined })],
  ["an unknown key", "GET /api/cafes/1", () => Response.json({ ...CAFE, iban: "TR" })],
  ["another type", "GET /api/cafes/1", () => new Response("{}")],
  ["another success", "GET /api/cafes/1", () => Response.json(CAFE, { status: 201 })],
  ["an undescribed status", "GET /api/cafes/1", () => refused(409, "queue_empty")],
  ["an undescribed code", "GET /api/cafes/1", () => refused(404, "queue_empty")],
  [
    "a refusal with more keys",
    "GET /api/cafes/1",
    () => Response.json({ msg: "Yok.", code: "cafe_not_found", why: 1 }, { status: 404 }),
  ],
  [
    "a refusal without a sentence",
    "GET /api/cafes/1",
    () => refused(404, "cafe_not_found", { msg: "" }),
  ],
  [
    "a refusal without a code",
    "GET /api/cafes/1",
    () => Response.json({ msg: "Yok." }, { status: 404 }),
  ],
  ["a code of another status", "GET /api/cafes/1", () => refused(400, "cafe_not_found")],
  [
    "values of another code",
    "GET /api/cafes/1",
    () => refused(404, "cafe_not_found", { values: { minutes: 5 } }),
  ],
  [
    "a code without its values",
    "POST /api/requests",
    () => refused(409, "song_too_long", { msg: "Uzun." }),
  ],
  ["a body of a 204", "POST /api/auth/logout", () => Response.json({}, { status: 200 })],
  [
    "a table that is not to be saved",
    "GET /api/payouts/history.csv",
    () => new Response("a;b", { headers: { "content-type": "text/csv" } }),
  ],
  ["a call that is not described", "GET /api/nothing", () => Response.json({})],
];

for (const [what, call, answer] of FAULTY) {
  Deno.test(`${what} does not fit: ${call}`, async () => {
    const response = answer();
    const fault = await answerFault(requestOf(call), response);
    assert.equal(fault?.slice(0, fault.indexOf(":")), `${call} answered ${response.status}`);
    await response.text();
  });
}

Deno.test("an answer that does not fit fails at once in the process, and at disposal behind a socket", async () => {
  const { fetch, serve, assertFit } = checkedAnswers(() => Response.json({}));
  await assert.rejects(fetch(requestOf("GET /api/cafes/1")), { name: "AssertionError" });
  assert.equal((await serve(requestOf("GET /api/cafes/1"))).status, 200);
  assert.throws(assertFit, /GET \/api\/cafes\/1 answered 200/);
});

Deno.test("what another process answers is checked as it is fetched", async () => {
  await using server = listenOnFreePort((port) =>
    Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, () => Response.json({}))
  );
  const url = `http://127.0.0.1:${server.addr.port}/api/cafes/1`;
  assert.deepEqual(await (await fetch(url)).json(), {});
  checkAnswersOf(new URL(url).origin);
  await assert.rejects(fetch(url), { name: "AssertionError" });
});

function requestOf(call: string): Request {
  const [method, path] = call.split(" ");
  return new Request(`http://127.0.0.1${path}`, { method });
}
