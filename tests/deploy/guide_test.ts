// The cafe owner's guide names what the product has, and its HTML form is whole.
import { strict as assert } from "node:assert";
import { assertAccessible } from "../browser/chromium/accessibility.ts";
import { browserTests } from "../browser/chromium/browser_tests.ts";
import { assertFits } from "../browser/chromium/layout.ts";
import denoJson from "../../deno.json" with { type: "json" };
import { guideHtml } from "../../deploy/package/guide.ts";
import { filesIn, readText } from "../code_rules/tree.ts";
import { runCommand } from "../support/start/surroundings.ts";

const guide = readText("deploy/box.md");
const html = guideHtml();
const [turkish = "", english = ""] = guide.split('<div lang="en">');

Deno.test("the page says its language and title, and needs neither scripts nor other files", () => {
  assert.match(html, /^<!DOCTYPE html>\n<html lang="tr">/);
  assert.match(html, /<title>Sıradaki'yi kafenize kurun<\/title>/);
  assert.match(html, /<div lang="en">\s*<h2/);
  assert.doesNotMatch(html, /<script|<link|@import| on\w+=/);
  const sources = [...html.matchAll(/(?:src="|url\(")([^"]*)/g)].map(([, source = ""]) => source);
  assert.ok(sources.length > 10);
  assert.deepEqual(sources.filter((source) => !/^data:[\w/+]+;base64,/.test(source)), []);
});

Deno.test("every link of the page leads to one of its headings or to the web", () => {
  const headings = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => `#${id}`);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => decodeURI(link));
  assert.ok(links.includes("#müzik-durunca"));
  assert.deepEqual(
    links.filter((link) => !headings.includes(link) && !link.startsWith("https://")),
    [],
  );
});

Deno.test("every picture says in words what it shows", () => {
  const pictures = [...html.matchAll(/<img [^>]*>/g)].map(([picture]) => picture);
  assert.equal(pictures.length, guide.match(/<img /g)?.length);
  assert.deepEqual(pictures.filter((picture) => !/ alt="[^"]{30,}"/.test(picture)), []);
});

Deno.test("every command in the guide is one that the product knows", async () => {
  const { printed } = await runCommand(["help"], {});
  const commands = [...printed.matchAll(/^ {2}(\S+) {2,}/gm)].map(([, name]) => name);
  assert.ok(commands.includes("backup"));
  const known = [
    ...commands.map((name) => `siradaki ${name}`),
    ...Object.keys(denoJson.tasks).map((name) => `task ${name}`),
  ];
  const named = [...guide.matchAll(/(?<=^|`|sudo |\.\/)siradaki [a-z:]+/gm)].map(([name]) => name)
    .concat([...guide.matchAll(/deno(?:@[\d.]+)? (task [a-z:]+)/g)].map(([, task]) => task!));
  assert.ok(named.includes("siradaki restore") && named.includes("task start"));
  assert.deepEqual(named.filter((name) => !known.includes(name)), []);
});

Deno.test("the guide names the packages of this version", () => {
  const versions = [...guide.matchAll(/siradaki[_-](\d+\.\d+\.\d+)/g)].map(([, version]) =>
    version
  );
  assert.deepEqual([...new Set(versions)], [denoJson.version]);
});

Deno.test("what the Turkish part quotes is what the screens say", () => {
  const product = ["client", "server"].flatMap((top) => filesIn(top, /\.tsx?$/)).map(readText)
    .join("\n");
  const quotes = [...turkish.replaceAll(/```[^]*?```|<[^>]*>|`[^`]*`/g, "").matchAll(/"([^"]+)"/g)]
    .map(([, quote = ""]) => quote.replaceAll(/\s+/g, " ").replace(/\.$/, ""));
  assert.ok(quotes.length > 5);
  assert.deepEqual(quotes.filter((quote) => !product.includes(quote)), []);
});

Deno.test("the Turkish part has English words only in commands and where it says so", () => {
  const words = (text: string) => text.toLowerCase().split(/[^\p{L}]+/u);
  const common = new Set(words(
    "the and with for you your this that from is are of to if file folder settings address backup " +
      "password restart update click page screen music song phone computer by it has",
  ));
  const prose = turkish.replaceAll(/```[^]*?```|`[^`]*`|<span\s+lang="en">[^]*?<\/span>/g, "")
    .replaceAll(/https?:\S+|src="[^"]*"|\]\(#[^)]*\)|<\/?\w+|(?:width|alt)=/g, "");
  assert.deepEqual(words(prose).filter((word) => common.has(word)), []);
  assert.ok(words(english).some((word) => common.has(word)));
});

const test = browserTests();

test("the guide's page is accessible, and fits a phone", async ({ browser }) => {
  const page = await browser.newPage();
  await page.setContent(guideHtml());
  await assertAccessible(page, "guide");
  await assertFits(page, 360);
  await assertFits(page, 320);
});

/** The sheet and its margins are those of deploy/package/guide.css. */
test("the page for an evening on which the music stops fits on one sheet of A4", async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: mm(210 - 2 * 14), height: 1000 } });
  await page.setContent(guideHtml());
  await page.emulateMedia({ media: "print" });
  const top = async (id: string) => (await page.locator(id).boundingBox())!.y;
  const height = await top("#windows-ve-mac") - await top("#müzik-durunca");
  assert.ok(height > 500 && height <= mm(297 - 2 * 11), `it is ${height} px high`);
});

/** Millimetres in CSS pixels. */
function mm(length: number): number {
  return Math.floor(length / 25.4 * 96);
}
