// Finds a song and asks the cafe for it.
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { SearchResult } from "../../server/contract/playback.ts";
import { Button } from "../components/Button.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import { Loading } from "../components/Loading.tsx";
import { Notice } from "../components/Notice.tsx";
import { Notices } from "../components/Notices.tsx";
import { call, sentenceOf } from "../lib/http.ts";
import { OWN_HEADING_ID } from "./OwnRequests.tsx";
import { ResultRow } from "./ResultRow.tsx";
import type { Room } from "./room.ts";

export interface SearchIslandProps {
  room: Room;
  demo: boolean;
  /** What was searched for before this program ran. */
  term: string;
}

type Search =
  | { state: "idle" }
  | { state: "loading" }
  | { state: "failed"; msg: string }
  | {
    state: "done";
    results: SearchResult[];
    /** Aborted once something else is searched for. */
    signal: AbortSignal;
  };

export function SearchIsland({ room, demo, term }: SearchIslandProps) {
  const [search, setSearch] = useState<Search>({ state: "idle" });
  const latest = useRef<AbortController>(null);
  const field = useRef<HTMLInputElement>(null);

  const find = async (wanted: string) => {
    // spec 5: an empty term does nothing.
    if (wanted.trim() === "") return;
    latest.current?.abort();
    const { signal } = latest.current = new AbortController();
    setSearch({ state: "loading" });
    try {
      const query = new URLSearchParams({ term: wanted.trim() });
      const results = await call<SearchResult[]>("GET", `/api/spotify/search?${query}`, { signal });
      setSearch({ state: "done", results, signal });
    } catch (error) {
      if (!signal.aborted) setSearch({ state: "failed", msg: sentenceOf(error) });
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    find(String(new FormData(event.currentTarget).get("term")));
  };
  const sent = async (signal: AbortSignal) => {
    // Who has gone on to search for another song keeps what was found, and the place in it.
    if (!signal.aborted) setSearch({ state: "idle" });
    await room.refresh();
    if (signal.aborted || document.activeElement !== document.body) return;
    // What had the focus is gone: lead on to where the request now stands.
    const heading = document.getElementById(OWN_HEADING_ID);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    setSearch({ state: "idle" });
    field.current?.focus();
  };
  useEffect(() => void find(term), [term]);

  return (
    <search>
      <form className="search" onSubmit={submit}>
        <label htmlFor="term">Hangi şarkı çalsın?</label>
        <div className="search-line">
          <input
            ref={field}
            className="input"
            id="term"
            name="term"
            type="search"
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            placeholder="Şarkı veya sanatçı"
            defaultValue={term}
            aria-describedby="tips-are-voluntary"
          />
          <Button type="submit" look="primary" icon="search" busy={search.state === "loading"}>
            Ara
          </Button>
        </div>
        <p className="tip-sentence" id="tips-are-voluntary">
          Bahşiş isteğe bağlıdır. Ödeme bu sayfada alınmaz.
        </p>
      </form>
      <div className="results" aria-live="polite" aria-busy={search.state === "loading"}>
        {search.state === "loading" && <Loading label="Şarkılar aranıyor…" />}
        {search.state === "failed" && (
          <Notice kind="error" text="Şarkı aranırken bir hata oluştu." detail={search.msg} />
        )}
        {search.state === "done" && (
          <Results
            {...{ room, demo, close }}
            results={search.results}
            sent={() => sent(search.signal)}
          />
        )}
      </div>
      <Notices />
    </search>
  );
}

interface ResultsProps {
  room: Room;
  demo: boolean;
  results: SearchResult[];
  sent: () => void;
  /** Back to the queue, which long results push out of sight. */
  close: () => void;
}

function Results({ room, demo, results, sent, close }: ResultsProps) {
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
        {results.map((song) => <ResultRow key={song.id} song={song} room={room} sent={sent} />)}
      </ul>
    </>
  );
}
