// The search field. What a guest does with it is in search/, which is loaded when the guest begins.
import { useEffect, useRef, useState } from "react";
import { useStore } from "../lib/store.ts";
import type { CafeStore } from "./cafe_store.ts";
import { OfflineSign } from "../components/OfflineSign.tsx";
import { EarlyResults, type EarlySearch } from "./EarlyResults.tsx";
import { HouseLines } from "./HouseLines.tsx";
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
  const { house, offline, supporting } = useStore(cafe);
  const field = useRef<HTMLInputElement>(null);
  const handle = useRef<SearchHandle>(null);
  const [desk, setDesk] = useState<Pick<typeof import("./search/SearchDesk.tsx"), "SearchDesk">>();
  const [early, setEarly] = useState<EarlySearch>();
  const load = () => {
    if (desk) return;
    // Taken out of its module, so that the build makes no object of what the module exports.
    import("./search/SearchDesk.tsx").then(
      ({ SearchDesk }) => setDesk({ SearchDesk }),
      () => setEarly("failed"),
    );
  };
  useEffect(() => {
    // The guest was in a search before the page was loaded. The sheet of support is in the search's script too.
    if (supporting || term !== "" || history.state) load();
  }, [supporting]);
  useReconnection(cafe, () => early === "failed" && load());
  const wait = () => {
    setEarly(field.current!.value === "" ? undefined : "typed");
    load();
  };
  return (
    <search>
      {/* Hidden and not removed: what was typed is there again when requests are accepted again. */}
      <div className="search" hidden={!house.open}>
        <SearchField
          field={field}
          term={term}
          onFocus={load}
          type={(text) => handle.current ? handle.current.type(text) : wait()}
          submit={(text) => handle.current ? handle.current.submit(text) : wait()}
          clear={() => handle.current ? handle.current.clear() : setEarly(undefined)}
        />
      </div>
      <OfflineSign offline={offline} />
      {desk
        ? <desk.SearchDesk ref={handle} {...{ cafe, demo, freeWords, term, field }} />
        : (house.open || supporting) && (
          <EarlyResults early={early} supporting={Boolean(supporting)} retry={wait} />
        )}
      <p className="tip-sentence" id="tips-are-voluntary" hidden={!house.open}>
        Bahşiş isteğe bağlıdır. Bu sayfada ödeme alınmaz.
      </p>
      <HouseLines house={house} />
    </search>
  );
}
