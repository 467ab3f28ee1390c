// Only the owner and the admin see an IBAN, a holder, a phone or an e-mail (docs/http.md#errors).
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { updateCafe } from "../../db/people/cafes.ts";
import { accounts } from "../../db/schema/accounts.ts";
import { createApp } from "../../server/app.ts";
import type { Deps } from "../../server/deps.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { listen } from "../support/net/listener.ts";
import { IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import { anyAddress, decide, queueSong, submit } from "../support/people/requests.ts";
import { servedApp } from "../support/start/served_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const SECRET = {
  iban: IBAN,
  accountHolderName: "Zümrüt Akçaağaç",
  email: "gizli.adres@zumrut-kahve.test",
  phone: "+90 532 765 43 21",
};
/** The spellings to search for. */
const TRACES = [
  SECRET.iban,
  "TR33 0006",
  "786457841326",
  SECRET.accountHolderName,
  SECRET.accountHolderName.toUpperCase(),
  encodeURIComponent(SECRET.accountHolderName),
  "gizli.adres",
  "zumrut-kahve",
  SECRET.phone,
  "5327654321",
  "765 43 21",
];

/** A cafe with bank details, songs in every state, a paid payout, a pending one and a balance. */
async function fullCafe(app: TestApp) {
  const owner = await createOwner(app.deps, "Zümrüt Kahve");
  await giveSecrets(app.deps, owner.ownerId);
  const admin = await createAdmin(app.deps);
  const payouts: string[] = [];
  for (const kurus of [1000, 2000]) {
    await playedSong(app.deps, owner.ownerId, kurus, app.clock.now());
    app.clock.pass(1000);
    payouts.push((await closePeriod(app.deps, app.clock.now()))[0]!.id);
  }
  await app.call("PUT", `/api/admin/payouts/${payouts[0]}/paid`, { token: admin.token });
  await playedSong(app.deps, owner.ownerId, 300, app.clock.now());
  await queueSong(app, owner);
  const pending = await submit(app, owner.ownerId);
  return { ...owner, admin, payoutId: payouts[1]!, requestId: pending._id };
}

Deno.test("no route answers other callers with an owner's bank details, phone or e-mail", async () => {
  await using app = await testApp();
  const { ownerId, cafeId, payoutId, requestId } = await fullCafe(app);
  const ids: Record<string, string> = { ownerId, cafeId, payoutId, id: requestId };
  const query = new URLSearchParams({ ownerId, cafeId, term: "zümrüt", days: "30", token: "x" });
  // A stranger may know an e-mail address. Sending it must return nothing about its owner.
  const body = {
    ...{ email: SECRET.email, password: "yanlis-sifre", verificationCode: "000000" },
    ...{ name: "Kafe", phoneNumber: "+90 212 000 00 00", iban: "", accountHolderName: "" },
    ...{ status: "rejected", ownerId, songTitle: "a", artist: "b", albumArt: "", tipAmount: 1 },
    ...{ uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC", deviceId: "x" },
  };
  const answered = new Map<string, number>();
  const routes = createApp(app.deps).routes.filter(({ method }) => method !== "ALL");
  for (const { method, path: pattern } of routes) {
    const path = fill(pattern, ids);
    for (const token of [undefined, "x.y.z", (await createOwner(app.deps)).token]) {
      const response = await app.call(method, `${path}?${query}`, {
        token,
        body: method === "GET" ? undefined : body,
        address: anyAddress(),
      });
      const said = `${JSON.stringify([...response.headers])} ${await response.text()}`;
      assertNoTrace(said, `${method} ${path}`);
      if (token === undefined) answered.set(`${method} ${path}`, response.status);
    }
  }
  assert.equal(answered.get(`GET /api/cafes/${cafeId}`), 200);
  assert.equal(answered.get(`GET /api/requests/queue/${ownerId}`), 200);
  assert.equal(answered.get("GET /api/admin/payouts"), 401);
});

Deno.test("the owner and the admin see the bank details, and the admin the e-mail and phone", async () => {
  await using app = await testApp();
  const { token, admin } = await fullCafe(app);
  const own = await (await app.call("GET", "/api/cafes/me", { token })).json();
  assert.deepEqual([own.iban, own.accountHolderName], [SECRET.iban, SECRET.accountHolderName]);
  const [due] = await (await app.call("GET", "/api/admin/payouts", { token: admin.token })).json();
  assert.deepEqual([due.iban, due.accountHolderName, due.email, due.phoneNumber], [
    SECRET.iban,
    SECRET.accountHolderName,
    SECRET.email,
    SECRET.phone,
  ]);
});

Deno.test("the owner's payout calls answer without bank details, phone and e-mail", async () => {
  await using app = await testApp();
  const { token } = await fullCafe(app);
  for (const path of ["", "/summary", "/earnings", "/history.csv"]) {
    const response = await app.call("GET", `/api/payouts${path}`, { token });
    assert.equal(response.status, 200);
    assertNoTrace(await response.text(), path);
  }
});

Deno.test("events in a cafe's room have a type, an owner and a revision, and nothing else", async () => {
  await using app = await servedApp();
  const { ownerId, token } = await createOwner(app.deps, "Zümrüt Kahve");
  await giveSecrets(app.deps, ownerId);
  await using guest = listen(app.wsOrigin, ownerId);
  const heard = [await guest.next()];
  const { _id } = await submit(app, ownerId);
  heard.push(await guest.next());
  for (const status of ["approved", "rejected"]) {
    await decide(app, token, _id, status);
    heard.push(await guest.next());
  }
  assertNoTrace(JSON.stringify(heard), "the room");
  assert.deepEqual(heard.map((event) => Object.keys(event).sort().join(" ")), [
    "revision type",
    ...Array(3).fill("ownerId revision type"),
  ]);
});

async function giveSecrets(deps: Deps, ownerId: string): Promise<void> {
  const { iban, accountHolderName, email, phone } = SECRET;
  await updateCafe(deps.db, ownerId, { name: "Zümrüt Kahve", iban, accountHolderName });
  await deps.db.write((d) => [
    d.update(accounts).set({ email, phone }).where(eq(accounts.id, ownerId)),
  ]);
}

function fill(path: string, ids: Record<string, string>): string {
  return path.replace(/:(\w+)(\{[^}]*\})?\??/g, (_, name) => ids[name] ?? "x").replaceAll("*", "x");
}

function assertNoTrace(text: string, where: string): void {
  const spelled = text.toLowerCase();
  for (const trace of TRACES) {
    assert(!spelled.includes(trace.toLowerCase()), `${where} shows '${trace}': ${text}`);
  }
}
