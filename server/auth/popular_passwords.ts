// Passwords that everybody tries first.

/** The product's own name, and words of Turkish passwords that the international list does not have. */
const TURKISH = [
  ...["siradaki", "sifre", "sifrem", "sifreler", "parolam", "deneme", "yonetici", "kafe", "kahve"],
  ...["trabzonspor", "cimbom", "kanarya", "karakartal", "bjk", "ataturk", "turk", "turkiyem"],
  ...["izmir", "bursa", "adana", "konya", "trabzon", "samsun", "kayseri", "eskisehir", "gaziantep"],
  ...[
    "ahmet",
    "ali",
    "ayse",
    "burak",
    "elif",
    "emre",
    "fatma",
    "huseyin",
    "kemal",
    "merve",
    "yusuf",
  ],
  ...["askim", "bebegim", "canim", "hayatim", "melek", "prenses", "seviyorum", "seniseviyorum"],
];
/** What is put beside a word where a digit is asked for: a licence plate, 123, a year and an exclamation mark. */
const BESIDE_A_WORD = 5;

let popular: Promise<Set<string>> | undefined;

/**
 * Whether `password` is a very common one (ASVS 5.0, 6.2.4), or made of a word that anybody would try for this
 * very account: `own`, such as its e-mail and the cafe's name (6.2.11). A word stays common with a few digits or
 * signs around it. Neither case nor the dots and tails of Turkish letters matter.
 */
export async function isCommonPassword(password: string, own: string[] = []): Promise<boolean> {
  popular ??= loadPopular();
  const common = await popular;
  const plain = plainLetters(password);
  const word = /\p{L}(.*\p{L})?/su.exec(plain)?.[0] ?? "";
  const words = own.flatMap((name) => [name, name.split("@")[0]!, name.replaceAll(" ", "")]);
  return common.has(plain) || common.has(word) && isLittleMore(word) ||
    words.some((name) => isLittleMore(plainLetters(name)));

  function isLittleMore(than: string): boolean {
    const rest = plain.replace(than, "");
    return !/\p{L}/u.test(rest) && (rest.length <= BESIDE_A_WORD || common.has(rest));
  }
}

// Some 50 000 words: unpacked when first needed, so that they slow no start.
async function loadPopular(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set([...TURKISH, ...dictionary["passwords-common"]].map(plainLetters));
}

/** Without case and marks: Şifre, ŞİFRE and sifre are one, as for who tries them. */
function plainLetters(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");
}
