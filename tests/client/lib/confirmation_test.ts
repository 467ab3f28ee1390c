import { strict as assert } from "node:assert";
import { createConfirmation } from "../../../client/lib/confirmation.ts";

const ASKED = { title: "Kesilsin mi?", text: "Bahşişi yazılmayacak.", action: "Kes" };

Deno.test("a question is answered once, and another one answers it with no", async () => {
  const confirmation = createConfirmation();
  const first = confirmation.ask(ASKED);
  const second = confirmation.ask({ ...ASKED, title: "Çıkılsın mı?" });
  assert.equal(await first, false);
  assert.equal(confirmation.current()?.title, "Çıkılsın mı?");
  confirmation.current()!.answer(true);
  assert.deepEqual([await second, confirmation.current()], [true, null]);
});

Deno.test("an open question may change what it says, and be withdrawn", async () => {
  const confirmation = createConfirmation();
  const asked = confirmation.open(ASKED);
  asked.revise({ ...ASKED, text: "" });
  assert.equal(confirmation.current()?.text, "");
  asked.withdraw();
  assert.deepEqual([await asked.answer, confirmation.current()], [false, null]);
});

Deno.test("a question that is closed neither changes nor closes the one after it", async () => {
  const confirmation = createConfirmation();
  const first = confirmation.open(ASKED);
  const second = confirmation.open({ ...ASKED, title: "Çıkılsın mı?" });
  first.revise(ASKED);
  first.withdraw();
  assert.equal(confirmation.current()?.title, "Çıkılsın mı?");
  second.withdraw();
  second.revise(ASKED);
  assert.deepEqual([await second.answer, confirmation.current()], [false, null]);
});
