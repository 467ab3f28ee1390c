// Reads an owner's list of songs from a CSV file (docs/manual.md#the-list). Pure.
import * as z from "zod/mini";
import { MAX_LISTED_SONGS } from "../../contract/music_settings.ts";
import { SongText } from "../../contract/requests.ts";
import { DomainError } from "../../errors.ts";
import { fold } from "../../fold.ts";

type Separator = "," | ";";

/** A field and the separator or the end after it. A field that begins with a quote ends with one. */
const FIELD = {
  ",": /\s*(?:"((?:[^"]|"")*)"\s*|([^",][^,]*|))(,|$)/y,
  ";": /\s*(?:"((?:[^"]|"")*)"\s*|([^";][^;]*|))(;|$)/y,
};

/** Further columns are left out: a file of nothing but separators has a million of them. */
const MAX_FIELDS = 100;

/** The separator that a line has more of, outside quotes. As many of both is `;`, since titles have commas. */
function separatorOf(line: string): Separator {
  const bare = line.replace(/"[^"]*"/g, "");
  const count = (mark: Separator) => bare.split(mark).length - 1;
  return count(";") > 0 && count(";") >= count(",") ? ";" : ",";
}

/** The first hundred fields, trimmed; undefined if a quote among them is not closed. Within quotes, two quotes stand for one. */
function fieldsOf(line: string, separator: Separator): string[] | undefined {
  const fields: string[] = [];
  const field = FIELD[separator];
  for (let at = 0;; at = field.lastIndex) {
    field.lastIndex = at;
    const [, quoted, plain, end] = field.exec(line) ?? [];
    if (end === undefined) return;
    fields.push((quoted?.replaceAll('""', '"') ?? plain ?? "").trim());
    if (end === "" || fields.length === MAX_FIELDS) return fields;
  }
}

const NO_TEXT = "Bu bir metin dosyası değil.";
const IMAGE = "Bu bir resim dosyası.";
const WANTED = "Şarkı listesini CSV dosyası olarak yükleyin.";
const SAVE_AS =
  "Excel'de 'Dosya', 'Farklı kaydet' ile 'CSV UTF-8' türünü seçin ve oluşan dosyayı yükleyin.";

/** The first bytes of files that are chosen by mistake, and what they are. */
const KINDS: { begins: string; says: string }[] = [
  // The old format of Excel.
  { begins: "\xd0\xcf\x11\xe0", says: `Bu bir Excel dosyası. ${SAVE_AS}` },
  { begins: "\xff\xfe", says: `Bu dosya UTF-16 ile kaydedilmiş. ${SAVE_AS}` },
  { begins: "\xfe\xff", says: `Bu dosya UTF-16 ile kaydedilmiş. ${SAVE_AS}` },
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
 * The file's text: UTF-8, or windows-1254 as a Turkish Excel writes it.
 * @throws DomainError `list_unreadable` with a sentence that says what the file is
 */
function textOf(file: Uint8Array<ArrayBuffer>): string {
  const known = kindOf(file);
  if (known !== undefined) throw new DomainError("list_unreadable", { msg: known });
  const text = decoded(file);
  if (text === undefined) {
    throw new DomainError("list_unreadable", { msg: `${NO_TEXT} ${WANTED}` });
  }
  return text;
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
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(file);
    return text.includes("\0") ? undefined : text;
  } catch {
    // Bytes that windows-1254 leaves open become control characters.
    const text = new TextDecoder("windows-1254").decode(file);
    return CONTROL.test(text) ? undefined : text;
  }
}

interface ListedSong {
  title: string;
  artist: string;
  /** Title and artist as the search compares them. */
  folded: string;
}

/** The names of the two columns in a heading, folded. */
const TITLES = ["title", "song", "song title", "track", "sarki", "sarki adi", "parca", "baslik"];
const ARTISTS = ["artist", "sanatci", "sanatci adi", "yorumcu", "soyleyen"];

export interface List {
  songs: ListedSong[];
  /** How many lines hold no song, or one that an earlier line has. Blank lines and the heading do not count. */
  skipped: number;
  /** The first of them, each with its number in the file, counted from 1, and the reason in Turkish. */
  skippedLines: { line: number; why: string }[];
}

/** A file of something else can have thousands. */
const MAX_NAMED = 100;

/** A thousand take 5 to 12 ms. */
const LINES_IN_PIECE = 500;

/**
 * Reads the file in pieces, and yields after each, so that others can go first. Of a list that is too long it reads one
 * song more than a list may have.
 * @throws DomainError `list_unreadable` if the file is no text, or has lines but no song
 */
export function* readList(file: Uint8Array<ArrayBuffer>): Generator<void, List> {
  const text = textOf(file);
  const songs = new Map<string, ListedSong>();
  const skippedLines: List["skippedLines"] = [];
  const lineAt = lineCounter(text);
  let lines = 0;
  let separator: Separator = ",";
  let columns = { title: 0, artist: 1 };
  let isFirst = true;
  let read = 0;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (++read % LINES_IN_PIECE === 0) yield;
    if (line.trim() === "") continue;
    if (isFirst) {
      separator = separatorOf(line);
      const heading = columnsOf(fieldsOf(line, separator));
      isFirst = false;
      if (heading) {
        columns = heading;
        continue;
      }
    }
    lines++;
    const fields = fieldsOf(line, separator);
    const song = fields && toSong(fields[columns.title], fields[columns.artist]);
    if (song && !songs.has(song.key)) songs.set(song.key, song.listed);
    else if (skippedLines.length < MAX_NAMED) {
      const why = song ? SONG_TWICE : whyNot(fields, columns);
      skippedLines.push({ line: lineAt(index), why });
    }
    if (songs.size > MAX_LISTED_SONGS) break;
  }
  if (lines > 0 && songs.size === 0) throw new DomainError("list_unreadable", { msg: NO_SONGS });
  return { songs: [...songs.values()], skipped: lines - songs.size, skippedLines };
}

const NO_SONGS =
  "Bu dosyada şarkı bulunamadı. Her satıra bir şarkının ve sanatçısının adını yazın, araya noktalı virgül koyun.";

const SONG_TWICE = "Bu şarkı daha önceki bir satırda var.";

/** Why a line with these fields is no song. */
function whyNot(fields: string[] | undefined, columns: { title: number; artist: number }): string {
  if (!fields) return "Tırnak kapanmamış.";
  const [title = "", artist = ""] = [fields[columns.title], fields[columns.artist]];
  if (title === "") return "Şarkının adı yok.";
  if (artist === "") return "Sanatçının adı yok.";
  return "Bir ad 300 karakterden uzun.";
}

/** Returns the number of the line at an index. Indexes must not go back. */
function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let at = 0;
  return (index) => {
    for (; at < index; at++) {
      const end = text[at];
      if (end === "\n" || (end === "\r" && text[at + 1] !== "\n")) line++;
    }
    return line;
  };
}

/** Where the columns are if these are the fields of a heading. */
function columnsOf(fields: string[] | undefined): { title: number; artist: number } | undefined {
  const names = fields?.map(fold) ?? [];
  const title = names.findIndex((name) => TITLES.includes(name));
  const artist = names.findIndex((name) => ARTISTS.includes(name));
  return title === -1 || artist === -1 ? undefined : { title, artist };
}

function toSong(title: string | undefined, artist: string | undefined) {
  const [titled, sung] = [title, artist].map((text) => z.safeParse(SongText, text));
  if (!titled!.success || !sung!.success) return;
  const listed = { title: titled!.data.normalize("NFC"), artist: sung!.data.normalize("NFC") };
  const folded = fold(`${listed.title} ${listed.artist}`);
  // Titles of signs alone are all the same when they are folded.
  const key = JSON.stringify([listed.title, listed.artist].map((text) => fold(text) || text));
  return { key, listed: { ...listed, folded } };
}
