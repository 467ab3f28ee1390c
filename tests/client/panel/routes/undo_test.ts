// Taking decisions back, from the owner's press to the guest's list, with the server behind it.
import { strict as assert } from "node:assert";
import { openDashboard, pending } from "../../../support/dom/dashboard.ts";
import { refusal } from "../../../support/dom/network.ts";
import { button, click, link, settle, until } from "../../../support/dom/page.ts";
import { answerDialog, headed, toldText } from "../../../support/dom/whole_panel.ts";

Deno.test("a rejected request is back in its place after 'Geri al', and is not announced as new", async () => {
  await using dashboard = await openDashboard(["Bir", "İki"]);
  await click(button("Reddet: Bir"));
  await until(() => pending().length === 1);
  assert.equal(toldText(), "'Bir' reddedildi.Geri al");
  await click(button("Geri al"));
  await until(() => pending().length === 2);
  assert.deepEqual(pending(), ["Bir", "İki"]);
  assert.equal(toldText(), "'Bir' yeniden onay bekliyor.");
  await dashboard.panel.time.pass(5_000);
  assert.equal(announced(), "");
});

Deno.test("a song that was taken out of the queue is back in it after 'Geri al', on any screen", async () => {
  await using _ = await openDashboard(["Bir"]);
  await click(button("Onayla: Bir"));
  await until(() => queued().length === 1);
  await click(button("Sıradan çıkar: Bir"));
  await answerDialog("Sıradan çıkar");
  await until(() => queued().length === 0);
  await settle();
  await click(link("Profil"));
  await headed("Profil");
  assert.equal(toldText(), "'Bir' sıradan çıkarıldı.Geri al");
  await click(button("Geri al"));
  await until(() => toldText() === "'Bir' yeniden sırada.");
  await click(link("İstekler"));
  await headed("İstekler");
  assert.equal(queued().length, 1);
});

Deno.test("a notice goes with its screen, and one that offers an undo stays", async () => {
  await using dashboard = await openDashboard(["Bir", "İki"]);
  await click(button("Reddet: Bir"));
  await until(() => pending().length === 1);
  dashboard.panel.network.answer(
    "PUT",
    "/api/requests/",
    refusal("request_settled", "Bu istek değişti."),
  );
  await click(button("Onayla: İki"));
  await until(() => toldText().includes("Bu istek değişti."));
  await click(link("Profil"));
  await headed("Profil");
  assert.equal(toldText(), "'Bir' reddedildi.Geri al");
});

function queued(): Element[] {
  return [...document.querySelectorAll("[aria-labelledby=queue-heading] .song-title")];
}

/** What is said to screen readers about requests that arrive. */
function announced(): string {
  return document.querySelector("p.visually-hidden[role=status]")!.textContent!;
}
