// The list of popular passwords. Some 50 000 words: import it when it is first needed, so that it slows no start.
import { dictionary } from "@zxcvbn-ts/language-common";
import { plainLetters } from "../fold.ts";

/** The product's own name, and words of Turkish passwords that the international list does not have. */
const TURKISH = [
  ...["siradaki", "sifre", "sifrem", "sifreler", "parolam", "deneme", "yonetici", "kafe", "kahve"],
  ...["trabzonspor", "cimbom", "kanarya", "karakartal", "bjk", "ataturk", "turk", "turkiyem"],
  ...["izmir", "bursa", "adana", "konya", "trabzon", "samsun", "kayseri", "eskisehir", "gaziantep"],
  ...["ahmet", "ali", "ayse", "burak", "elif", "emre", "fatma", "huseyin", "kemal", "merve"],
  ...["yusuf", "askim", "bebegim", "canim", "hayatim", "melek", "prenses", "seviyorum"],
  "seniseviyorum",
];

export const POPULAR_PASSWORDS: ReadonlySet<string> = new Set(
  [...TURKISH, ...dictionary["passwords-common"]].map(plainLetters),
);
