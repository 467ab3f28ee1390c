// What a cafe has played since 06:00, for its guests: 'Ne çaldı?' (docs/evenings.md#what-played). It has no script.
import type { PlayedSong } from "../../server/contract/evenings.ts";
import { Brand } from "../components/Brand.tsx";
import { Cover } from "../components/Cover.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import { formatTime } from "../lib/format.ts";
import { sizedCover } from "../lib/sized_cover.ts";

interface PlayedPageProps {
  cafeId: string;
  name: string;
  songs: PlayedSong[];
}

export function PlayedPage({ cafeId, name, songs }: PlayedPageProps) {
  return (
    <>
      <main className="played">
        <h1>Ne çaldı?</h1>
        <p className="lead">{name}, bugün 06.00'dan beri çalan şarkılar.</p>
        {songs.length === 0
          ? <EmptyState text="Bugün henüz bir şarkı çalmadı." />
          : (
            <ol className="played-songs">
              {songs.map(({ title, artist, albumArt, startedAt, byGuest }) => (
                <li key={startedAt}>
                  <Cover src={sizedCover(albumArt, 64)} />
                  <div className="song">
                    <h2 className="song-title">{title}</h2>
                    <p className="song-artist">{artist}</p>
                  </div>
                  <p className="played-when">
                    <time dateTime={startedAt}>{formatTime(startedAt)}</time>
                    {byGuest && <span>müşteri isteği</span>}
                  </p>
                </li>
              ))}
            </ol>
          )}
        <p className="played-back">
          <a href={`/cafe/${cafeId}`}>Şarkı isteyin</a>
        </p>
      </main>
      <footer className="page-top played-footer">
        <a href="/" className="brand-link">
          <Brand />
        </a>
      </footer>
    </>
  );
}
