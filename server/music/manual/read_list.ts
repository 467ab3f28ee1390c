// Reads an owner's list of songs from a CSV file (docs/manual.md#the-list). Pure.
import * as z from "zod/mini";
import { MAX_LISTED_SONGS } from "../../contract/music_settings.ts";
import { SongText } from "../../contract/requests.ts";
import { DomainError } from "../../errors.ts";
import { fold } from "../../fold.ts";
import { fieldsOf, type Separator, separatorOf } from "./csv.ts";
import { textOf } from "./file_text.ts";

export interface ListedSong {
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
