// The token of a libSQL server goes with the call for its news as well.
import { strict as assert } from "node:assert";
import { listenTo } from "../../db/connection/remote.ts";

for (const [authToken, sent] of [["jeton", "Bearer jeton"], [undefined, null]] as const) {
  Deno.test(`listenTo sends ${sent ?? "no token"} if the token is ${authToken}`, async () => {
    const asked: (string | null)[] = [];
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => {
        asked.push(request.headers.get("authorization"));
        return new Response(null, { status: 404 });
      },
    );
    const url = `http://127.0.0.1:${server.addr.port}`;
    const news = listenTo({ url, authToken, table: "rooms" }, new AbortController().signal);
    await assert.rejects(news.next(), /no news: it answered 404/);
    assert.deepEqual(asked, [sent]);
  });
}
