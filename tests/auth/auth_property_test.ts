import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import type { Passwords } from "../../server/auth/passwords.ts";
import { cookieOf, login, PASSWORD, REGISTRATION, verify } from "../support/people/accounts.ts";
import { rounds } from "../support/time/effort.ts";
import { lettersOf } from "../support/people/letters.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

// Two people share an e-mail: its owner, who reads the letters, and a stranger, who does not.
const { email } = REGISTRATION;
const STRANGERS = "yabancının kendi şifresi";
const RENEWED = "sahibinin yeni şifresi";

/** Passwords that are kept as they are: hashing takes most of the time, and is no matter of this test. */
const PLAIN_PASSWORDS: Passwords = {
  hash: (password) => Promise.resolve(`plain ${password}`),
  verify: (hash, password) => Promise.resolve(hash === `plain ${password}`),
};

interface World {
  app: TestApp;
  cookies: { owner: string; stranger: string };
  /** Passwords that the owner set and confirmed with a code or link from a letter. */
  owners: Set<string>;
}

type Who = keyof World["cookies"];

const who = fc.constantFrom<Who>("owner", "stranger");

const step = fc.oneof(
  who.map((by) => ({ call: "register", by }) as const),
  who.map((by) => ({ call: "resend", by }) as const),
  who.map((by) => ({ call: "forgot", by }) as const),
  fc.constant({ call: "verify" } as const),
  fc.constant({ call: "reset" } as const),
  fc.constant({ call: "renew" } as const),
  fc.integer({ min: 0, max: 999_999 }).map((code) => ({ call: "guess code", code }) as const),
  fc.constantFrom("x", "undefined", "null", "A".repeat(43)).map((token) =>
    ({ call: "guess link", token }) as const
  ),
  fc.constantFrom(PASSWORD, STRANGERS, RENEWED, "tahmin edilen").map((password) =>
    ({ call: "login", password }) as const
  ),
  fc.constantFrom(1000, 60_000, 600_000, 3_600_000).map((ms) => ({ call: "wait", ms }) as const),
);

Deno.test("no sequence of calls logs in without the owner's password or a code from a letter", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await using app = await testApp({}, { replace: () => ({ passwords: PLAIN_PASSWORDS }) });
      const world: World = { app, cookies: { owner: "", stranger: "" }, owners: new Set() };
      for (const each of steps) await take(world, each);
      // The stranger's own password never becomes valid.
      assert.notEqual((await login(app, email, STRANGERS)).status, 200);
    }),
    { numRuns: rounds(30, 600) },
  );
});

async function take(world: World, each: typeof step extends fc.Arbitrary<infer S> ? S : never) {
  const { app, cookies, owners } = world;
  const headers: Record<string, string> = "by" in each && cookies[each.by]
    ? { cookie: cookies[each.by] }
    : {};
  switch (each.call) {
    case "register": {
      const password = each.by === "owner" ? PASSWORD : STRANGERS;
      const body = { ...REGISTRATION, password };
      const answer = await app.call("POST", "/api/auth/register", { body, headers });
      assert.equal(answer.status, owners.size > 0 ? 409 : 201);
      cookies[each.by] = cookieOf(answer) || cookies[each.by];
      return;
    }
    case "resend":
      return void await app.call("POST", "/api/auth/resend-code", { body: { email }, headers });
    case "forgot":
      return void await app.call("POST", "/api/auth/forgot-password", { body: { email } });
    case "wait":
      return app.clock.pass(each.ms);
    case "verify": {
      // The owner enters every code in the mailbox, also those of the stranger's registrations.
      if (!cookies.owner) return;
      for (const code of await codes(app)) {
        const answer = await verify(app, email, code, cookies.owner);
        if (answer.status === 200) owners.add(PASSWORD);
      }
      return;
    }
    case "reset":
    case "renew": {
      const token = (await links(app)).at(-1);
      if (!token) return;
      const password = each.call === "reset" ? PASSWORD : RENEWED;
      const answer = await app.call("PUT", `/api/auth/reset-password/${token}`, {
        body: { password },
      });
      if (answer.status !== 200) return;
      owners.clear();
      owners.add(password);
      return;
    }
    case "guess code": {
      const code = String(each.code).padStart(6, "0");
      if ((await codes(app)).includes(code)) return;
      assert.equal((await verify(app, email, code)).status, 400);
      return;
    }
    case "guess link": {
      const answer = await app.call("PUT", `/api/auth/reset-password/${each.token}`, {
        body: { password: STRANGERS },
      });
      assert.equal(answer.status, 400);
      return;
    }
    case "login": {
      const answer = await login(app, email, each.password);
      assert.equal(answer.status === 200, owners.has(each.password), each.password);
      assert.equal("token" in await answer.json(), answer.status === 200);
    }
  }
}

async function codes(app: TestApp): Promise<string[]> {
  return (await lettersOf(app, email)).flatMap((letter) => letter.match(/\b\d{6}\b/) ?? []);
}

async function links(app: TestApp): Promise<string[]> {
  return (await lettersOf(app, email))
    .flatMap((letter) => letter.match(/reset-password\/([\w-]+)/)?.[1] ?? []);
}
