// Music that plays on something that is not controlled from here (docs/manual.md).
import { findManualSong, type ManualSong, searchManualSongs } from "../../../db/manual_songs.ts";
import { MAX_FOUND } from "../../contract/limits.ts";
import { foldedWords } from "../../fold.ts";
import type { MusicProvider, Player, Song } from "../provider.ts";
import type { ProviderParts } from "../provider_parts.ts";
import { createSongList } from "./song_list.ts";

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
