// The song at the top of the sheet, and the button that closes the sheet.
import type { SearchResult } from "../../../server/contract/music.ts";
import { Cover } from "../../components/Cover.tsx";
import { Icon } from "../../components/Icon.tsx";
import { sizedCover } from "../../lib/sized_cover.ts";
import { useStore } from "../../lib/store.ts";
import type { CafeStore } from "../cafe_store.ts";
import { standingOf } from "../search/song_standing.ts";

export interface SheetSongProps {
  song: SearchResult;
  cafe: CafeStore;
  close: () => void;
}

export function SheetSong({ song, cafe, close }: SheetSongProps) {
  const { queue, mine } = useStore(cafe);
  const standing = standingOf(song, queue, mine);
  return (
    <div className="sheet-song">
      <Cover src={sizedCover(song.albumArt, 300)} size="large" />
      <div className="song">
        <h2 className="song-title" id="sheet-title">{song.title}</h2>
        <p className="song-artist">{song.artist}</p>
        {standing && <p className="song-standing">{standing.sentence}</p>}
      </div>
      <button type="button" className="icon-button" aria-label="Vazgeç ve kapat" onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
}
