// Reads an owner's list of songs from a CSV file (docs/manual.md#the-list). Pure.
import * as z from "zod/mini";
import { SongText } from "../../contract/requests.ts";
import { fold } from "../../fold.ts";
import { fieldsOf, separatorOf } from "./csv.ts";

export interface ListedSong {
  title: string;
  artist: string;
  /** Title and artist as the search compares them. */
  folded: string;
}

/** The names of the two columns in a heading, folded. */
const TITLES = ["title", "song", "song title", "track", "sarki", "sarki adi", "parca", "baslik"];
const ARTISTS = ["artist", "sanatci", "sanatci adi", "yorumcu", "soyleyen"];

/**
 * `skipped`: how many lines hold no song, or one that an earlier line has. Blank lines and the heading do not count.
 */
export function readList(file: Uint8Array<ArrayBuffer>): { songs: ListedSong[]; skipped: number } {
  const lines = textOf(file).split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  const separator = separatorOf(lines[0] ?? "");
  const heading = columnsOf(fieldsOf(lines[0] ?? "", separator));
  const { title, artist } = heading ?? { title: 0, artist: 1 };
  const songs = new Map<string, ListedSong>();
  const rest = heading ? lines.slice(1) : lines;
  for (const line of rest) {
    const fields = fieldsOf(line, separator);
    const song = fields && toSong(fields[title], fields[artist]);
    if (song && !songs.has(song.key)) songs.set(song.key, song.listed);
  }
  return { songs: [...songs.values()], skipped: rest.length - songs.size };
}

/** A file that is not UTF-8 comes from a Turkish Excel. */
function textOf(file: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1254").decode(file);
  }
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
