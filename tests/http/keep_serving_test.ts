// A process that may open no more files (server/http/keep_serving.ts).
import { strict as assert } from "node:assert";
import { keepServing } from "../../server/http/keep_serving.ts";
import { listen } from "../support/net/listener.ts";
import { preparedDataDir, startServer } from "../support/start/server_process.ts";
import { inTime, until } from "../support/time/until.ts";

/** How many files the process may open. Some forty are open at its start. */
const FILES = 80;
/** More than that. */
const CONNECTIONS = 200;
/** What connections may say so that no call has begun, or is over. */
const IDLE = {
  "that say nothing": "",
  "with half a head": "GET / HTTP/1.1\r\nHo",
  "that are kept alive": "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "of HTTP/2 that ask for nothing": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
};

for (const [what, said] of Object.entries(IDLE)) {
  Deno.test(`connections ${what} use up the files of a process, and it lives, and answers others`, async () => {
    await using cafe = await preparedDataDir();
    const served = await startServer(cafe.dataDir, { shell: `ulimit -n ${FILES};` });
    const { hostname, port } = new URL(served.origin);
    const idle: Deno.TcpConn[] = [];
    // Some are refused, and some end before the others come.
    const more = async () => {
      const connection = await Deno.connect({ hostname, port: Number(port) });
      idle.push(connection);
      await connection.write(new TextEncoder().encode(said));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, () => more().catch(() => {})));
    await served.logged("Cannot accept a connection");
    await until(() => isHealthy(served.origin));
    const guest = listen(served.origin.replace("http", "ws"), cafe.owner.ownerId);
    await guest.next();
    for (const connection of idle) connection.close();
    const { code, log, notes } = await served.stop();
    assert.equal(code, 0, notes);
    await guest.closed;
    assert.equal(log.split("\n").filter((line) => line.includes("Cannot accept")).length, 1);
  });
}

async function isHealthy(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

Deno.test("a lost listener is replaced, and stopping waits for the calls that it had accepted", async () => {
  const lost = fakeServer();
  const next = fakeServer();
  const waiting = [lost, next];
  const server = keepServing(() => waiting.shift()!);
  lost.finish.reject(new Deno.errors.Http("Too many open files (os error 24)"));
  await until(() => waiting.length === 0);
  let isStopped = false;
  const stopped = server.shutdown().then(() => isStopped = true);
  next.finish.resolve();
  next.answered.resolve();
  await next.answered.promise;
  assert.equal(isStopped, false);
  lost.answered.resolve();
  await inTime(stopped, "the server to stop");
});

Deno.test("listening that fails again is tried again", async () => {
  const lost = fakeServer();
  const next = fakeServer();
  const results = [() => lost, () => fail(), () => fail(), () => next];
  const server = keepServing(() => results.shift()!());
  lost.answered.resolve();
  lost.finish.reject(new Deno.errors.Http("Too many open files (os error 24)"));
  await until(() => results.length === 0);
  next.finish.resolve();
  next.answered.resolve();
  await inTime(server.shutdown(), "the server to stop");
});

Deno.test("listening that fails at first throws", () => {
  assert.throws(() => keepServing(fail), Deno.errors.AddrInUse);
});

function fail(): never {
  throw new Deno.errors.AddrInUse("taken");
}

function fakeServer() {
  const finish = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  return { finish, answered, finished: finish.promise, shutdown: () => answered.promise };
}
