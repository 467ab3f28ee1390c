import { strict as assert } from "node:assert";
import { faults, fill, send } from "../../../support/dom/forms.ts";
import { refusal } from "../../../support/dom/network.ts";
import { assertFocused, button, click, perform, until } from "../../../support/dom/page.ts";
import {
  alertText,
  answerDialog,
  dialog,
  openWholePanel,
} from "../../../support/dom/whole_panel.ts";
import { toldText } from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { createStaff, invite, join, joinTokenFor, teamOf } from "../../../support/people/team.ts";
import { lettersOf } from "../../../support/people/letters.ts";
import { testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/team";
const EMAIL = "deniz@ornek.test";
const INVITE = "Davet et";

const rows = () =>
  [...document.querySelectorAll(".session .member-words")].map(({ textContent }) => textContent);

Deno.test("a team without anyone says what its people would see, and the form invites", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, PATH, token);
  assert.match(document.body.textContent, /henüz kimse yok.*IBAN'ınızı.*göremez/);
  await send(INVITE);
  assert.deepEqual(faults(), {
    "Adı": "Kişinin adını girin.",
    "E-posta": "Geçerli bir e-posta adresi girin.",
  });
  await fill({ "Adı": "Deniz", "E-posta": EMAIL });
  await send(INVITE);
  await until(() => /^Davet hazırlandı\. Bağlantı 7 gün geçerlidir\. /.test(toldText()));
  await until(() => rows().length === 1);
  assert.deepEqual(rows(), [`Denizdavet edildi${EMAIL}`]);
});

Deno.test("an invitation is sent again, and the person who joins is shown as the room is told", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await invite(app, token);
  await using panel = await openWholePanel(app, PATH, token);
  await click(button("Deniz: Yeniden gönder"));
  await until(() => /^Davet hazırlandı\. Bağlantı 7 gün geçerlidir\. /.test(toldText()));
  assert.equal((await lettersOf(app, EMAIL)).length, 2);
  await join(app, await joinTokenFor(app, EMAIL));
  const event = { type: "queue_updated", ownerId, revision: 1_000_000 };
  await until(() => panel.sockets.latest());
  await perform(() => panel.sockets.latest().say(event));
  await until(() => rows()[0] === `Denizkatıldı${EMAIL}`);
});

Deno.test("a membership ends after a question that says what happens", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await createStaff(app.deps, ownerId, "Ayşe");
  await using _ = await openWholePanel(app, PATH, token);
  await click(button("Ayşe: Ekipten çıkar"));
  assert.match(dialog()!.textContent, /Ayşe bu kafeden hemen çıkış yapmış olur/);
  await answerDialog("Vazgeç");
  assert.equal((await teamOf(app, token)).length, 1);
  await click(button("Ayşe: Ekipten çıkar"));
  await answerDialog("Ekipten çıkar");
  await until(() => toldText() === "Ayşe artık ekibinizde değil.");
  await until(() => rows().length === 0);
  assertFocused(document.getElementById("team-heading"));
  assert.deepEqual(await teamOf(app, token), []);
});

Deno.test("an invitation is taken back, one that is gone meanwhile is told", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await invite(app, token);
  await using panel = await openWholePanel(app, PATH, token);
  panel.network.answer(
    "DELETE",
    "/api/team/",
    refusal("member_not_found", "Bu kişi ekibinizde değil."),
  );
  const takeBack = async () => {
    await click(button("Deniz: Daveti geri al"));
    await answerDialog("Daveti geri al");
  };
  await takeBack();
  await until(() => toldText().includes("Bu kişi ekibinizde değil."));
  panel.network.restore("DELETE", "/api/team/");
  await takeBack();
  await until(() => toldText().includes("Davet geri alındı."));
  assert.deepEqual(await teamOf(app, token), []);
});

Deno.test("a team that cannot be loaded says so, and a refused invitation keeps what was typed", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, PATH, token);
  panel.network.answer(
    "POST",
    "/api/team",
    refusal("team_full", "Ekibinizde en fazla 50 kişi olabilir."),
  );
  await fill({ "Adı": "Deniz", "E-posta": EMAIL });
  await send(INVITE);
  await until(() => alertText().includes("en fazla 50 kişi"));
  assert.equal(document.querySelector<HTMLInputElement>("[name=email]")!.value, EMAIL);
});
