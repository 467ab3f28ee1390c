// A moment of joy when a song starts that the guest asked for or supports. use_announcement.ts tells it to screen readers.
import { useEffect, useRef, useState } from "react";
import type { OwnRequest } from "../../server/contract/own_requests.ts";
import { Cover } from "../components/Cover.tsx";
import { Icon } from "../components/Icon.tsx";
import { sizedCover } from "../lib/sized_cover.ts";
import { startOf } from "./guest_part.ts";

/** For how long it is shown. The list of own requests says for the whole song that it plays. */
const SHOWN_MS = 15_000;

export function SongMoment({ mine }: { mine: OwnRequest[] }) {
  const [song, setSong] = useState<OwnRequest>();
  const playing = mine.find((request) => request.playing);
  /** A song that plays as the page is opened has started before. */
  const known = useRef(playing?._id);
  useEffect(() => {
    if (playing && playing._id !== known.current) setSong(playing);
    known.current = playing?._id;
  }, [playing?._id]);
  useEffect(() => {
    const timer = setTimeout(setSong, SHOWN_MS, undefined);
    return () => clearTimeout(timer);
  }, [song]);
  return song && song._id === playing?._id && (
    <aside className="moment" aria-label="Şarkınız çalıyor">
      <span className="moment-record">
        <Cover src={sizedCover(song.albumArt, 64)} />
      </span>
      <div className="song">
        <p className="moment-title">{startOf(song)}</p>
        <p className="song-title">{song.songTitle}</p>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label="Kapat"
        onClick={() =>
          setSong(undefined)}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
