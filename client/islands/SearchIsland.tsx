// The search: finds songs and sends requests for them.
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { SearchResult } from "../../server/contract/music.ts";
import { Button } from "../components/Button.tsx";
import { Loading } from "../components/Loading.tsx";
import { Notice } from "../components/Notice.tsx";
import { Notices } from "../components/Notices.tsx";
import { call, sentenceOf } from "../lib/http.ts";
import { createNotices } from "../lib/notices.ts";
import type { CafeStore } from "./cafe_store.ts";
import { OWN_HEADING_ID } from "./OwnRequests.tsx";
import { SearchResults } from "./SearchResults.tsx";

export interface SearchIslandProps {
  cafe: CafeStore;
  /** Whether the demo music account is searched. */
  demo: boolean;
  /** The term of a search that was submitted before this script ran, '' if there was none. */
  term: string;
}

type Search =
  | { state: "idle" }
  | { state: "loading" }
  | { state: "failed"; msg: string }
  | {
    state: "done";
    results: SearchResult[];
    /** Aborted when another search begins. */
    signal: AbortSignal;
  };

export function SearchIsland({ cafe, demo, term }: SearchIslandProps) {
  const [notices] = useState(createNotices);
  const [search, setSearch] = useState<Search>({ state: "idle" });
  const latest = useRef<AbortController>(null);
  const field = useRef<HTMLInputElement>(null);

  const find = async (text: string) => {
    const trimmed = text.trim();
    if (trimmed === "") return;
    latest.current?.abort();
    const { signal } = latest.current = new AbortController();
    setSearch({ state: "loading" });
    try {
      const results = await call("GET /api/spotify/search", { query: { term: trimmed }, signal });
      setSearch({ state: "done", results, signal });
    } catch (error) {
      if (!signal.aborted) setSearch({ state: "failed", msg: sentenceOf(error) });
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    find(String(new FormData(event.currentTarget).get("term")));
  };
  const afterSent = async (signal: AbortSignal) => {
    // A guest who has begun another search keeps its results.
    if (!signal.aborted) setSearch({ state: "idle" });
    await cafe.refresh();
    if (signal.aborted || document.activeElement !== document.body) return;
    // The focused element was removed with the results: move the focus to the list that shows the new request.
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
          <SearchResults
            {...{ cafe, notices, demo, close }}
            results={search.results}
            onSent={() => afterSent(search.signal)}
          />
        )}
      </div>
      <Notices notices={notices} />
    </search>
  );
}
