// The words of each letter, as text and HTML. Mail programs and phones offer six digits in a row for pasting, so
// a letter contains no others than the code: no such date, id or colour, and no text that a stranger typed.
import type { LetterKind } from "../../db/letters.ts";
import { letterHtml } from "./letter_html.ts";
import type { LetterParts, LetterText } from "./mail.ts";

/** The letter of a kind. `secret` is the code, or the token of the link. Links lead to `origin`. */
export function letterText(kind: LetterKind, secret: string, origin: string): LetterText {
  const parts = PARTS[kind](secret, origin);
  return { subject: parts.subject, text: plainText(parts), html: letterHtml(parts) };
}

const PARTS: Record<LetterKind, (secret: string, origin: string) => LetterParts> = {
  verification_code: (code) => ({
    subject: "Hesabınızı doğrulayın – Sıradaki",
    before: ["Merhaba,", "Kafe hesabınızı açmak için doğrulama kodunuz:"],
    code,
    after: [
      "Kod 10 dakika geçerlidir ve bir kez kullanılır. Kodu kimseyle paylaşmayın.",
      "Bu kaydı siz yapmadıysanız kodu kullanmayın; bu e-postayı silebilirsiniz.",
    ],
  }),
  reset_link: (token, origin) => ({
    subject: "Şifrenizi yenileyin – Sıradaki",
    before: ["Merhaba,", "Yeni bir şifre belirlemek için bu bağlantıyı açın:"],
    link: { label: "Yeni şifre belirle", url: `${origin}/panel/reset-password/${token}` },
    after: [
      "Bağlantı 1 saat geçerlidir ve bir kez kullanılır.",
      "Bunu siz istemediyseniz bir şey yapmanız gerekmez; şifreniz aynı kalır.",
    ],
  }),
  password_changed: (_, origin) => ({
    subject: "Şifreniz değiştirildi – Sıradaki",
    before: [
      "Merhaba,",
      "Hesabınızın şifresi az önce değiştirildi ve diğer cihazlardaki oturumlar kapatıldı.",
      "Bunu siz yapmadıysanız hemen yeni bir şifre belirleyin:",
    ],
    link: { label: "Şifremi unuttum", url: `${origin}/panel/forgot-password` },
    after: [],
  }),
  second_factor_on: (_, origin) => ({
    subject: "İki adımlı giriş açıldı – Sıradaki",
    before: [
      "Merhaba,",
      "Hesabınızda iki adımlı giriş az önce açıldı ve diğer bütün oturumlar kapatıldı. Girişte " +
      "artık şifrenizden sonra doğrulama uygulamanızdaki kod da sorulur.",
      "Bunu siz yapmadıysanız hemen yeni bir şifre belirleyin ve hizmeti size sunan işletmeye haber verin:",
    ],
    link: { label: "Şifremi unuttum", url: `${origin}/panel/forgot-password` },
    after: [],
  }),
  second_factor_off: (_, origin) => ({
    subject: "İki adımlı giriş kapatıldı – Sıradaki",
    before: [
      "Merhaba,",
      "Hesabınızda iki adımlı giriş az önce kapatıldı. Girişte artık yalnızca şifreniz sorulur.",
      "Bunu siz yapmadıysanız hemen yeni bir şifre belirleyin:",
    ],
    link: { label: "Şifremi unuttum", url: `${origin}/panel/forgot-password` },
    after: [],
  }),
  address_in_use: (_, origin) => ({
    subject: "E-posta adresinizle kayıt denendi – Sıradaki",
    before: [
      "Merhaba,",
      "Birisi bu e-posta adresiyle Sıradaki'ye yeniden kaydolmaya çalıştı. Bu adresle zaten bir " +
      "hesabınız var; kayıt yapılmadı ve hesabınızda hiçbir şey değişmedi.",
      "Bunu siz denediyseniz giriş yapın ya da şifrenizi yenileyin:",
    ],
    link: { label: "Giriş yap", url: `${origin}/panel/login` },
    after: ["Siz denemediyseniz bir şey yapmanız gerekmez."],
  }),
  invitation: (token, origin) => ({
    subject: "Bir kafenin ekibine davet edildiniz – Sıradaki",
    before: [
      "Merhaba,",
      "Bir kafe sizi Sıradaki'deki ekibine davet etti. Ekipte gelen istekleri ve çalan müziği " +
      "yönetirsiniz. Hangi kafe olduğunu görmek ve katılmak için bu bağlantıyı açın:",
    ],
    link: { label: "Ekibe katıl", url: `${origin}/panel/join/${token}` },
    after: [
      "Bağlantı 7 gün geçerlidir ve bir kez kullanılır.",
      "Bu e-posta adresiyle zaten bir hesabınız varsa şifrenizle giriş yapın; katılmak isteyip " +
      "istemediğiniz sorulur. Kafe yalnızca adınızı ve e-posta adresinizi görür; ekipten " +
      "dilediğiniz zaman ayrılabilirsiniz.",
      "Hesabınız yoksa ve bu daveti beklemiyorsanız bir şey yapmanız gerekmez.",
    ],
  }),
};

function plainText({ before, code, link, after }: LetterParts): string {
  const apart = [code, link?.url].filter((s) => s !== undefined).map((s) => `    ${s}`);
  return [...before, ...apart, ...after, "Sıradaki"].join("\n\n") + "\n";
}
