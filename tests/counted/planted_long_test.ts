// Whether the guards of this folder notice a fifth more on a path: each change below is made in a copy of the committed
// project, and the guard has to fail there, and to name what costs more.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { run } from "../../tools/mutations/run.ts";
import { makeTree } from "../../tools/mutations/tree.ts";

interface Planted {
  what: string;
  file: string;
  /** Stands once in the file. */
  from: string;
  to: string;
  guard: "counted_work_test.ts" | "served_work_test.ts";
  /** What the guard says costs more. */
  named: string;
}

const MODULE = "\nconst PLANTED: unknown[] = [];\n";

const PLANTED: Planted[] = [
  {
    what: "a statement more for each request",
    file: "db/requests/requests.ts",
    from: "    ...dedicate(request, dedication),\n",
    to:
      "    ...dedicate(request, dedication),\n    planted: openRequests({ owner: request.ownerId, now: request.createdAt }),\n",
    guard: "counted_work_test.ts",
    named: "POST /api/requests",
  },
  {
    what: "a subquery more in the statement that files a request",
    file: "db/requests/requests.ts",
    from: "  where ${IS_OPEN} and ${IS_OF_SOURCE}\n",
    to:
      "  where ${IS_OPEN} and ${IS_OF_SOURCE}\n    and (select count(*) from song_requests where owner_id = :owner and status = 'approved') >= 0\n",
    guard: "counted_work_test.ts",
    named: "POST /api/requests",
  },
  {
    what: "270 bytes more of headers in each answer",
    file: "server/http/security_headers.ts",
    from: '    "X-Frame-Options": "DENY",\n',
    to: `    "X-Frame-Options": "DENY",\n    "X-Planted": "${"p".repeat(257)}",\n`,
    guard: "served_work_test.ts",
    named: "GET /api/requests/queue/:ownerId",
  },
  {
    what: "a module that sends e-mails loaded at the start",
    file: "server/mail/post.ts",
    from: '(await import("nodemailer")).createTransport',
    to: "nodemailer.createTransport",
    guard: "served_work_test.ts",
    named: "start, of server/dist",
  },
  {
    what: "an array of 800 places more for each look at the queue",
    file: "server/requests/queue.ts",
    from: "  const { db, hub, queueCache, singleFlight } = deps;\n  const changes",
    to:
      "  const { db, hub, queueCache, singleFlight } = deps;\n  Array.from({ length: 800 }, String);\n  const changes",
    guard: "served_work_test.ts",
    named: "GET /api/requests/queue/:ownerId",
  },
  {
    what: "a kilobyte kept for each guest's page that was open",
    file: "server/realtime/hub.ts",
    from: "    join(connection) {\n",
    to:
      "    join(connection) {\n      PLANTED.push(Array.from({ length: 130 }, () => connection.ownerId));\n",
    guard: "served_work_test.ts",
    named: "a closed page",
  },
];

/** What has to stand at the end of a changed file for the change to work. */
const BELOW: Record<string, string> = {
  "server/realtime/hub.ts": MODULE,
  "server/mail/post.ts": '\nimport nodemailer from "nodemailer";\n',
};

const BOUND_MS = 180_000;

Deno.test("each guard notices a fifth more on its path, and names it", async (t) => {
  const tree = await makeTree();
  // The copy's builds do not tell the project's own that something was built.
  await Deno.remove(join(tree.root, "node_modules/.build.lock")).catch(() => {});
  const guard = (name: string) =>
    run(tree.root, ["test", "-A", "--no-check", `tests/counted/${name}`], BOUND_MS);
  try {
    for (const name of ["counted_work_test.ts", "served_work_test.ts"]) {
      await t.step(`${name} without a change`, async () => {
        const { success, output } = await guard(name);
        assert.ok(success, output);
      });
    }
    for (const { what, file, from, to, guard: name, named } of PLANTED) {
      await t.step(what, async () => {
        const path = join(tree.root, file);
        const text = await Deno.readTextFile(path);
        assert.equal(text.split(from).length, 2, `${file} has not one place of ${from}`);
        await Deno.writeTextFile(path, text.replace(from, () => to) + (BELOW[file] ?? ""));
        const { success, output } = await guard(name);
        await Deno.writeTextFile(path, text);
        assert.ok(!success, `${name} has not noticed it`);
        const [costly] = output.match(new RegExp(`^\\+ .*'${named}[:,].*`, "m")) ?? [];
        assert.ok(costly, output);
        console.log(`${what}: ${costly}`);
      });
    }
  } finally {
    await tree.remove();
  }
});
