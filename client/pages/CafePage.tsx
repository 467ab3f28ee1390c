// The pages of a cafe as the server renders them: for guests, and for a television.
import type { ReactNode } from "react";
import type { FoundSong } from "../../server/contract/music.ts";
import { Brand } from "../components/Brand.tsx";
import { Cover, sizedCover } from "../components/Cover.tsx";

interface CafePageProps {
  cafeId: string;
  name: string;
  search: ReactNode;
  /** What guests who do not know what to ask for are shown (docs/music.md#suggestions). */
  suggestions: FoundSong[];
  queue: ReactNode;
}

/**
 * No island: it stays as the server rendered it, and the page's script opens the sheet of the song that a button carries.
 * Its style sheet hides it once something is typed.
 */
function Suggestions({ songs }: { songs: FoundSong[] }) {
  if (songs.length === 0) return null;
  return (
    <section className="suggestions" aria-labelledby="suggestions-heading">
      <h2 id="suggestions-heading">Bu kafede çok istenenler</h2>
      <ul>
        {songs.map((song) => (
          <li key={song.id}>
            <button
              type="button"
              className="suggestion"
              aria-haspopup="dialog"
              data-song={JSON.stringify(song)}
            >
              <Cover src={sizedCover(song.albumArt, 64)} />
              <span className="song">
                <span className="song-title">{song.title}</span>{" "}
                <span className="song-artist">{song.artist}</span>
              </span>{" "}
              <span className="suggestion-add" aria-hidden="true">+</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CafePage({ cafeId, name, search, suggestions, queue }: CafePageProps) {
  return (
    <>
      <main className="cafe">
        <div className="cafe-heading">
          <h1>{name}</h1>
          <p>Şarkınızı seçin, sırası gelince çalsın.</p>
        </div>
        {search}
        <Suggestions songs={suggestions} />
        <noscript>
          <p className="noscript">
            Şarkı istemek için tarayıcınızda JavaScript açık olmalıdır. Sıra aşağıda.
          </p>
        </noscript>
        {queue}
      </main>
      <footer className="cafe-footer">
        <a href="/" className="brand-link">
          <Brand />
        </a>
        <a href={`/cafe/${cafeId}/calanlar`}>Ne çaldı?</a>
        <a href="/aydinlatma-metni">Kişisel veriler hakkında aydınlatma metni</a>
      </footer>
    </>
  );
}

// A cafe's television page: its name, above an island with all the rest.

interface TelevisionPageProps {
  name: string;
  island: ReactNode;
}

export function TelevisionPage({ name, island }: TelevisionPageProps) {
  return (
    <>
      <h1>{name}</h1>
      {island}
    </>
  );
}
