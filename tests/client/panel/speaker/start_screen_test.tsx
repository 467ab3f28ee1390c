import { strict as assert } from "node:assert";
import type { SpeakerView } from "../../../../client/panel/speaker/speaker.ts";
import { SILENT } from "../../../../client/panel/speaker/speaker_machine.ts";
import { StartScreen } from "../../../../client/panel/speaker/SpeakerScreen.tsx";
import { button, click, openPage, pageText } from "../../../support/dom/page.ts";

const OFF: SpeakerView = {
  phase: "off",
  state: SILENT,
  isReached: true,
  refusal: "",
  isNearby: false,
};
const TAKEN = { refusal: "Oynatıcı başka bir cihazda açık." };

for (
  const [what, changes, action, takes, text] of [
    ["before the first press", {}, "Müziği başlat", false, /bu cihazın hoparlöründen çalar/],
    [
      "if the browser wants a press after a reload",
      { phase: "on", state: { ...SILENT, needsPress: true } },
      "Müziği başlat",
      false,
      /Sayfa yenilendi\. Tarayıcı, siz dokunmadan ses çıkarmıyor\./,
    ],
    ["if it is open elsewhere", { phase: "taken", ...TAKEN }, "Burada aç", true, /başka bir cihaz/],
    [
      "if it is open in another tab",
      { isNearby: true },
      "Burada aç",
      true,
      /^Oynatıcı bu cihazda başka bir sekmede açık\./,
    ],
    [
      "if another tab has taken it over",
      { phase: "lost", ...TAKEN, isNearby: true },
      "Burada sürdür",
      true,
      /^Oynatıcı bu cihazda başka bir sekmede açık\./,
    ],
    ["if it was taken over", { phase: "lost", ...TAKEN }, "Burada sürdür", true, /başka bir cihaz/],
  ] as const
) {
  Deno.test(`${what} the screen says why it is silent and has one button: '${action}'`, async () => {
    await using page = await openPage();
    const presses: boolean[] = [];
    await page.render(
      <StartScreen view={{ ...OFF, ...changes }} onStart={(take) => presses.push(take)} />,
    );
    assert.match(document.querySelector("[role=status]")!.textContent!, text);
    await click(button(action));
    assert.deepEqual(presses, [takes]);
  });
}

Deno.test("while the claim is under way a press does nothing, and without a network that is said", async () => {
  await using page = await openPage();
  let presses = 0;
  const view: SpeakerView = { ...OFF, phase: "claiming", isReached: false };
  await page.render(<StartScreen view={view} onStart={() => presses += 1} />);
  await click(button("Müziği başlat"));
  assert.equal(presses, 0);
  assert.match(pageText(), /Bağlantı gelince müzik kendiliğinden başlar\./);
});
