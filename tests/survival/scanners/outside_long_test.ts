// Scanners that Debian has, on the demo cafe.
import { strict as assert } from "node:assert";
import { PRIVACY_PATH } from "../../../server/pages/send_page.ts";
import { draft } from "../../support/people/requests.ts";
import { attempt, report } from "../report.ts";
import { hasTool } from "../../../tools/scanners/debian_tool.ts";
import { faultySite } from "./faulty_site.ts";
import { scannedCafe } from "./scanned_cafe.ts";
import { niktoFindings } from "../../../tools/scanners/nikto.ts";
import { injection, type Target } from "../../../tools/scanners/sqlmap.ts";
import { wapitiFindings } from "../../../tools/scanners/wapiti.ts";

const PART = "scanners";

/** Registers a test with a program, which is installed if it is missing. */
async function withTool(what: string, name: string, fn: () => Promise<void>): Promise<void> {
  const isThere = await hasTool(what, what === "nikto" ? "non-free" : undefined);
  const missing = isThere ? undefined : "the program is missing";
  await attempt({ part: PART, what, missing, name, fn });
}

await withTool("wapiti", "wapiti finds nothing of substance in the demo cafe", async () => {
  await using cafe = await scannedCafe();
  const { origin, cafeId, ownerId } = cafe;
  const calls = [
    `/api/music/search?ownerId=${ownerId}&term=gece`,
    `/api/requests/queue/${ownerId}`,
    `/api/requests/mine?ownerId=${ownerId}`,
    `/api/cafes/${cafeId}/now`,
  ];
  const pages = [
    "/",
    `/cafe/${cafeId}?masa=a`,
    `/cafe/${cafeId}/ekran`,
    PRIVACY_PATH,
    "/panel/login",
  ];
  const addresses = [...pages, ...calls].map((path) => origin + path);
  for (const address of addresses) {
    const { status, body } = await fetch(address);
    await body?.cancel();
    assert.equal(status, 200, address);
  }
  const found = await wapitiFindings(addresses, cafe.workDir);
  const requests = await cafe.end();
  const value = `${requests} requests, ${found.length} findings of substance`;
  await report({ part: PART, what: "wapiti", value, goal: "none" });
  assert.deepEqual(found, []);
  assert.ok(requests > 300, "it has attacked what it found");
});

await withTool(
  "wapiti",
  "wapiti finds the page that repeats a term unescaped, so it can find something",
  async () => {
    await using site = await faultySite();
    const found = await wapitiFindings([site.page], site.workDir);
    assert.match(found.map(({ category }) => category).join(), /cross site scripting/i);
  },
);

await withTool("nikto", "nikto finds nothing of substance in the demo cafe", async () => {
  await using cafe = await scannedCafe();
  const found = await niktoFindings(cafe.origin, cafe.workDir);
  const requests = await cafe.end();
  const value = `${requests} requests, ${found.length} findings of substance`;
  await report({ part: PART, what: "nikto", value, goal: "none" });
  assert.deepEqual(found, []);
  assert.ok(requests > 3_000, "it has asked for what it knows");
});

await withTool(
  "nikto",
  "nikto finds the page that tells about its server, so it can find something",
  async () => {
    await using site = await faultySite();
    const found = await niktoFindings(site.origin, site.workDir, "3");
    assert.match(found.join(), /Horde allows phpinfo\(\) to be run/);
  },
);

await withTool(
  "sqlmap",
  "sqlmap injects nothing into any part of the demo cafe's calls",
  async () => {
    await using cafe = await scannedCafe();
    const targets = targetsOf(cafe);
    for (const target of targets) {
      assert.equal(await injection(cafe.origin, target, cafe.workDir), undefined, target.path);
    }
    const requests = await cafe.end();
    const value = `${targets.length} calls, ${requests} requests, 0 injections`;
    await report({ part: PART, what: "sqlmap", value, goal: "none" });
    assert.ok(requests > 300, "it has tried to inject");
  },
);

await withTool(
  "sqlmap",
  "sqlmap injects into a call that puts a name into its statement, so it can inject something",
  async () => {
    await using site = await faultySite();
    const { origin, pathname, search } = new URL(site.call);
    const printed = await injection(origin, { path: pathname + search }, site.workDir);
    assert.match(printed ?? "", /Parameter: name \(GET\)/);
  },
);

function targetsOf({ ownerId, cafeId, token }: Record<"ownerId" | "cafeId" | "token", string>) {
  const targets: Target[] = [
    { path: `/api/music/search?ownerId=${ownerId}&term=gece` },
    { path: `/api/requests/mine?ownerId=${ownerId}` },
    { path: `/api/requests/queue/${ownerId}*` },
    { path: `/api/cafes/${cafeId}*` },
    { path: `/cafe/${cafeId}*?masa=a` },
    { path: `/k/${cafeId.slice(-8).toLowerCase()}*` },
    { path: "/api/payouts/till?days=30", token },
    { path: "/api/auth/login", body: { email: "a@ornek.test", password: "yanlış" }, slow: true },
    { path: "/api/auth/forgot-password", body: { email: "kafe@siradaki.test" } },
    { path: "/api/requests", body: draft(ownerId, { uri: "library:1" }) },
  ];
  return targets;
}
