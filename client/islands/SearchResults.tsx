// The results of a search, or the message that there are none.
import type { SearchResult } from "../../server/contract/music.ts";
import { Button } from "../components/Button.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import type { Notices } from "../lib/notices.ts";
import type { CafeStore } from "./cafe_store.ts";
import { ResultRow } from "./ResultRow.tsx";

export interface SearchResultsProps {
  cafe: CafeStore;
  notices: Notices;
  demo: boolean;
  results: SearchResult[];
  onSent: () => void;
  /** Closes the results, which push the queue out of sight. */
  close: () => void;
}

export function SearchResults(
  { cafe, notices, demo, results, onSent, close }: SearchResultsProps,
) {
  if (results.length === 0) {
    return (
      <EmptyState
        icon="search"
        text="Bu aramaya uyan şarkı bulunamadı."
        hint="Şarkının veya sanatçının adını başka türlü yazmayı deneyin."
      />
    );
  }
  return (
    <>
      <div className="results-heading">
        <div>
          <h2>Sonuçlar</h2>
          <p>{demo ? "Demo müzik hesabından" : "Spotify'dan"}</p>
        </div>
        <Button look="quiet" icon="close" onClick={close}>Kapat</Button>
      </div>
      <ul>
        {results.map((song) => <ResultRow key={song.id} {...{ song, cafe, notices, onSent }} />)}
      </ul>
    </>
  );
}
