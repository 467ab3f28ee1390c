// The codes themselves: RFC 6238, clock drift, and the form of recovery codes.
import { strict as assert } from "node:assert";
import fc from "fast-check";
import { SecondFactorCode } from "../../server/contract/fields.ts";
import {
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  stepOfCode,
} from "../../server/second_factor/prove.ts";
import { createCipher } from "../../server/secrets.ts";
import { codeAt, STEP_MS } from "../support/people/second_factor.ts";

/** Appendix B of RFC 6238: the secret '12345678901234567890', and the last six of its eight digits. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const RFC_CODES: [seconds: number, code: string][] = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
];

Deno.test("stepOfCode accepts the codes that RFC 6238 prints, each at its step", async () => {
  for (const [seconds, code] of RFC_CODES) {
    assert.equal(await stepOfCode(RFC_SECRET, code, seconds * 1000), Math.floor(seconds / 30));
  }
});

Deno.test("stepOfCode accepts a code one step early or late and none further away, at any time", async () => {
  const { secret } = await newTotpSecret("ayse@ornek.test");
  await fc.assert(fc.asyncProperty(
    fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 }),
    fc.integer({ min: -4, max: 4 }),
    async (nowMs, drift) => {
      const near = [-1, 0, 1].map((steps) => codeAt(secret, nowMs + steps * STEP_MS));
      const code = codeAt(secret, nowMs + drift * STEP_MS);
      const step = await stepOfCode(secret, code, nowMs);
      // Two steps may have the same code by chance.
      assert.equal(step !== undefined, near.includes(code));
      if (new Set([...near, code]).size === 3 + Number(Math.abs(drift) > 1)) {
        const expected = Math.floor(nowMs / STEP_MS) + drift;
        assert.equal(step, Math.abs(drift) <= 1 ? expected : undefined);
      }
    },
  ));
});

Deno.test("newTotpSecret makes 160 bits, another each time, and an address that names product and account", async () => {
  const [one, other] = [await newTotpSecret("ayse@ornek.test"), await newTotpSecret("a@b.test")];
  assert.match(one.secret, /^[A-Z2-7]{32}$/);
  assert.notEqual(one.secret, other.secret);
  const uri = new URL(one.uri);
  assert.equal(uri.protocol, "otpauth:");
  assert.equal(decodeURIComponent(uri.pathname).split("/").at(-1), "Sıradaki:ayse@ornek.test");
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    issuer: "Sıradaki",
    secret: one.secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

Deno.test("newRecoveryCodes makes ten codes, whose hashes fit what people type, for this account alone", async () => {
  const cipher = await createCipher("a secret of more than thirty-two bytes");
  const { codes, hashes } = await newRecoveryCodes(cipher, "a");
  assert.equal(new Set(codes).size, 10);
  assert.equal(new Set(hashes).size, 10);
  for (const [i, code] of codes.entries()) {
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const misread = code.replaceAll("0", "o").replaceAll("1", "l");
    for (const typed of [code, ` ${code.toLowerCase()} `, code.replace("-", " "), misread]) {
      const hash = await recoveryHash(cipher, "a", SecondFactorCode.parse(typed));
      assert.equal(hash, hashes[i], typed);
    }
    const elsewhere = await recoveryHash(cipher, "b", SecondFactorCode.parse(code));
    assert.notEqual(elsewhere, hashes[i]);
  }
});
