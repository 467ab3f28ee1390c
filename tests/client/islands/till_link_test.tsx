// The cafe's own payment link beside 'kasada' (docs/money.md#till-link).
import { strict as assert } from "node:assert";
import { OwnRequests } from "../../../client/islands/OwnRequests.tsx";
import { openPage, settle, until } from "../dom/page.ts";
import { ownRequest } from "../../support/people/songs.ts";

const due = { payAtTill: true, payAmount: 10 };

Deno.test("an address is a link and a QR code, the text of a QR code is one alone, and without either the till remains", async () => {
  await using page = await openPage();
  const show = (tillLink?: string) =>
    page.render(
      <OwnRequests
        requests={[ownRequest("a", { ...due, ...tillLink && { tillLink } })]}
        musicConnected
        taken={async () => {}}
      />,
    );
  await show();
  await settle();
  assert.match(document.body.textContent!, /kasada/);
  assert.equal(document.querySelector(".own-pay"), null);
  await show("https://odeme.example/kafe");
  await until(() => document.querySelector(".own-pay") !== null);
  const link = document.querySelector<HTMLAnchorElement>(".own-pay a")!;
  assert.equal(link.href, "https://odeme.example/kafe");
  assert.equal(link.rel, "noopener noreferrer");
  assert.ok(document.querySelector(".own-pay .qr"));
  await show("00020101021129300012D156000000000510A93FO3230Q");
  assert.equal(document.querySelector(".own-pay a"), null);
  assert.ok(document.querySelector("details[open] .qr"));
});
