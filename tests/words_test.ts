// What people read keeps to the words of docs/words.md.
import { strict as assert } from "node:assert";
import { filesIn, readText } from "./code_rules/tree.ts";

/** `stem` at the beginning of a word. `\b` would know ASCII letters only. */
const WORD = (stem: string) => new RegExp(`(?<!\\p{L})(${stem})`, "iu");

const WRONG_WORDS: [wrong: RegExp, say: string][] = [
  [WORD("misafir(?! ağı)"), "müşteri"],
  [WORD("konuk|konuğ|ziyaretçi"), "müşteri"],
  [WORD("mektup|mektub|eposta"), "e-posta"],
  [WORD("parola"), "şifre"],
  [WORD("kuyruk|kuyruğ"), "şarkı sırası"],
  [WORD("talep|taleb|sipariş"), "istek"],
  [WORD("aygıt"), "cihaz"],
  [WORD("mekân"), "kafe"],
  [WORD("karekod"), "QR kod"],
  [WORD("taratın"), "okutun"],
  [WORD("rehber"), "kılavuz"],
  [WORD("sadece|yalnız(?!\\p{L})"), "yalnızca"],
  [WORD("yeniden dene"), "tekrar dene"],
  [WORD("demo hesap"), "örnek hesap"],
  [WORD("iptal"), "Vazgeç"],
  [/Sıradaki'n[ei](?!\p{L})/u, "Sıradaki'ye, Sıradaki'yi"],
  [/\d-\d+ (Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık)/u, "–"],
];

/** Of Turkish sentences only: in English ones and in code they mean something else. */
const WRONG_IN_TURKISH: [wrong: RegExp, say: string][] = [
  [WORD("admin(?!\\p{L})"), "yönetici"],
  [WORD("mail(?![\\p{L}_])"), "e-posta"],
  [/\S - \S/u, "–"],
];

const TURKISH = /[çğıöşüÇĞİÖŞÜ]/u;

/** Sentences and labels that are to be exactly so. */
const GIVEN = [
  "Lütfen admin olarak giriş yapın.",
  "Veriler yüklenirken bir hata oluştu. Admin yetkiniz olduğundan emin olun.",
  "Kafe Sahibiyim",
  "Müzik İsteği Gönder",
  "Panele Git",
];

/** Names of songs, artists, cafes and people, and passwords. */
const NAMES =
  /^server\/(music\/demo\/catalogue|commands\/seed_music|auth\/popular_password_list)|^client\/pages\/LandingPictures/;
const NAMED = ["Kahve Durağı", "Ayşe Yılmaz", "Demo Dinleyici", "Demo Editörü"];

/** Which have words of their own (docs/languages.md). */
const OTHER_LANGUAGES = /^server\/contract\/languages\/(?!tr\.ts)/;

const sources = ["client", "server", "db"].flatMap((top) => filesIn(top, /\.tsx?$/))
  .filter((path) => !NAMES.test(path) && !OTHER_LANGUAGES.test(path))
  .map((path) => ({ path, texts: textsOf(readText(path)) }));
const others = [
  ...filesIn("deploy/package", /^(postinst|templates|settings\.env|siradaki\.desktop)$/),
  ...filesIn("deploy/pictures", /\.svg$/),
  "deno.json",
].map((path) => ({ path, texts: readText(path).split("\n") }));
const documents = [...filesIn("deploy", /\.md$/), "README.md"]
  .map((path) => ({ path, texts: turkishPart(readText(path)).split(/\n{2,}/) }));

Deno.test("one thing has one word, in all that people read", () => {
  const read = [...sources, ...others, ...documents];
  assert.ok(read.flatMap(({ texts }) => texts).filter((text) => TURKISH.test(text)).length > 500);
  assert.deepEqual(read.flatMap(({ path, texts }) => wrongIn(path, texts)), []);
});

Deno.test("buttons, headings and labels have a capital at their beginning only", () => {
  const wrong = sources.flatMap(({ path, texts }) =>
    texts.filter(isTitleCase).map((text) => `${path}: ${text}`)
  );
  assert.deepEqual(wrong, []);
});

const CODE: [source: string, wrong: string[]][] = [
  ["<h2>Şarkı isteyen misafirler</h2> // misafir", ["müşteri"]],
  ["const a = `${count} misafir, ${other} mektubu`;", ["müşteri", "e-posta"]],
  ['row("Misafirler", "Sıradaki\'ne hoş geldiniz")', ["müşteri", "Sıradaki'ye, Sıradaki'yi"]],
  ["<p>\n  Bu, Admin'in\n  mail adresi - önemli\n</p>", ["yönetici", "e-posta", "–"]],
  ['{ role: "admin", subject: "a - b", path: "mail" } // mektup', []],
];

for (const [source, expected] of CODE) {
  Deno.test(`wrong words are found in strings and markup: ${source.replaceAll("\n", " ")}`, () => {
    const found = wrongIn("a.tsx", textsOf(source));
    assert.deepEqual(found.map((each) => each.split("say ")[1]), expected);
  });
}

Deno.test("title case is found in labels, and not in names or sentences", () => {
  const labels = ["Linki Kopyala", "Spotify'a Bağlan", "Şifreyi Değiştir"];
  assert.deepEqual(
    [...labels, "Linki kopyala", "Spotify Premium hesabı"].filter(isTitleCase),
    labels,
  );
});

function wrongIn(path: string, texts: string[]): string[] {
  return texts.filter((text) => !GIVEN.includes(text)).flatMap((text) =>
    [...WRONG_WORDS, ...TURKISH.test(text) ? WRONG_IN_TURKISH : []]
      .filter(([wrong]) => wrong.test(text))
      .map(([, say]) => `${path}: '${text.trim().slice(0, 80)}': say ${say}`)
  );
}

/** Two words or more, each with a capital. */
function isTitleCase(text: string): boolean {
  return /^\p{Lu}\p{Ll}+('\p{Ll}+)?( \p{Lu}\p{Ll}+)+$/u.test(text) &&
    ![...GIVEN, ...NAMED].includes(text);
}

/** The string literals of a module, and the text between its tags. */
function textsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/(^|\s)\/\/ .*$/gm, "$1")
    .replaceAll(/\$\{[^{}]*\}/g, "…");
  const literals = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map((match) => match[1] ?? match[2]!);
  const markup = [...code.matchAll(/[>}]([^<>{}"`;=]*\p{L}[^<>{}"`;=]*)(?=[<{])/gu)]
    .map((match) => match[1]!);
  return [...literals, ...markup].map((text) => text.replaceAll(/\s+/g, " ").trim());
}

/** Of a guide that has an English part as well, or of README. */
function turkishPart(markdown: string): string {
  const [, ownPart] = markdown.match(/\n## Kafe sahipleri için\n([^]*?)\n## /) ?? [];
  return ownPart ?? markdown.split('<div lang="en">')[0]!;
}
