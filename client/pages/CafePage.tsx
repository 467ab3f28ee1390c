// The pages of a cafe as the server renders them: for guests, and for a television.
import type { ReactNode } from "react";
import type { FoundSong } from "../../server/contract/music.ts";
import type { Language } from "../../server/contract/languages/language.ts";
import { Brand } from "../components/Brand.tsx";
import { Cover, sizedCover } from "../components/Cover.tsx";

interface CafePageProps {
  name: string;
  page: Language["page"];
  /** The language of what the owner wrote, if it is not that of the page. */
  ownersLanguage?: string;
  /** Whether its foot is far below, so that guests find the languages above the queue too. */
  isLong: boolean;
  /** The addresses of what has played, and of the notice on personal data. */
  played: string;
  privacy: string;
  /** Links to the page in other languages. */
  languages: ReactNode;
  search: ReactNode;
  /** What guests who do not know what to ask for are shown (docs/music.md#suggestions). */
  suggestions: FoundSong[];
  queue: ReactNode;
}

/**
 * No island: it stays as the server rendered it, and the page's script opens the sheet of the song that a button carries.
 * Its style sheet hides it once something is typed.
 */
function Suggestions({ songs, heading }: { songs: FoundSong[]; heading: string }) {
  if (songs.length === 0) return null;
  return (
    <section className="suggestions" aria-labelledby="suggestions-heading">
      <h2 id="suggestions-heading">{heading}</h2>
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

export function CafePage(
  { name, page, ownersLanguage, isLong, played, privacy, languages, search, suggestions, queue }:
    CafePageProps,
) {
  return (
    <>
      <main className="cafe">
        <div className="cafe-heading">
          <h1 lang={ownersLanguage}>{name}</h1>
          <p>{page.lead}</p>
        </div>
        {search}
        <Suggestions songs={suggestions} heading={page.suggestions} />
        <noscript>
          <p className="noscript">{page.noScript}</p>
        </noscript>
        {isLong && <p className="languages">{languages}</p>}
        {queue}
      </main>
      <footer className="cafe-footer">
        <a href="/" className="brand-link" lang={ownersLanguage}>
          <Brand />
        </a>
        <p className="languages">{languages}</p>
        <a href={played}>{page.whatPlayed}</a>
        <a href={privacy}>{page.privacy}</a>
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
