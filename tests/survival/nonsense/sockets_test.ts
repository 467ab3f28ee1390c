// Nonsense on the WebSocket: frames of every kind in many rooms. Who sends it is closed, and who only listens hears on.
import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import { waitAtMost } from "../../../server/timer.ts";
import { createOwner } from "../../support/people/factories.ts";
import { listen } from "../../support/net/listener.ts";
import { rawSocket } from "../../support/net/raw_socket.ts";
import { type ServedApp, servedApp } from "../../support/start/served_app.ts";
import { rounds } from "../../support/time/effort.ts";
import { until } from "../../support/time/until.ts";
import { report } from "../report.ts";
import { SEED } from "../../support/random.ts";
import { frames } from "./frames.ts";
import { hostileText } from "./values.ts";
import { watchErrors, watchMemory } from "./mass.ts";
import { closed, writeAll } from "./wire_parts.ts";

const ROOMS = 20;
const STREAMS = 4;
const CASES = rounds(120, 1_200);
/** How long a listener may wait for a change that was announced. */
const HEARD_MS = 5_000;

Deno.test("any frames on a socket end that socket alone, and the others of its room hear on", async () => {
  using watch = await watchErrors();
  await using app = await servedApp({ RATE_LIMITS: "off" });
  const { hub } = app.deps;
  const owners = await Promise.all(Array.from({ length: ROOMS }, () => createOwner(app.deps)));
  // One guest in each room listens all the while.
  await using guests = new AsyncDisposableStack();
  const listeners = owners.map(({ ownerId }) => guests.use(listen(app.wsOrigin, ownerId)));
  for (const listener of listeners) assert.equal((await listener.next()).type, "ready");
  const memory = watchMemory(CASES);
  let revision = 0;
  let sent = 0;

  const attempt = async (room: number, all: Uint8Array[]) => {
    memory.at(++sent);
    const { connection, status } = await rawSocket(app.origin, pathOf(owners[room]!.ownerId));
    assert.equal(status, 101);
    using _ = connection;
    for (const bytes of all) await writeAll(connection, bytes);
    const announced = ++revision;
    hub.announce(owners[room]!.ownerId, announced);
    const hearing = waitAtMost(
      HEARD_MS,
      listeners[room]!.next(),
      () => new Error("Nothing is heard"),
    );
    const [heard] = await Promise.all([hearing, closed(connection)]);
    assert.equal(heard.revision, announced);
  };
  await Promise.all(
    Array.from(
      { length: STREAMS },
      (_, stream) =>
        fc.assert(fc.asyncProperty(fc.nat(ROOMS - 1), frames, attempt), {
          seed: SEED + stream,
          numRuns: CASES / STREAMS,
          // A listener that was closed hears nothing of smaller cases either.
          endOnFailure: true,
        }),
    ),
  );
  await guests.disposeAsync();
  await until(() => hub.openRooms().length === 0);
  await report({
    part: "nonsense",
    what: "sockets with frames of every kind",
    value: `${sent}`,
    goal: "the room hears of its next change",
  });
  await memory.assertFlat("sockets");
  watch.assertQuiet();
});

Deno.test("any handshake is answered without 5xx", async () => {
  using watch = await watchErrors();
  await using app = await servedApp({ RATE_LIMITS: "off" });
  const { ownerId } = await createOwner(app.deps);
  const header = hostileText.map((text) => text.replace(/[^\t\x20-\xff]/g, "").slice(0, 200));
  const names = ["Upgrade", "Connection", "Sec-WebSocket-Version", "Sec-WebSocket-Key", "Origin"];
  const wrong = fc.dictionary(
    fc.constantFrom(...names, "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions"),
    header,
    { maxKeys: 3, noNullPrototype: true },
  );
  const owner = fc.oneof(fc.constant(ownerId), hostileText);
  await fc.assert(
    fc.asyncProperty(owner, wrong, async (owner, headers) => {
      const path = pathOf(encodeURIComponent(owner.toWellFormed()));
      const { status, connection } = await rawSocket(app.origin, path, headers);
      if (status === 101) connection.close();
      assert.ok(status >= 100 && status < 500, `answered ${status}`);
    }),
    { seed: SEED, numRuns: rounds(100, 2_000) },
  );
  await until(() => app.deps.hub.openRooms().length === 0);
  await assertHears(app, ownerId, 1);
  watch.assertQuiet();
});

async function assertHears(app: ServedApp, ownerId: string, revision: number): Promise<void> {
  await using guest = listen(app.wsOrigin, ownerId);
  assert.equal((await guest.next()).type, "ready");
  app.deps.hub.announce(ownerId, revision);
  assert.equal((await guest.next()).revision, revision);
}

function pathOf(ownerId: string): string {
  return `/api/realtime?ownerId=${ownerId}`;
}
