// Music that plays on something that is not controlled from here (docs/manual.md).
import {
  countManualSongs,
  findManualSong,
  type ManualSong,
  readManualSongs,
  replaceManualSongs,
  searchManualSongs,
} from "../../../db/music/manual_songs.ts";
import { MAX_FOUND } from "../../contract/limits.ts";
import {
  type ListAnswer,
  type ListColumns,
  type ListPreview,
  MAX_LISTED_SONGS,
} from "../../contract/music_settings.ts";
import { DomainError } from "../../errors.ts";
import { foldedWords } from "../../fold.ts";
import type { MusicProvider, Player, ProviderParts, Song, SongList } from "../provider.ts";
import type { Columns } from "./list_layout.ts";
import { type List, readList } from "./read_list.ts";

const PREVIEWED = 5;

function createSongList(db: ProviderParts["db"]): SongList {
  /** One list at a time: each takes up to a second of work, and two of one cafe would mix. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  return {
    preview: (ownerId, file, chosen) =>
      inTurn(async () => {
        const list = await readInPieces(file, toColumns(chosen));
        return {
          ...answerOf(list),
          first: list.songs.slice(0, PREVIEWED).map(({ title, artist }) => ({ title, artist })),
          listed: await countManualSongs(db, ownerId),
          columns: columnsOf(list),
        };
      }),
    replace: (ownerId, file, chosen) =>
      inTurn(async () => {
        const columns = toColumns(chosen);
        const list = await readInPieces(file, columns);
        if (!columns && !list.layout.isUsual) {
          throw new DomainError("list_unreadable", { msg: UNSURE });
        }
        await replaceManualSongs(db, ownerId, list.songs);
        return answerOf(list);
      }),
    async read(ownerId) {
      let file = "şarkı;sanatçı\n";
      for await (const songs of readManualSongs(db, ownerId)) {
        file += songs.map(({ title, artist }) => `${field(title)};${field(artist)}\n`).join("");
      }
      return file;
    },
  };
}

const UNSURE =
  "Hangi sütunda şarkının, hangisinde sanatçının adı olduğu anlaşılamadı. Dosyanın ilk satırına 'Şarkı' ve 'Sanatçı' başlıklarını yazın.";

/** @throws DomainError `list_unreadable` if they are not two */
function toColumns({ title, artist }: ListColumns = {}): Columns | undefined {
  if (title === undefined && artist === undefined) return;
  if (title === undefined || artist === undefined || Number(title) === Number(artist)) {
    throw new DomainError("list_unreadable", {
      msg: "Şarkı ve sanatçı için iki ayrı sütun seçin.",
    });
  }
  return { title: Number(title), artist: Number(artist) };
}

/** As much of a column's name is shown. */
const SHOWN_NAME = 40;

function columnsOf({ layout, columns }: List): ListPreview["columns"] {
  if (layout.kind === "m3u") return null;
  const names = layout.names.map((name) => [...name].slice(0, SHOWN_NAME).join(""));
  return { names, ...columns, sure: layout.isSure };
}

/** @throws DomainError `list_unreadable`, `list_too_long` */
async function readInPieces(file: Uint8Array<ArrayBuffer>, columns?: Columns): Promise<List> {
  const reading = readList(file, columns);
  let piece = reading.next();
  while (!piece.done) {
    await new Promise((resolve) => setImmediate(resolve));
    piece = reading.next();
  }
  if (piece.value.songs.length > MAX_LISTED_SONGS) throw new DomainError("list_too_long");
  return piece.value;
}

function answerOf({ songs, skipped, skippedLines }: List): ListAnswer {
  return { songs: songs.length, skipped, skippedLines };
}

/** The owner's own words, as they were: a spreadsheet's formulas are left, since the file is to be sent again. */
function field(text: string): string {
  return /[;"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A person plays the song when 'Çalıyor' is pressed, so an order has no other effect than to be recorded. */
const PLAYER: Player = { play: () => Promise.resolve({ kind: "ok" }) };

const URI_START = "manual:";

export function createManual({ db }: Pick<ProviderParts, "db">): MusicProvider {
  return {
    id: "manual",
    label: "Başka bir müzik sistemi",
    coverOrigins: [],
    songsOfCafe: true,
    freeWords: true,
    playsAny: true,
    ownsUri: (uri) => /^manual:\d{0,15}$/.test(uri),
    async search(term, ownerId) {
      const words = foldedWords(term);
      if (ownerId === undefined || words.length === 0) return [];
      const found = await searchManualSongs(db, ownerId, words, MAX_FOUND);
      return found.map(toSong);
    },
    async find(uri, ownerId) {
      const id = uri.slice(URI_START.length);
      if (id === "") return undefined;
      const song = await findManualSong(db, ownerId, Number(id));
      // Of several ways to write a number one is the song's.
      return song && toSong(song).uri === uri ? toSong(song) : null;
    },
    openPlayer: () => Promise.resolve(PLAYER),
    songList: createSongList(db),
  };
}

function toSong({ id, title, artist }: ManualSong): Song {
  const uri = `${URI_START}${id}`;
  return { id: `${id}`, uri, title, artist, albumArt: "", durationMs: null, explicit: false };
}
