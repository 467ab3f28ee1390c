// What a search has found, or that it found nothing, is under way or has failed.
import { useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Notice } from "../../components/Notice.tsx";
import { MAX_FOUND } from "../../../server/contract/limits.ts";
import type { FoundSong } from "../../../server/contract/music.ts";
import { useStore } from "../../lib/store.ts";
import type { CafeStore } from "../cafe_store.ts";
import type { TippedSong } from "../sheet/tipped_song.ts";
import { freeSong } from "./free_song.ts";
import { ResultRow } from "./ResultRow.tsx";
import { type SongSearch, trim } from "./song_search.ts";
import { standingOf } from "./song_standing.ts";

export interface SearchResultsProps {
  cafe: CafeStore;
  search: SongSearch;
  demo: boolean;
  /** Whether guests may ask for a song that the search does not find. */
  freeWords: boolean;
  /** Opens the sheet of a song. */
  open: (song: TippedSong) => void;
}

export function SearchResults({ cafe, search, demo, freeWords, open }: SearchResultsProps) {
  const { queue, mine } = useStore(cafe);
  const { term, busy, songs, failure } = useStore(search);
  const [words, setWords] = useState<Pick<typeof import("./FreeWords.tsx"), "FreeWords">>();
  useEffect(() => {
    // Most cafes do without it. If it cannot be loaded, the next answer tries again.
    if (!freeWords || !songs || words) return;
    import("./FreeWords.tsx").then(({ FreeWords }) => setWords({ FreeWords }), () => {});
  }, [songs]);
  return (
    <section className="results" aria-label="Arama sonuçları" aria-busy={busy}>
      {busy && !songs && !failure && <Loading label="Şarkılar aranıyor…" rows={4} />}
      {failure && (
        <Notice
          kind="error"
          text="Şarkı aranırken bir hata oluştu."
          detail={failure.offline
            ? "Bağlantı yok. Bağlantı gelince yeniden aranacak."
            : failure.msg}
        >
          <Button busy={busy} onClick={search.retry}>Tekrar dene</Button>
        </Notice>
      )}
      {/* Always there, so that screen readers hear what is put into it. */}
      <div role="status">
        {songs?.length === 0 && (
          <EmptyState
            icon="search"
            text="Aramanıza uygun şarkı bulunamadı."
            hint="Şarkının veya sanatçının adını başka türlü yazmayı deneyin."
          />
        )}
        {songs && songs.length > 0 && (songs.length < MAX_FOUND
          ? <span className="visually-hidden">{songs.length} şarkı bulundu.</span>
          // There may be more, which a longer term finds.
          : (
            <p className="results-source">
              İlk {MAX_FOUND} sonuç. Aradığınız yoksa sanatçıyı da yazın.
            </p>
          ))}
      </div>
      {songs && songs.length > 0 && (
        <ul>
          {songs.map((song) => (
            <ResultRow
              key={song.id}
              song={song}
              standing={standingOf(song, queue, mine)}
              open={open}
            />
          ))}
        </ul>
      )}
      {songs && freeWords && words && (
        <words.FreeWords
          key={term}
          {...{ term, trim }}
          open={(title, artist) => open(freeSong(title, artist))}
        />
      )}
      {songs?.some(isSpotifys) && (
        <p className="results-source">{demo ? "Demo müzik hesabından" : "Spotify'dan"}</p>
      )}
    </section>
  );
}

/** Its terms require that it is named beside its titles and covers. */
function isSpotifys({ uri }: FoundSong): boolean {
  return uri.startsWith("spotify:");
}
