// The search field. What a guest does with it is in search/, which is loaded when the guest begins.
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { CafeHouse } from "../../server/contract/house.ts";
import { Icon } from "../components/Icon.tsx";
import { Loading } from "../components/Loading.tsx";
import { Notice } from "../components/Notice.tsx";
import { OfflineSign } from "../components/OfflineSign.tsx";
import { useStore } from "../lib/store.ts";
import type { CafeStore } from "./cafe_store.ts";
import { texts } from "./language.ts";
import type { SearchHandle } from "./search/SearchDesk.tsx";
import { useReconnection } from "./use_reconnection.ts";

/** What happened to a search that was begun before its script had arrived. */
type EarlySearch = "typed" | "failed" | undefined;

interface EarlyResultsProps {
  early: EarlySearch;
  /** Whether the guest waits for the sheet of support, which is in the same script. */
  supporting: boolean;
  retry: () => void;
}

function EarlyResults({ early, supporting, retry }: EarlyResultsProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed may be far below.
    if (early === "failed" && supporting) place.current!.scrollIntoView({ block: "center" });
  }, [early, supporting]);
  const [text, detail] = supporting
    ? [texts.supportUnavailable, texts.supportOpens]
    : [texts.searchFailed, texts.searchedAgain];
  return (
    <section ref={place} className="results" aria-label={texts.results}>
      {early === "typed" && <Loading label={texts.searching} rows={4} />}
      {early === "failed" && (
        <Notice kind="error" text={text} detail={detail}>
          <button type="button" className="button" onClick={retry}>{texts.tryAgain}</button>
        </Notice>
      )}
    </section>
  );
}

/** While requests are not accepted, the first line says so, and until when. */
function HouseLines({ house: { open, lines } }: { house: CafeHouse }) {
  const [first, ...others] = lines;
  return (
    <>
      {/* Always there, so that screen readers hear what is put into it. */}
      <p className="house-closed" role="status">{!open && first}</p>
      {open && first && (
        <div className="house-lines">
          <p>{first}</p>
          {others.length > 0 && (
            <details>
              <summary>{texts.rules}</summary>
              <ul>{others.map((line) => <li key={line}>{line}</li>)}</ul>
            </details>
          )}
        </div>
      )}
    </>
  );
}

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  onFocus: () => void;
  type: (text: string) => void;
  submit: (text: string) => void;
  clear: () => void;
}

function SearchField({ field, onFocus, type, submit, clear }: SearchFieldProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit(field.current!.value);
  };
  const close = () => {
    field.current!.value = "";
    clear();
    field.current!.focus();
  };
  return (
    <form className="search-form" onSubmit={send}>
      <label htmlFor="term">{texts.whichSong}</label>
      <div className="search-line">
        <button type="submit" className="icon-button" aria-label={texts.search}>
          <Icon name="search" />
        </button>
        <input
          ref={field}
          id="term"
          name="term"
          type="search"
          maxLength={200}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={texts.songOrArtist}
          aria-describedby="tips-are-voluntary"
          onFocus={onFocus}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={texts.closeSearch}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
    </form>
  );
}

interface SearchIslandProps {
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
    if (term !== "") field.current!.value = term;
  }, []);
  useEffect(() => {
    // The guest was in a search before the page was loaded. The sheet of support is in the search's script too.
    if (supporting || term !== "" || history.state) load();
  }, [supporting]);
  // A suggestion was chosen.
  useEffect(() => {
    addEventListener("popstate", load, { once: true });
    return () => removeEventListener("popstate", load);
  }, []);
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
          onFocus={load}
          type={(text) => handle.current ? handle.current.type(text) : wait()}
          submit={(text) => handle.current ? handle.current.submit(text) : wait()}
          clear={() => handle.current ? handle.current.clear() : setEarly(undefined)}
        />
      </div>
      <OfflineSign {...{ offline }} text={texts.offline} more={texts.reconnecting} />
      {desk
        ? <desk.SearchDesk ref={handle} {...{ cafe, demo, freeWords, term, field }} />
        : (house.open || supporting) && (
          <EarlyResults early={early} supporting={Boolean(supporting)} retry={wait} />
        )}
      <p className="tip-sentence" id="tips-are-voluntary" hidden={!house.open}>
        {texts.tipsAreVoluntary}
      </p>
      <HouseLines house={house} />
    </search>
  );
}
