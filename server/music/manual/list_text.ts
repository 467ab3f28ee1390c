// The text of a file that an owner sends as a list, and what it is if it is none (docs/manual.md#files). Pure.
import { DomainError } from "../../errors.ts";

const NO_TEXT = "Bu bir metin dosyası değil.";
const IMAGE = "Bu bir resim dosyası.";
const WANTED = "Şarkı listesini CSV dosyası olarak yükleyin.";
const SAVE_AS =
  "Excel'de 'Dosya', 'Farklı kaydet' ile 'CSV UTF-8' türünü seçin ve oluşan dosyayı yükleyin.";

/** The first bytes of files that are chosen by mistake, and what they are. */
const KINDS: { begins: string; says: string }[] = [
  // The old format of Excel.
  { begins: "\xd0\xcf\x11\xe0", says: `Bu bir Excel dosyası. ${SAVE_AS}` },
  { begins: "bplist", says: `Bu bir Apple ayar dosyası. ${WANTED}` },
  { begins: "\x89PNG", says: `${IMAGE} ${WANTED}` },
  { begins: "\xff\xd8\xff", says: `${IMAGE} ${WANTED}` },
  { begins: "GIF8", says: `${IMAGE} ${WANTED}` },
  { begins: "%PDF-", says: `Bu bir PDF dosyası. ${WANTED}` },
];

/** An xlsx file is a ZIP archive with a folder `xl`. */
const ZIP = "PK\x03\x04";
const SHEET = /xl\/|\[Content_Types\]\.xml/;
const DOCUMENT = /word\/|opendocument\.text/;

/** Control characters that are in no text: all but tab, the ends of lines and of pages, and the end of an old text. */
// deno-lint-ignore no-control-regex
const CONTROL = /[\x00-\x08\x0e-\x19\x1b-\x1f\x7f-\x9f]/;

/**
 * The file's text: UTF-8, UTF-16 with a mark, or windows-1254 as a Turkish Excel writes it.
 * @throws DomainError `list_unreadable` with a sentence that says what the file is
 */
export function textOf(file: Uint8Array<ArrayBuffer>): string {
  const known = kindOf(file);
  if (known !== undefined) throw new DomainError("list_unreadable", { msg: known });
  const text = decoded(file);
  if (text === undefined) {
    throw new DomainError("list_unreadable", { msg: `${NO_TEXT} ${WANTED}` });
  }
  if (/^\s*<[?!a-z]/i.test(text)) {
    throw new DomainError("list_unreadable", {
      msg: `Bu bir web sayfası ya da XML dosyası. ${WANTED}`,
    });
  }
  if (isJson(text)) {
    throw new DomainError("list_unreadable", { msg: `Bu bir JSON dosyası. ${WANTED}` });
  }
  return text;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What a file of another kind is, undefined if it may be text. */
function kindOf(file: Uint8Array<ArrayBuffer>): string | undefined {
  // Each byte as the character of its number.
  const head = String.fromCharCode(...file.subarray(0, 4_096));
  if (head.startsWith(ZIP)) {
    if (SHEET.test(head) && !DOCUMENT.test(head)) return `Bu bir Excel dosyası. ${SAVE_AS}`;
    return `Bu bir Excel dosyası ya da ZIP arşivi. ${SAVE_AS}`;
  }
  return KINDS.find(({ begins }) => head.startsWith(begins))?.says;
}

/** The file as text; undefined if it is no text. */
function decoded(file: Uint8Array<ArrayBuffer>): string | undefined {
  const [a, b] = file;
  if (a === 0xff && b === 0xfe || a === 0xfe && b === 0xff) {
    const text = new TextDecoder(a === 0xff ? "utf-16le" : "utf-16be").decode(file);
    return CONTROL.test(text) ? undefined : text;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(file);
    return text.includes("\0") ? undefined : text;
  } catch {
    // Bytes that windows-1254 leaves open become control characters.
    const text = new TextDecoder("windows-1254").decode(file);
    return CONTROL.test(text) ? undefined : text;
  }
}
