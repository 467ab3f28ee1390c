// db/statements.sql: every statement of db/ in its final text, so that a change of a shared part is a diff that a person reads.
import { strict as assert } from "node:assert";
import { join, relative } from "node:path";
import { listStatements, placesIn, statementsFile } from "../../tools/statements/list.ts";
import { MADE } from "../../tools/statements/made.ts";
import { describe } from "../../tools/statements/show.ts";
import { filesIn, readText, ROOT } from "../code_rules/tree.ts";

const FILE = join(ROOT, "db/statements.sql");

/** What a person reads at once, in characters. */
const READABLE = 2_000;

/** What is longer, and why. */
const LONGER: Record<string, string> = {
  "money/ledger_check.ts FAULTS": "a report: every fault that a ledger can have",
  "evenings/evenings.ts SUMS": "a report: the sums of days",
  "evenings/evenings.ts SUM_UP": "a report: the sums of days",
  "requests/requests.ts INSERT": "files a request by every rule of the house at once",
  "requests/requests.ts CAFE": "says which rule of the house refuses a request",
  "requests/own_requests.ts WARN": "says which rules of the house would refuse a song",
  "requests/house_refusal.ts FACTS": "says since when and until when they do",
  "requests/suggestions.ts ASKABLE": "asks the rules of the house about several songs",
  "requests/suggestions.ts suggestedAt": "asks the rules of the house about several songs",
  "requests/guest_page.ts LIST": "all that a guest sees of own requests",
  "requests/guest_page.ts listOfCafe": "all that a guest sees of own requests",
};

/** Its text has a number, for which a pragma takes no parameter, so it is made anew at each call. */
const MADE_LATER = ["db/connection/backup.ts: pragma user_version = ${"];

Deno.test("db/statements.sql is what the modules of db/ make (deno task statements writes it)", async () => {
  assert.equal(Deno.readTextFileSync(FILE), await statementsFile());
});

Deno.test("each statement has a name of its own", async () => {
  const names = (await listStatements()).map(({ file, name }) => `${file} ${name}`);
  assert.ok(names.length > 400, `${names.length} statements are too few`);
  assert.equal(new Set(names).size, names.length);
});

Deno.test("a statement has 2 000 characters at most, but for those that are named with their reason", async () => {
  const longer = (await listStatements()).filter(({ text }) => text.length > READABLE)
    .map(({ file, name }) => `${file} ${name}`);
  assert.deepEqual(longer.sort(), Object.keys(LONGER).sort());
});

Deno.test("every place that makes a statement is reached when its module is loaded", async () => {
  await listStatements();
  const reached = new Set(
    MADE.flatMap(({ stack }) =>
      placesIn(stack).map(({ path, line }) => `${relative(ROOT, path)}:${line}`)
    ),
  );
  const places = filesIn("db", /\.ts$/).filter((path) => path !== "db/connection/statement.ts")
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
    `-- db/people/team.ts FULL, 218 characters
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
  assert.match(
    printed,
    /^-- db\/money\/till\.ts FIND, [\s\S]*\n-- db\/plays\/conductors\.ts FIND, /,
  );
  await assert.rejects(describe(["NOTHING"]), RangeError);
});
