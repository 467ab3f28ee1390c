// Reads an owner's list of songs from a file of a spreadsheet or a player (docs/manual.md#the-list). Pure.
import * as z from "zod/mini";
import { oneLine, SongText } from "../../contract/fields.ts";
import { MAX_LISTED_SONGS } from "../../contract/music_settings.ts";
import { wordsOf } from "../../contract/same_song.ts";
import { DomainError } from "../../errors.ts";
import { foldNames } from "../../fold.ts";
import { type Columns, fieldsOf, type Layout, layoutOf } from "./list_layout.ts";
import { textOf } from "./list_text.ts";

interface ListedSong {
  title: string;
  artist: string;
  /** Title and artist as the search compares them. */
  folded: string;
}

export interface List {
  songs: ListedSong[];
  /** How many lines hold no song, or one that an earlier line has. Blank lines and the heading do not count. */
  skipped: number;
  /** The first of them, each with its number in the file, counted from 1, and the reason in Turkish. */
  skippedLines: { line: number; why: string }[];
  layout: Layout;
  /** From which columns they are. */
  columns: Columns;
}

/** A file of something else can have thousands. */
const MAX_NAMED = 100;

/** A thousand take 5 to 12 ms. */
const LINES_IN_PIECE = 500;

/**
 * Reads the file in pieces, and yields after each, so that others can go first. Of a list that is too long it reads one
 * song more than a list may have. `chosen`: where the owner says that title and artist are.
 * @throws DomainError `list_unreadable` if the file is no text, or has lines but no song, or no two columns with words
 */
export function* readList(
  file: Uint8Array<ArrayBuffer>,
  chosen?: Columns,
): Generator<void, List> {
  const text = textOf(file);
  const layout = layoutOf(firstLines(text));
  const columns = chosen ?? layout.columns;
  if (!columns) throw new DomainError("list_unreadable", { msg: NO_WORDS });
  const songs = new Map<string, ListedSong>();
  const skippedLines: List["skippedLines"] = [];
  const lineAt = lineCounter(text);
  const songIn = layout.kind === "m3u"
    ? songOfPlayer
    : (line: string) => songOfRow(fieldsOf(line, layout.separator), columns);
  let lines = 0;
  let read = 0;
  let before = layout.before;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (++read % LINES_IN_PIECE === 0) yield;
    if (line.trim() === "") continue;
    if (before > 0) {
      const isTold = --before > 0 && layout.hasHeading && /[\p{L}\p{N}]/u.test(line) &&
        !/^sep=/i.test(line);
      if (!isTold) continue;
      lines++;
      skippedLines.push({ line: lineAt(index), why: BEFORE_HEADING });
      continue;
    }
    const found = songIn(line);
    if (found === undefined) continue;
    lines++;
    if ("key" in found && !songs.has(found.key)) songs.set(found.key, found.listed);
    else if (skippedLines.length < MAX_NAMED) {
      skippedLines.push({ line: lineAt(index), why: "key" in found ? SONG_TWICE : found.why });
    }
    if (songs.size > MAX_LISTED_SONGS) break;
  }
  const isEmpty = lines === 0 && layout.kind === "table";
  if (!isEmpty && songs.size === 0) throw new DomainError("list_unreadable", { msg: NO_SONGS });
  return { songs: [...songs.values()], skipped: lines - songs.size, skippedLines, layout, columns };
}

/** As many show how a list is laid out. */
const FIRST_LINES = 60;

function firstLines(text: string): string[] {
  const lines: string[] = [];
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() !== "") lines.push(line.replace(/^\uFEFF/, ""));
    if (lines.length === FIRST_LINES) break;
  }
  return lines;
}

const NO_WORDS =
  "Bu dosyada adres, tarih ya da sayı var; şarkı ve sanatçı adları bulunamadı. Her satıra bir şarkının ve sanatçısının adını yazın, araya noktalı virgül koyun.";
const BEFORE_HEADING = "Başlıktan önceki bir satır.";

const NO_SONGS =
  "Bu dosyada şarkı bulunamadı. Her satıra bir şarkının ve sanatçısının adını yazın, araya noktalı virgül koyun.";

const SONG_TWICE = "Bu şarkı daha önceki bir satırda var.";

/** A song, or why a line is none. */
type Read = { key: string; listed: ListedSong } | { why: string };

function songOfRow(fields: string[] | undefined, { title, artist }: Columns): Read {
  if (!fields) return { why: "Tırnak kapanmamış." };
  return toSong(fields[title], fields[artist]);
}

/** Of a player's list: '#EXTINF:215,Artist - Title'. The other lines say where files are. */
function songOfPlayer(line: string): Read | undefined {
  const [, text] = line.match(/^#EXTINF:[^,]*,(.*)$/i) ?? [];
  if (text === undefined) return;
  const [artist = "", ...title] = text.split(/\s+[-–]\s+/);
  return title.length === 0 ? toSong(artist, "") : toSong(title.join(" - "), artist.trim());
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

function toSong(title = "", artist = ""): Read {
  if (oneLine(title) === "") return { why: "Şarkının adı yok." };
  if (oneLine(artist) === "") return { why: "Sanatçının adı yok." };
  const [titled, sung] = [title, artist].map((text) => z.safeParse(SongText, text));
  if (!titled!.success || !sung!.success) return { why: "Bir ad 300 karakterden uzun." };
  const listed = { title: titled!.data.normalize("NFC"), artist: sung!.data.normalize("NFC") };
  const folded = foldNames(listed.title, listed.artist);
  return { key: wordsOf(listed), listed: { ...listed, folded } };
}
