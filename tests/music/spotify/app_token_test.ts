import { strict as assert } from "node:assert";
import { createAppToken, TokenRefusedError } from "../../../server/music/spotify/tokens.ts";
import { createSingleFlight } from "../../../server/once.ts";
import { createClock } from "../../support/time/clock.ts";

const HOUR_S = 3600;
const MINUTE_MS = 60_000;

/** An app token whose values are numbered in the order in which they were obtained. */
function numberedToken() {
  const clock = createClock();
  let obtained = 0;
  const appToken = createAppToken({
    obtain: () =>
      Promise.resolve({
        accessToken: `token ${++obtained}`,
        expiresInS: HOUR_S,
        refreshToken: undefined,
      }),
    now: clock.now,
    singleFlight: createSingleFlight(),
  });
  const use = () => appToken.use(({ accessToken }) => Promise.resolve(accessToken));
  return { appToken, clock, use };
}

Deno.test("use keeps the token until a minute before it ends", async () => {
  const { clock, use } = numberedToken();
  assert.deepEqual(await Promise.all([use(), use()]), ["token 1", "token 1"]);
  clock.pass(59 * MINUTE_MS - 1);
  assert.equal(await use(), "token 1");
  clock.pass(1);
  assert.equal(await use(), "token 2");
});

Deno.test("use renews a refused token and makes the call once more, and no more than once", async () => {
  const { appToken } = numberedToken();
  const used: string[] = [];
  const refuse = ({ accessToken }: { accessToken: string }) => {
    used.push(accessToken);
    return Promise.reject(new TokenRefusedError());
  };
  await assert.rejects(appToken.use(refuse), TokenRefusedError);
  assert.deepEqual(used, ["token 1", "token 2"]);
});

Deno.test("use throws what the call throws, and keeps the token", async () => {
  const { appToken, use } = numberedToken();
  await assert.rejects(appToken.use(() => Promise.reject(new Error("broken"))), /broken/);
  assert.equal(await use(), "token 1");
});
