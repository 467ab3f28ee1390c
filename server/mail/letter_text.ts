// The words of each letter, as text and HTML. Mail programs and phones offer six digits in a row for pasting, so
// a letter contains no others than the code: no such date, id or colour. Only the letter of the morning has texts that
// strangers typed, and its writer takes codes and addresses out of them (evenings/letter_parts.ts).
import type { LetterKind } from "../../db/people/letters.ts";

// No colour consists of six decimal digits: mail programs would take it for a code.
const PAGE = "margin:0;padding:24px;background:#f7f0e6;color:#2b1a10;" +
  "font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif";
const CARD = "max-width:30em;margin:0 auto;padding:24px 32px;background:#fffcf7;border-radius:12px";
const CODE = "margin:24px 0;font-size:34px;font-weight:700;letter-spacing:.2em;text-align:center";
const BUTTON = "display:inline-block;padding:12px 24px;border-radius:8px;background:#8a4b0f;" +
  "color:#fffcf7;font-weight:600;text-decoration:none";

const WHAT = "padding:4px 12px 4px 0;font-weight:400;text-align:left;vertical-align:top";
const VALUE = "padding:4px 0;text-align:right;vertical-align:top;font-variant-numeric:tabular-nums";

function letterHtml({ subject, before, code, link, sections, after }: LetterParts): string {
  return `<!doctype html>
<html lang="tr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(subject)}</title></head>
<body style="${PAGE}">
<div style="${CARD}">
${before.map(paragraph).join("\n")}
${code === undefined ? "" : `<p style="${CODE}">${escape(code)}</p>`}
${shown(sections).map(section).join("\n")}
${link === undefined ? "" : button(link)}
${after.map(paragraph).join("\n")}
<p style="color:#6b5344">Sıradaki</p>
</div>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p>${escape(text)}</p>`;
}

/** A section without rows is left out. */
function shown(sections: LetterSection[] = []): LetterSection[] {
  return sections.filter(({ rows }) => rows.length > 0);
}

function section({ title, rows }: LetterSection): string {
  const cells = rows.map(([what, value]) =>
    `<tr><th scope="row" style="${WHAT}">${escape(what)}</th><td style="${VALUE}">${
      escape(value)
    }</td></tr>`
  );
  return `<h2 style="margin:24px 0 4px;font-size:18px">${escape(title)}</h2>
<table style="width:100%;border-collapse:collapse">
${cells.join("\n")}
</table>`;
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${escape(url)}" style="${BUTTON}">${
    escape(label)
  }</a></p>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

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
  /** The secret holds its parts and the day's date: it is written with the figures of the morning. */
  morning: (secret, origin) => {
    const { date, ...parts }: LetterParts & { date: string } = JSON.parse(secret);
    const url = `${origin}/panel/evenings?date=${date}`;
    return { ...parts, link: { label: "Akşamı panelde aç", url } };
  },
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

function plainText({ before, code, link, sections, after }: LetterParts): string {
  const tables = shown(sections).map(({ title, rows }) =>
    [title, ...rows.map(([what, value]) => `  ${what}: ${value}`)].join("\n")
  );
  const apart = [code, link?.url].filter((s) => s !== undefined).map((s) => `    ${s}`);
  return [...before, ...tables, ...apart, ...after, "Sıradaki"].join("\n\n") + "\n";
}

// The forms of a letter, from its words to what is sent.

/** A heading of a letter with rows of two cells. */
export interface LetterSection {
  title: string;
  rows: [what: string, value: string][];
}

/** The parts of a letter: paragraphs, and between them at most one code or link, and sections. */
export interface LetterParts {
  subject: string;
  before: string[];
  code?: string;
  link?: { label: string; url: string };
  /** Those without a row are left out. */
  sections?: LetterSection[];
  after: string[];
}

/** A letter in the two forms that mail programs show. */
interface LetterText {
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends LetterText {
  /** The letter's id, the same at every attempt. */
  id: string;
  to: string;
  /** When the letter was written, in epoch ms. */
  writtenAt: number;
}

/** Sends one letter. Rejects if it was not sent, or may not have been. */
export type Post = (mail: Mail) => Promise<void>;
