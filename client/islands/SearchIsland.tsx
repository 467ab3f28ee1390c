// The search field. What a guest does with it is in search/, which is loaded when the guest begins.
import { useEffect, useRef, useState } from "react";
import { Loading } from "../components/Loading.tsx";
import { Notice } from "../components/Notice.tsx";
import type { CafeStore } from "./cafe_store.ts";
import type { SearchHandle } from "./search/SearchDesk.tsx";
import { SearchField } from "./SearchField.tsx";
import { useReconnection } from "./use_reconnection.ts";

export interface SearchIslandProps {
  cafe: CafeStore;
  /** Whether the demo music account is searched. */
  demo: boolean;
  /** Whether guests may ask for a song that the search does not find. */
  freeWords?: boolean;
  /** The term of a search that was submitted before this script ran, '' if there was none. */
  term: string;
}

export function SearchIsland({ cafe, demo, freeWords = false, term }: SearchIslandProps) {
  const field = useRef<HTMLInputElement>(null);
  const handle = useRef<SearchHandle>(null);
  const [loaded, setLoaded] = useState<typeof import("./search/SearchDesk.tsx")>();
  /** What happened to a search that was begun before its script had arrived. */
  const [early, setEarly] = useState<"typed" | "failed">();
  const load = () => {
    if (!loaded) import("./search/SearchDesk.tsx").then(setLoaded, () => setEarly("failed"));
  };
  useEffect(() => {
    // The guest was in a search before the page was loaded.
    if (term !== "" || history.state) load();
  }, []);
  useReconnection(cafe, () => early === "failed" && load());
  const wait = () => {
    setEarly(field.current!.value === "" ? undefined : "typed");
    load();
  };
  return (
    <search>
      <SearchField
        field={field}
        term={term}
        onFocus={load}
        type={(text) => handle.current ? handle.current.type(text) : wait()}
        submit={(text) => handle.current ? handle.current.submit(text) : wait()}
        clear={() => handle.current ? handle.current.clear() : setEarly(undefined)}
      />
      {loaded
        ? <loaded.SearchDesk ref={handle} {...{ cafe, demo, freeWords, term, field }} />
        : (
          <section className="results" aria-label="Arama sonuçları">
            {early === "typed" && <Loading label="Şarkılar aranıyor…" rows={4} />}
            {early === "failed" && (
              <Notice
                kind="error"
                text="Şarkı aranırken bir hata oluştu."
                detail="Bağlantı yok. Bağlantı gelince yeniden aranacak."
              >
                <button type="button" className="button" onClick={wait}>Tekrar dene</button>
              </Notice>
            )}
          </section>
        )}
      <p className="tip-sentence" id="tips-are-voluntary">
        Bahşiş isteğe bağlıdır. Bu sayfada ödeme alınmaz.
      </p>
    </search>
  );
}
