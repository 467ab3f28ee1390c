// Music that plays on something that is not controlled from here (docs/manual.md).
import { searchManualSongs } from "../../../db/manual_songs.ts";
import { foldedWords } from "../../fold.ts";
import type { MusicProvider, Player } from "../provider.ts";
import type { ProviderParts } from "../provider_parts.ts";
import { createSongList } from "./song_list.ts";

const MAX_FOUND = 10;

/** A person plays the song when 'Çalıyor' is pressed, so an order has no other effect than to be recorded. */
const PLAYER: Player = { play: () => Promise.resolve({ kind: "ok" }) };

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
      return found.map(({ id, title, artist }) => ({
        id: `${id}`,
        uri: `manual:${id}`,
        title,
        artist,
        albumArt: "",
        durationMs: null,
        explicit: false,
      }));
    },
    openPlayer: () => Promise.resolve(PLAYER),
    songList: createSongList(db),
  };
}
