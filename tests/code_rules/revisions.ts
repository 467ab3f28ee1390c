// What raises a room's revision: docs/live.md#revisions lists all of it.
import { assertListed, filesIn, readText } from "./tree.ts";

const RAISES = /\b(raiseIfChanged|raisePersonsRoomsIfChanged)\(\{|\binsert into rooms\b/;

Deno.test("docs/live.md lists each trigger and each file that raises a revision", () => {
  const page = readText("docs/live.md");
  const section = page.slice(page.indexOf("## Revisions")).split("\n## ")[0]!;
  const listed = section.split("\n").filter((line) => line.startsWith("| "))
    .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1]!));
  const triggers = [...readText("db/schema.sql").matchAll(/^CREATE TRIGGER (\w+) ([^]*?)^END;$/gm)]
    .filter(([, , body]) => /\brevision\b/.test(body!)).map(([, name]) => name!);
  const files = filesIn("db", /\.ts$/)
    .filter((path) => path !== "db/people/rooms.ts" && RAISES.test(readText(path)));
  assertListed(listed, [...triggers, ...files], "docs/live.md#revisions");
});
