// Play-next at a server that is well.
import { strict as assert } from "node:assert";
import type { TestOwner } from "../../support/people/factories.ts";
import type { ServerProcess } from "../../support/start/server_process.ts";
import { timed } from "../../support/time/timed.ts";

/** Presses play-next as the owner. A process that is held up is told from a slow one. */
export async function pressIn(server: ServerProcess, { token }: TestOwner) {
  const pressed = fetch(`${server.origin}/api/requests/play-next`, {
    method: "POST",
    headers: { "x-auth-token": token },
  });
  // A process that is held up does not answer this either.
  const ask = () => fetch(`${server.origin}/healthz`).then((r) => r.body?.cancel(), () => {});
  const { result: response, ...took } = await timed(pressed, ask);
  const { msg } = await response.json();
  return { status: response.status, msg, ...took };
}

/** The account is well, so no press fails: a song plays, another press is at work, or the queue is empty. */
export function assertAnswered({ status, msg, tookMs }: Awaited<ReturnType<typeof pressIn>>): void {
  assert.match(
    `${status} ${msg}`,
    /^(200 .*çalmaya başladı|409 Şu anda bir şarkı başlatılıyor|404 Sırada) ?.*\.$/,
  );
  assert.ok(tookMs < 10_000, `answered after ${tookMs} ms`);
}
