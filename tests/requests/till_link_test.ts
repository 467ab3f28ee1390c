// The cafe's own payment link (docs/money.md#till-link).
import { strict as assert } from "node:assert";
import type { Submitted } from "../../server/contract/requests.ts";
import { guestOf } from "../support/people/guests.ts";
import { houseWith, setRules } from "../support/people/house.ts";
import { testApp } from "../support/start/test_app.ts";

const LINK = "https://odeme.example/kafe?masa=1";
const CODE = "00020101021129300012D156000000000510A93FO3230Q31280012D15600000001030812345678";

Deno.test("a guest has the payment link with the request's answer and on the own list, if the tip is paid at the till, and never before", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till", tillLink: LINK });
  const guest = await guestOf(app, owner.ownerId);
  const links = async () => (await guest.mine()).map(({ tillLink }) => tillLink);
  const page = async () => await (await app.call("GET", `/api/cafes/${owner.cafeId}`)).text();
  assert.doesNotMatch(await page(), /odeme/);
  const free = await guest.send({ tipAmount: 0 });
  assert.equal("tillLink" in free, false);
  assert.deepEqual(await links(), [undefined]);
  const tipped: Submitted = await guest.send({ tipAmount: 10 });
  assert.equal(tipped.tillLink, LINK);
  assert.deepEqual(await links(), [LINK, undefined]);

  await setRules(app, owner, { tillLink: CODE });
  assert.deepEqual(await links(), [CODE, undefined]);
  // What was paid needs no link.
  const { token } = owner;
  const body = { received: true };
  await app.call("PUT", `/api/requests/${tipped._id}/received`, { token, body });
  assert.deepEqual(await links(), [undefined, undefined]);

  await setRules(app, owner, { tips: "platform" });
  const owed = await guest.send({ tipAmount: 10 });
  assert.equal("tillLink" in owed, false);
  assert.deepEqual(await links(), [undefined, undefined, undefined]);
});
