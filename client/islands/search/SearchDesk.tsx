// The search: finds songs while the guest types, shows them, and opens the sheet in which a guest asks for one.
import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from "react";
import { Notices } from "../../components/Notices.tsx";
import { createNotices } from "../../lib/notices.ts";
import { useStore } from "../../lib/store.ts";
import type { CafeStore } from "../cafe_store.ts";
import { fill, refusalText, texts, tipLabel } from "../language.ts";
import { OWN_HEADING_ID } from "../OwnRequests.tsx";
import { RequestSheet } from "../sheet/RequestSheet.tsx";
import type { SentRequest } from "../sheet/use_send.ts";
import { supportOf, type TippedSong } from "../sheet/tipped_song.ts";
import { useReconnection } from "../use_reconnection.ts";
import { createPageHistory } from "./page_history.ts";
import { SearchResults } from "./SearchResults.tsx";
import { createSongSearch, trim } from "../../lib/song_search.ts";

/** What the search field tells. */
export interface SearchHandle {
  type(text: string): void;
  submit(text: string): void;
  clear(): void;
}

export interface SearchDeskProps {
  ref: Ref<SearchHandle>;
  cafe: CafeStore;
  /** Whether the demo music account is searched. */
  demo: boolean;
  /** Whether guests may ask for a song that the search does not find. */
  freeWords: boolean;
  /** The term of a search that was submitted before the page's script ran, '' if there was none. */
  term: string;
  field: RefObject<HTMLInputElement | null>;
}

export function SearchDesk({ ref, cafe, demo, freeWords, term, field }: SearchDeskProps) {
  const [notices] = useState(createNotices);
  const [views] = useState(createPageHistory);
  const [search] = useState(() =>
    createSongSearch(cafe.current().ownerId, views.search, (refused) => refusalText(refused))
  );
  const view = useStore(views);
  const { house, supporting } = useStore(cafe);
  const clear = () => {
    field.current!.value = "";
    search.clear();
    views.leave();
  };
  const type = (text: string) => trim(text) === "" ? clear() : search.type(text);
  useImperativeHandle(ref, () => ({ type, submit: search.submit, clear }), []);
  useEffect(() => {
    const stop = views.start(term);
    // What was typed before this script had arrived.
    if (views.current().term === "") search.submit(field.current!.value);
    return stop;
  }, []);
  useEffect(() => {
    // Back and Forward lead to another search than the field shows.
    if (view.term === search.current().term) return;
    field.current!.value = view.term;
    if (view.term === "") search.clear();
    else search.submit(view.term);
  }, [view.term]);
  useEffect(() => {
    if (!supporting) return;
    views.open(supportOf(supporting));
    cafe.support();
  }, [supporting]);
  useReconnection(cafe, () => {
    if (search.current().failure?.offline) search.retry();
    for (const { kind, id } of notices.current()) if (kind === "error") notices.dismiss(id);
  });

  const beginAsking = ({ id, supports }: TippedSong) => {
    const typed = field.current!.value;
    return async ({ tipAmount, status }: SentRequest) => {
      if (supports) {
        notices.show("success", texts.supportGiven, fill(texts.tipsAreNow, tipLabel(tipAmount)));
      } else {
        notices.show(
          "success",
          texts.requestSent,
          status === "approved" ? texts.sentAndQueued : texts.sentAndPending,
        );
      }
      // A guest who has closed the sheet meanwhile, to search on or to open another one, is not disturbed.
      const { song } = views.current();
      if (supports) {
        if (song?.id === id) views.closeSheet();
      } else if (field.current!.value === typed && (!song || song.id === id)) clear();
      await cafe.refresh();
      if (document.activeElement !== document.body) return;
      // The focused element was removed with the results: move the focus to the list that shows the new request.
      const heading = document.getElementById(OWN_HEADING_ID);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: "nearest" });
    };
  };
  return (
    <>
      {house.open && <SearchResults {...{ cafe, demo, freeWords, search }} open={views.open} />}
      <RequestSheet {...{ cafe, views, notices, beginAsking }} />
      <Notices notices={notices} close={texts.closeNotice} />
    </>
  );
}
