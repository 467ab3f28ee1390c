import { strict as assert } from "node:assert";
import type { HouseRules } from "../../../../server/contract/house.ts";
import { BUSY, refused } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  field,
  link,
  pageText,
  perform,
  submit,
  texts,
  type,
  until,
} from "../../dom/page.ts";
import { alertText, openWholePanel } from "../../dom/whole_panel.ts";
import { createOwner, type TestOwner } from "../../../support/people/factories.ts";
import { ask as askIn, EVENINGS, houseOf, setRules } from "../../../support/people/house.ts";
import { newGuest, submit as ask } from "../../../support/people/requests.ts";
import { addTables } from "../../../support/people/tables.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/rules";
const HOUSE = "/api/house";
const LONGEST = "En uzun şarkı (dakika)";
const WORDS = "Yasaklı kelimeler";

Deno.test("a choice is saved at once, 'Kaydedildi' is said, and guests' sentences follow", async () => {
  await using house = await openRules();
  assert.match(pageText(), /Bir kural koymadınız/);
  await click(field("Kapalı"));
  await until(() => savedText() === "Kaydedildi");
  assert.equal((await house.rules()).requests, "closed");
  await until(() => preview().includes("Kafe şu anda istek almıyor."));
  await click(field("Uygunsuz sözlü şarkıları reddet"));
  await until(() => preview().includes("Uygunsuz sözler içeren şarkılar istenemiyor."));
  assert.equal((await house.rules()).explicit, "refused");
});

Deno.test("whether a table is asked for is saved at once, with a warning while there are no tables", async () => {
  await using house = await openRules();
  await click(field("İsteğe bağlı"));
  await house.until(({ tables }) => tables === "optional");
  await until(() => preview().includes("Masanızdaki kodu okutursanız"));
  await click(field("Zorunlu"));
  await house.until(({ tables }) => tables === "required");
  assert.match(pageText(), /Henüz masanız yok, bu yüzden kimse istek gönderemez\./);
  await until(() =>
    preview().includes("Şarkı istemek için masanızdaki kodu telefonunuzla okutun.")
  );
  assert.equal(link("Masaları ekleyin, kartlarını yazdırın").pathname, "/panel/share");
});

Deno.test("a change that fails says so in place, and the control shows the old value again", async () => {
  await using house = await openRules();
  house.panel.network.answer("PUT", HOUSE, BUSY);
  await click(field("Kapalı"));
  await until(() => alertText() === "Kaydedilemedi. Sistem şu anda yoğun.");
  assert.ok(field("Her zaman açık").checked);
  await leave(LONGEST, "6");
  await until(() => field(LONGEST).value === "");
  assert.equal(savedText(), "");
});

Deno.test("what was saved is shown although the rules cannot be read after it", async () => {
  await using house = await openRules();
  const { network } = house.panel;
  const late = network.hold("GET", HOUSE);
  await click(field("Kapalı"));
  await until(() => late.length > 0);
  network.answer("GET", HOUSE, BUSY);
  late.forEach(({ release }) => release(refused("database_unavailable")));
  await until(() => savedText() === "Kaydedildi");
  assert.ok(field("Kapalı").checked);
});

Deno.test("while a change is under way the control shows it, and a later one is sent after it", async () => {
  await using house = await openRules();
  const held = house.panel.network.hold("PUT", HOUSE);
  await click(field("Kapalı"));
  await click(field("Her zaman açık"));
  assert.ok(field("Her zaman açık").checked);
  assert.deepEqual(held.map(({ call }) => call.body), [{ requests: "closed" }]);
  held[0]!.release();
  await until(() => held.length === 2);
  held[1]!.release();
  await until(() => savedText() === "Kaydedildi");
  assert.equal((await house.rules()).requests, "open");
});

Deno.test("a number is saved when its field is left, none when it is empty, and a wrong one stays with its error", async () => {
  await using house = await openRules({ longestMinutes: 6 });
  assert.equal(field(LONGEST).value, "6");
  await leave(LONGEST, "500");
  assert.match(pageText(), /En uzun şarkı 1 ile 120 dakika arasında olmalıdır\./);
  assert.equal(field(LONGEST).value, "500");
  await leave(LONGEST, "8");
  await until(() => savedText() === "Kaydedildi");
  assert.equal((await house.rules()).longestMinutes, 8);
  assert.equal(field(LONGEST).getAttribute("aria-invalid"), null);
  await submit(field(LONGEST), "");
  await until(() => !preview().includes("dakikalık"));
  assert.equal((await house.rules()).longestMinutes, null);
});

Deno.test("opening hours without any are saved with the first day, which copies to the others", async () => {
  await using house = await openRules();
  await click(field("Çalışma saatlerinde"));
  assert.match(pageText(), /Bir gün seçince istekler bu saatlere göre alınır\./);
  await click(field("Cuma"));
  await until(() => savedText() === "Kaydedildi");
  const { requests, hours } = await house.rules();
  assert.deepEqual({ requests, hours }, {
    requests: "hours",
    hours: [{ weekday: 5, opens: "10:00", closes: "23:00" }],
  });
  await times("Cuma", "18:00", "02:00");
  await until(() => pageText().includes("ertesi gün"));
  await click(button("Cuma: diğer günlere kopyala"));
  await house.until(({ hours }) => hours.length === 7);
  assert.deepEqual((await house.rules()).hours, EVENINGS);
});

Deno.test("a day takes several times, loses one of them, and is closed; the last day cannot be", async () => {
  const only = [{ weekday: 1, opens: "18:00", closes: "02:00" }];
  await using house = await openRules({ requests: "hours", hours: only });
  await click(button("Pazartesi: saat ekle"));
  await house.until(({ hours }) => hours.length === 2);
  await click(button("Pazartesi, 2. saat: kaldır"));
  await house.until(({ hours }) => hours.length === 1);
  // As on the day before.
  await click(field("Salı"));
  await house.until(({ hours }) => hours.some((time) => time.weekday === 2));
  assert.deepEqual((await house.rules()).hours.at(-1), { ...only[0], weekday: 2 });
  await click(field("Salı"));
  await house.until(({ hours }) => hours.length === 1);
  await click(field("Pazartesi"));
  await until(() => /^Kaydedilemedi\. Çalışma saatlerini girin/.test(alertText()));
  assert.ok(field("Pazartesi").checked);
});

Deno.test("equal times are refused in place, and nothing is sent", async () => {
  await using house = await openRules({ requests: "hours", hours: EVENINGS });
  await times("Salı", "18:00", "18:00");
  assert.match(pageText(), /Açılış ve kapanış aynı saat olamaz\./);
  assert.deepEqual(house.panel.network.calls.filter(({ method }) => method === "PUT"), []);
});

Deno.test("a last call that leaves no time is refused with the server's sentence", async () => {
  const hours = [{ weekday: 1, opens: "18:00", closes: "19:00" }];
  await using _ = await openRules({ requests: "hours", hours });
  await leave("Son istekler (dakika)", "60");
  await until(() => /^Kaydedilemedi\. Son istek süresi/.test(alertText()));
  assert.equal(field("Son istekler (dakika)").value, "");
});

Deno.test("blocked words are added with commas, once each, and removed; a failure gives the text back", async () => {
  await using house = await openRules({ blockedWords: ["arabesk"] });
  await submit(field(WORDS), "Ağır roman, ARABESK , ağır roman");
  await house.until(({ blockedWords }) => blockedWords.length === 2);
  assert.deepEqual((await house.rules()).blockedWords, ["arabesk", "Ağır roman"]);
  assert.equal(field(WORDS).value, "");
  await until(() => words().length === 2);
  await click(button("Kaldır: arabesk"));
  await until(() => words().join() === "Ağır roman");
  assertFocused(field(WORDS));
  await submit(field(WORDS), "?!");
  assert.match(pageText(), /En fazla 200 kelime girebilirsiniz/);
  house.panel.network.answer("PUT", HOUSE, BUSY);
  await submit(field(WORDS), "rap");
  await until(() => alertText() === "Kaydedilemedi. Sistem şu anda yoğun.");
  assert.equal(field(WORDS).value, "rap");
  assert.deepEqual(words(), ["Ağır roman"]);
});

Deno.test("approval from a tip on is saved with its amount", async () => {
  await using house = await openRules();
  await click(field("Belli bir bahşişten itibaren"));
  await leave("En az bahşiş (TL)", "çok");
  assert.match(pageText(), /Bahşiş sınırı 0 ile 10\.000 TL arasında/);
  assert.equal((await house.rules()).approve, "never");
  await leave("En az bahşiş (TL)", "25,50");
  await house.until(({ approve }) => approve === "from");
  assert.equal((await house.rules()).approveFromTl, 25.5);
  await until(() => preview().includes("25,50 TL ve üzeri bahşişli istekler"));
  await click(field("Her istek"));
  await house.until(({ approve }) => approve === "always");
});

Deno.test("a rule tells how many of the pending requests it would refuse", async () => {
  await using house = await openRules({ blockedWords: ["damar"] }, async (app, { ownerId }) => {
    for (const songTitle of ["Damar", "DAMAR şarkı", "Damardan"]) {
      await ask(app, ownerId, { songTitle });
    }
  });
  assert.match(pageText(), /Bu kuralla şu an bekleyen 2 istek reddedilirdi\./);
  await click(button("Kaldır: damar"));
  await house.until(({ blockedWords }) => blockedWords.length === 0);
  await until(() => !pageText().includes("reddedilirdi"));
});

Deno.test("the rules by hour and by artist tell how many requests of the last seven days they would have refused", async () => {
  await using house = await openRules({ perHour: 1, artistMinutes: 30 }, async (app, owner) => {
    const guest = await newGuest(app);
    for (let i = 0; i < 3; i++) {
      await askIn(app, owner, {}, guest);
      app.clock.pass(1);
    }
  });
  assert.match(pageText(), /Son 7 günde bu kural 2 isteği reddederdi\./);
  assert.match(pageText(), /Son 7 günde bu kural hiçbir isteği reddetmezdi\./);
  await submit(field("Müşterinin bir saatteki istekleri"), "2");
  await house.until(({ perHour }) => perHour === 2);
  await until(() => pageText().includes("Son 7 günde bu kural 1 isteği reddederdi."));
});

Deno.test("required tables tell how many of the pending requests came without one", async () => {
  await using _ = await openRules({}, async (app, owner) => {
    const [table] = await addTables(app, owner, "Masa 5");
    await setRules(app, owner, { tables: "optional" });
    await ask(app, owner.ownerId, { table: table!.code });
    await ask(app, owner.ownerId);
  });
  assert.doesNotMatch(pageText(), /reddedilirdi/);
  await click(field("Zorunlu"));
  await until(() => pageText().includes("Bu kuralla şu an bekleyen 1 istek reddedilirdi."));
});

Deno.test("rules that were changed on another device are shown", async () => {
  await using house = await openRules();
  await house.change({ longestMinutes: 7 });
  await house.panel.hear({ type: "ready", revision: 7 });
  await until(() => field(LONGEST).value === "7");
});

/** The screen of a cafe with these rules, after `before`. */
async function openRules(
  rules: Partial<HouseRules> = {},
  before: (app: TestApp, owner: TestOwner) => Promise<void> = () => Promise.resolve(),
) {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await testApp());
  const owner = await createOwner(app.deps);
  await before(app, owner);
  if (Object.keys(rules).length > 0) await setRules(app, owner, rules);
  const panel = opening.use(await openWholePanel(app, PATH, owner.token));
  await until(() => preview().length > 50);
  const opened = opening.move();
  const read = async () =>
    await (await app.call("GET", HOUSE, { token: owner.token })).json() as HouseRules;
  return {
    panel,
    /** The rules that the server has. */
    rules: read,
    /** What it tells guests of them. */
    publicRules: () => houseOf(app, owner),
    /** Changes rules on another device. */
    change: (changed: Partial<HouseRules>) => setRules(app, owner, changed),
    /** Waits until the server has such rules. */
    async until(fact: (rules: HouseRules) => boolean) {
      let holds = false;
      await until(() => {
        void read().then((rules) => holds = fact(rules));
        return holds;
      });
      await until(() => panel.network.underWay() === 0);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Types into a field and leaves it. */
async function leave(label: string, text: string): Promise<void> {
  await type(field(label), text);
  await perform(() => field(label).blur());
}

/** Gives a day its times and leaves them. */
async function times(day: string, opens: string, closes: string): Promise<void> {
  const [from, to] = ["açılış", "kapanış"].map((name) =>
    document.querySelector<HTMLInputElement>(`[aria-label="${day}: ${name}"]`)!
  );
  await type(from!, opens);
  await type(to!, closes);
  await perform(() => to!.blur());
}

const preview = () => document.querySelector(".rules-preview")!.textContent!;

/** What the controls say of their latest changes. */
const savedText = () => texts(".rule-saved").join("");
const words = () => texts(".chip");

// The control 'Sıra' on the screen 'Kurallar' (docs/house.md#order).
const PATIENT = "Bahşişe göre, bekleyen unutulmadan";
const SONGS = "Öne geçebilecek şarkı sayısı";

Deno.test("'Sıra' is saved at once, then takes the number of songs, and guests read it", async () => {
  await using house = await openRules();
  assert.ok(field("Bahşişe göre").checked);
  assert.doesNotMatch(pageText(), new RegExp(SONGS));
  await click(field(PATIENT));
  await until(() => pageText().includes("en fazla 5 şarkı geçebilir."));
  assert.deepEqual(await orderIn(house), ["patience", 5]);
  assert.equal(field(SONGS).value, "5");
  for (const wrong of ["0", ""]) {
    await leave(SONGS, wrong);
    assert.match(pageText(), /en az 1, en fazla 50 şarkı geçebilir/);
  }
  await leave(SONGS, "3");
  await until(() => pageText().includes("en fazla 3 şarkı geçebilir."));
  assert.deepEqual(await orderIn(house), ["patience", 3]);
  await click(field("Bahşişe göre"));
  await until(() => !pageText().includes("şarkı geçebilir"));
  assert.equal((await house.publicRules()).order, "tip");
});

Deno.test("a change of 'Sıra' that fails says so, and the control shows the old order", async () => {
  await using house = await openRules();
  house.panel.network.answer("PUT", HOUSE, BUSY);
  await click(field(PATIENT));
  await until(() => alertText() === "Kaydedilemedi. Sistem şu anda yoğun.");
  assert.ok(field("Bahşişe göre").checked);
  assert.deepEqual(await orderIn(house), ["tip", 5]);
});

async function orderIn({ rules }: { rules(): Promise<HouseRules> }): Promise<[string, number]> {
  const { order, patienceSongs } = await rules();
  return [order, patienceSongs];
}
