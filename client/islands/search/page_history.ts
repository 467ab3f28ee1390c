// The views of the cafe page that the browser's Back leaves: a search, and the sheet of a song over it.
import { createStore, type ReadableStore } from "../../lib/store.ts";
import { address } from "../language.ts";
import type { TippedSong } from "../sheet/tipped_song.ts";

export interface View {
  /** What is searched for, '' if no search is shown. */
  term: string;
  /** The song whose sheet is open. */
  song?: TippedSong;
}

export interface PageHistory extends ReadableStore<View> {
  /**
   * Shows the view that the browser was in before a reload, else a search for `term`, '' for none, and follows Back and
   * Forward until the returned function is called. To be called after hydration: the server renders no view.
   */
  start(term: string): () => void;
  /** Shows a search. One step back leaves it, however many terms were searched for. */
  search(term: string): void;
  /** Opens the sheet of `song`, in place of the one that is open. */
  open(song: TippedSong): void;
  /** Closes the sheet, if one is open. */
  closeSheet(): void;
  /** Leaves the search, and the sheet over it. */
  leave(): void;
}

/** What `history.state` holds. `depth` is how many steps back lead to the page without a search. */
interface Entry extends View {
  depth: number;
}

const PAGE: Entry = { depth: 0, term: "" };

export function createPageHistory(): PageHistory {
  const store = createStore(PAGE);
  const push = (entry: Entry) => {
    history.pushState(entry, "");
    store.set(entry);
  };
  /** The store changes at once, and not with `popstate`, so that nothing is done twice until then. */
  const back = (steps: number, entry: Entry) => {
    store.set(entry);
    if (steps > 0) history.go(-steps);
  };
  return {
    ...store,
    start(term) {
      const follow = () => store.set(entryOf(history.state));
      addEventListener("popstate", follow);
      follow();
      if (term !== "" && !history.state) {
        // The form was submitted before this script ran, which has put the term into the address.
        history.replaceState(PAGE, "", address());
        push({ depth: 1, term });
      }
      return () => removeEventListener("popstate", follow);
    },
    search(term) {
      const { depth, term: shown } = store.current();
      if (term === shown) return;
      if (depth === 0) return push({ depth: 1, term });
      history.replaceState({ depth, term }, "");
      store.set({ depth, term });
    },
    open(song) {
      const { depth, term, song: shown } = store.current();
      if (!shown) return push({ depth: depth + 1, term, song });
      history.replaceState({ depth, term, song }, "");
      store.set({ depth, term, song });
    },
    closeSheet() {
      const { depth, term, song } = store.current();
      if (song) back(1, { depth: depth - 1, term });
    },
    leave: () => back(store.current().depth, PAGE),
  };
}

function entryOf(state: Partial<Entry> | null): Entry {
  return typeof state?.term === "string" ? state as Entry : PAGE;
}
