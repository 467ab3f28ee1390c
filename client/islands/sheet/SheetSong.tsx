// The song at the top of the sheet, and the button that closes the sheet.
import { Cover } from "../../components/Cover.tsx";
import { Icon } from "../../components/Icon.tsx";
import { sizedCover } from "../../lib/sized_cover.ts";
import { useStore } from "../../lib/store.ts";
import type { CafeState, CafeStore } from "../cafe_store.ts";
import { standingOf } from "../search/song_standing.ts";
import { SupportButton } from "../SupportButton.tsx";
import { tipLabel } from "./tip_choice.ts";
import { supportedNow, supportOf, type TippedSong } from "./tipped_song.ts";

export interface SheetSongProps {
  song: TippedSong;
  /** The request for the song that the server has named in a refusal. */
  waiting: string | undefined;
  cafe: CafeStore;
  /** Opens the sheet in which the song is supported instead. */
  open: (song: TippedSong) => void;
  close: () => void;
}

export function SheetSong({ song, waiting, cafe, open, close }: SheetSongProps) {
  const state = useStore(cafe);
  const standing = song.supports ? undefined : standingOf(song, state.queue, state.mine, waiting);
  const sentence = standing ? standing.sentence : supportStanding(song, state);
  return (
    <div className="sheet-song">
      <Cover src={sizedCover(song.albumArt, 300)} size="large" />
      <div className="song">
        <h2 className="song-title" id="sheet-title">{song.title}</h2>
        <p className="song-artist">{song.artist}</p>
        {sentence && <p className="song-standing">{sentence}</p>}
        {standing && (
          <SupportButton
            title={song.title}
            support={() => open(supportOf(standing.request))}
          />
        )}
      </div>
      <button type="button" className="icon-button" aria-label="Vazgeç ve kapat" onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The place and the present tip of the request that the guest supports: '3. sırada, bahşişi 25 TL.' */
function supportStanding(song: TippedSong, state: CafeState): string | undefined {
  const request = supportedNow(song, state);
  if (!request) return song.unseen ? "Bu şarkı zaten bekliyor." : undefined;
  const place = state.queue.findIndex(({ _id }) => _id === request._id) + 1;
  const { tipAmount } = request;
  const tip = tipAmount > 0 ? `bahşişi ${tipLabel(tipAmount)}` : "bahşişsiz";
  return `${place > 0 ? `${place}. sırada` : "Onay bekliyor"}, ${tip}.`;
}
