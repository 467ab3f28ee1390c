import { strict as assert } from "node:assert";
import { boundedFetch, neverSent } from "../../../server/music/spotify/calls.ts";
import { freePort } from "../../support/start/free_port.ts";

const BOUNDS = { timeoutMs: 5_000 };
const URL_ANYWHERE = "https://music.test/";

Deno.test("boundedFetch reads no more than half a megabyte, however much is sent", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(64 * 1024));
      sent += 64 * 1024;
    },
  });
  const fetch = () => Promise.resolve(new Response(endless));
  await assert.rejects(boundedFetch(fetch, BOUNDS, URL_ANYWHERE, {}), {
    name: "AnswerTooLargeError",
  });
  assert.ok(sent < 1024 * 1024, `${sent} bytes`);
});

Deno.test("boundedFetch rejects with a TimeoutError if the body does not end", async () => {
  let gaveUp: unknown;
  const fetch = (_url: string, { signal }: RequestInit) =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(1));
            signal!.addEventListener("abort", () => {
              gaveUp = signal!.reason;
              controller.error(signal!.reason);
            });
          },
        }),
      ),
    );
  await assert.rejects(boundedFetch(fetch, { timeoutMs: 20 }, URL_ANYWHERE, {}), {
    name: "TimeoutError",
  });
  assert.ok(gaveUp);
});

Deno.test("boundedFetch does not wait for the body of a command that succeeded", async () => {
  let cancelled = false;
  const fetch = () =>
    Promise.resolve(new Response(new ReadableStream({ cancel: () => void (cancelled = true) })));
  const response = await boundedFetch(fetch, BOUNDS, URL_ANYWHERE, { method: "PUT" }, {
    skipOkBody: true,
  });
  assert.equal(response.status, 204);
  assert.ok(cancelled);
});

Deno.test("boundedFetch follows no redirect", async () => {
  let mode: unknown;
  const fetch = (_url: string, init: RequestInit) => {
    mode = init.redirect;
    return Promise.resolve(new Response(null, { status: 302, headers: { location: "/x" } }));
  };
  assert.equal((await boundedFetch(fetch, BOUNDS, URL_ANYWHERE, {})).status, 302);
  assert.equal(mode, "manual");
});

Deno.test("neverSent is true for a refused connection, and false for one that broke", async () => {
  const nobody = `http://127.0.0.1:${freePort()}/`;
  const refused = await boundedFetch(undefined, BOUNDS, nobody, { method: "PUT" })
    .catch((error) => error);
  assert.equal(neverSent(refused), true);
  assert.equal(neverSent(new TypeError("connection reset")), false);
  assert.equal(neverSent(new DOMException("too slow", "TimeoutError")), false);
});
