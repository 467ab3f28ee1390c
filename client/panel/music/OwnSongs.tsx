// The list of the cafe's own songs: searched, heard for ten seconds, hidden from guests.
import { useEffect, useId, useRef, useState } from "react";
import type { OwnSong } from "../../../server/contract/music.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Notice } from "../../components/Notice.tsx";
import { formatClock } from "../../lib/format.ts";
import { sentenceOf } from "../../lib/http.ts";
import { isMusicHere } from "../keep_music.ts";
import { usePanel } from "../services.ts";

/** So long after the last letter the search is made. */
const TYPING_MS = 250;

interface Page {
  songs: OwnSong[];
  next: number | null;
}

/** `songs` is how many the cafe has: the list is read anew when that changes. */
function useOwnSongs(songs: number) {
  const { api, notices } = usePanel();
  const [term, setTerm] = useState("");
  const [page, setPage] = useState<Page>();
  const [failure, setFailure] = useState<string>();
  /** Counts readings: an answer that a later one has overtaken is not shown. */
  const latest = useRef(0);

  const read = async (before?: number) => {
    const mine = latest.current += 1;
    const query = { term, ...before !== undefined && { before: String(before) } };
    try {
      const answer = await api("GET /api/library/songs", { query });
      if (mine !== latest.current) return;
      setPage((shown) => ({
        songs: before === undefined ? answer.songs : [...shown?.songs ?? [], ...answer.songs],
        next: answer.next,
      }));
      setFailure(undefined);
    } catch (error) {
      if (mine === latest.current) setFailure(sentenceOf(error));
    }
  };
  useEffect(() => {
    if (term === "") return void read();
    const timer = setTimeout(() => void read(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [term, songs]);

  const hide = async ({ id, title, hidden }: OwnSong) => {
    const mark = (hidden: boolean) =>
      setPage((shown) =>
        shown && {
          ...shown,
          songs: shown.songs.map((song) => song.id === id ? { ...song, hidden } : song),
        }
      );
    mark(!hidden);
    try {
      await api("PUT /api/library/songs/:id", {
        params: { id: `${id}` },
        body: { hidden: !hidden },
      });
    } catch (error) {
      mark(hidden);
      notices.show("error", `'${title}' değiştirilemedi.`, sentenceOf(error));
    }
  };
  return { term, setTerm, page, failure, read, hide };
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

export function OwnSongs({ songs }: { songs: number }) {
  const id = useId();
  const { term, setTerm, page, failure, read, hide } = useOwnSongs(songs);
  const { heard, listen } = usePreview();
  if (songs === 0) return null;
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
      {failure !== undefined && (
        <Notice kind="error" text="Şarkılar okunamadı." detail={failure}>
          <Button onClick={() => void read()}>Tekrar dene</Button>
        </Notice>
      )}
      {page && page.songs.length === 0 && <EmptyState text="Bu aramayla şarkı bulunamadı." />}
      {page && page.songs.length > 0 && (
        <ul className="own-songs-list" aria-label="Şarkılar">
          {page.songs.map((song) => (
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
                    void hide(song)}
                >
                  <Icon name={song.hidden ? "hidden" : "shown"} />
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {page && page.next !== null && (
        <Button onClick={() => void read(page.next!)}>Daha fazla göster</Button>
      )}
    </section>
  );
}
