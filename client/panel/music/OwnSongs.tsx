// The list of the cafe's own songs: searched, heard for ten seconds, hidden from guests.
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { OwnSong } from "../../../server/contract/music.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Notice } from "../../components/Notice.tsx";
import { formatClock } from "../../lib/format.ts";
import type { Reply } from "../../lib/calls.ts";
import { sentenceOf } from "../../lib/http.ts";
import { isMusicHere } from "../keep_music.ts";
import { asked, SAID_IN_PLACE, useChange, useFailure } from "../queries.ts";
import { usePanel } from "../services.ts";

/** So long after the last letter the search is made. */
const TYPING_MS = 250;

type Page = Reply<"GET /api/library/songs">;

/** `songs` is how many the cafe has: the list is read anew when that changes. */
function useOwnSongs(songs: number) {
  const { api, notices, queries: { client } } = usePanel();
  const [term, setTerm] = useState("");
  const [searched, setSearched] = useState("");
  useEffect(() => {
    if (term === "") return setSearched("");
    const timer = setTimeout(() => setSearched(term), TYPING_MS);
    return () => clearTimeout(timer);
  }, [term]);

  const { queryKey: [name, input] } = asked("GET /api/library/songs", {
    query: { term: searched },
  });
  const queryKey = [name, input, songs];
  const list = useInfiniteQuery<Page, Error, InfiniteData<Page>, typeof queryKey, PageQuery>({
    ...SAID_IN_PLACE,
    queryKey,
    enabled: songs > 0,
    initialPageParam: {},
    getNextPageParam: ({ next }) => next === null ? null : { before: `${next}` },
    placeholderData: keepPreviousData,
    refetchOnMount: true,
    gcTime: 0,
  });
  const failure = useFailure(list);

  const { pending, change: hide } = useChange("hidden songs", async (wanted: OwnSong) => {
    const { id, title, hidden } = wanted;
    try {
      const params = { id: `${id}` };
      await api("PUT /api/library/songs/:id", { params, body: { hidden } });
      client.setQueryData<InfiniteData<Page>>(
        queryKey,
        (list) => list && { ...list, pages: list.pages.map((page) => withSongs(page, [wanted])) },
      );
    } catch (error) {
      notices.show("error", `'${title}' değiştirilemedi.`, sentenceOf(error));
    }
  });
  return {
    term,
    setTerm,
    /** Undefined until they are known, with what is being changed. */
    songs: list.data?.pages.flatMap((page) => withSongs(page, pending).songs),
    readMore: list.hasNextPage ? list.fetchNextPage : undefined,
    failure: failure && sentenceOf(failure),
    readAgain: list.refetch,
    hide: (song: OwnSong) => void hide({ ...song, hidden: !song.hidden }),
  };
}

/** What a further page of a list asks for (queries.ts). */
type PageQuery = { before?: string };

/** The page with these in place of those that have their ids. */
function withSongs(page: Page, changed: OwnSong[]): Page {
  return {
    ...page,
    songs: page.songs.map((song) => changed.findLast(({ id }) => id === song.id) ?? song),
  };
}

const PREVIEW_MS = 10_000;

/** Plays a song for ten seconds on this device. `heard` is the id of the one that is heard, or on its way. */
function usePreview() {
  const services = usePanel();
  const { api, notices } = services;
  const [heard, setHeard] = useState<number>();
  const ending = useRef(() => {});
  useEffect(() => () => ending.current(), []);

  const listen = async ({ id, title }: OwnSong) => {
    ending.current();
    if (heard === id) return;
    if (isMusicHere(services)) {
      return notices.show(
        "error",
        "Kafenin müziği bu sekmede çalıyor.",
        "Şarkıyı dinlemek için 'Müzik' ekranını başka bir cihazda açın.",
      );
    }
    const audio = new Audio();
    let isOver = false;
    let address = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    ending.current = () => {
      isOver = true;
      clearTimeout(timer);
      audio.pause();
      URL.revokeObjectURL(address);
      setHeard(undefined);
    };
    setHeard(id);
    try {
      const file = await api("GET /api/library/songs/:id/audio", {
        params: { id: `${id}` },
        file: true,
      });
      if (isOver) return;
      audio.src = address = URL.createObjectURL(file);
      audio.onended = ending.current;
      await audio.play();
      timer = setTimeout(ending.current, PREVIEW_MS);
    } catch (error) {
      if (isOver) return;
      ending.current();
      notices.show("error", `'${title}' dinlenemedi.`, sentenceOf(error));
    }
  };
  return { heard, listen };
}

export function OwnSongs({ songs: count }: { songs: number }) {
  const id = useId();
  const { term, setTerm, songs, readMore, failure, readAgain, hide } = useOwnSongs(count);
  const { heard, listen } = usePreview();
  if (count === 0) return null;
  return (
    <section className="card own-songs" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>Şarkılar</h2>
      <div className="field">
        <label htmlFor={id}>Şarkı ara</label>
        <input
          id={id}
          type="search"
          className="input"
          autoComplete="off"
          maxLength={200}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      </div>
      {failure !== null && (
        <Notice kind="error" text="Şarkılar okunamadı." detail={failure}>
          <Button onClick={() => void readAgain()}>Tekrar dene</Button>
        </Notice>
      )}
      {songs?.length === 0 && <EmptyState text="Bu aramayla şarkı bulunamadı." />}
      {songs && songs.length > 0 && (
        <ul className="own-songs-list" aria-label="Şarkılar">
          {songs.map((song) => (
            <li key={song.id} className="own-song" data-hidden={song.hidden || undefined}>
              <Cover src={song.albumArt} />
              <div className="song">
                <p className="song-title">{song.title}</p>
                <p className="song-artist">
                  {song.artist} · {formatClock(song.durationMs)}
                  {song.hidden && <span className="mark-label">müşteriler görmez</span>}
                </p>
              </div>
              <div className="row-actions">
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`${heard === song.id ? "Durdur" : "On saniye dinle"}: ${song.title}`}
                  title={heard === song.id ? "Durdur" : "On saniye dinle"}
                  onClick={() =>
                    void listen(song)}
                >
                  <Icon name={heard === song.id ? "pause" : "play"} />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-pressed={song.hidden}
                  aria-label={`Müşterilerden gizle: ${song.title}`}
                  title={song.hidden ? "Müşterilere göster" : "Müşterilerden gizle"}
                  onClick={() =>
                    hide(song)}
                >
                  <Icon name={song.hidden ? "hidden" : "shown"} />
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {readMore && <Button onClick={() => void readMore()}>Daha fazla göster</Button>}
    </section>
  );
}
