// db/statements.sql: every statement of db/ in its final text, so that a change of a shared part is a diff that a person reads.
import { strict as assert } from "node:assert";
import { join, relative } from "node:path";
import { listStatements, placesIn, statementsFile } from "../../tools/statements/list.ts";
import { MADE } from "../../tools/statements/made.ts";
import { describe } from "../../tools/statements/show.ts";
import { filesIn, readText, ROOT } from "../code_rules/tree.ts";

const FILE = join(ROOT, "db/statements.sql");

/** Its text has a number, for which a pragma takes no parameter, so it is made anew at each call. */
const MADE_LATER = ["db/backup.ts: pragma user_version = ${"];

Deno.test("db/statements.sql is what the modules of db/ make (deno task statements writes it)", async () => {
  assert.equal(Deno.readTextFileSync(FILE), await statementsFile());
});

Deno.test("each statement has a name of its own", async () => {
  const names = (await listStatements()).map(({ file, name }) => `${file} ${name}`);
  assert.ok(names.length > 400, `${names.length} statements are too few`);
  assert.equal(new Set(names).size, names.length);
});

Deno.test("every place that makes a statement is reached when its module is loaded", async () => {
  await listStatements();
  const reached = new Set(
    MADE.flatMap(({ stack }) =>
      placesIn(stack).map(({ path, line }) => `${relative(ROOT, path)}:${line}`)
    ),
  );
  const places = filesIn("db", /\.ts$/).filter((path) => path !== "db/statement.ts")
    .flatMap((path) => readText(path).split("\n").map((text, i) => ({ path, text, line: i + 1 })))
    .filter(({ text }) => /\bstatement[<(]/.test(text));
  assert.ok(places.length > 300, `${places.length} places are too few`);
  const missing = places.filter(({ path, line }) => !reached.has(`${path}:${line}`))
    .map(({ path, text }) => `${path}: ${text.match(/`(.*\$\{)/)?.[1] ?? text.trim()}`);
  assert.deepEqual(missing, MADE_LATER);
});

Deno.test("a statement is printed with its text, its parameters and its plan, indented as it nests", async () => {
  assert.equal(
    await describe(["team.ts", "FULL"]),
    `-- db/team.ts FULL, 218 characters
select (select count(*) from memberships where owner_id = :owner and ended_at is null)
    + (select count(*) from invitations
      where owner_id = :owner and email <> :email and expires_at > :now) >= :most as isFull
-- parameters: owner, email, now, most
-- plan:
--  SCAN CONSTANT ROW
--  SCALAR SUBQUERY 1
--    SEARCH memberships USING INDEX memberships_owner (owner_id=?)
--  SCALAR SUBQUERY 2
--    SEARCH invitations USING INDEX invitations_address (owner_id=?)
`,
  );
});

Deno.test("each statement of a name is printed, and a name that none has is refused", async () => {
  const printed = await describe(["FIND"]);
  assert.match(printed, /^-- db\/accounts\.ts FIND, [\s\S]*\n-- db\/conductors\.ts FIND, /);
  await assert.rejects(describe(["NOTHING"]), RangeError);
});
