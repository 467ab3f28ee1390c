// The guests' search, for screens on which the team or the owner chooses songs.
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FoundSong } from "../../server/contract/music.ts";
import { Button } from "../components/Button.tsx";
import { Cover, sizedCover } from "../components/Cover.tsx";
import { FoundSongButton } from "../components/FoundSongButton.tsx";
import { Loading } from "../components/Loading.tsx";
import { Notice } from "../components/Notice.tsx";
import { TextField } from "../components/TextField.tsx";
import { createSongSearch, freeSong, trim } from "../lib/song_search.ts";
import { useStore } from "../lib/store.ts";
import { CAFE } from "./queries.ts";
import { usePanel } from "./services.ts";
import { hasPlayer } from "./source_traits.ts";

/** A song that was chosen: one of the search, or one in the chooser's own words. */
export type ChosenSong = Pick<FoundSong, "uri" | "title" | "artist" | "albumArt">;

interface SongFinderProps {
  label: string;
  /** The field takes the focus at once. */
  autoFocus?: boolean;
  choose: (song: ChosenSong) => void;
}

export function SongFinder({ label, autoFocus, choose }: SongFinderProps) {
  const { session } = usePanel();
  const { data: cafe } = useQuery(CAFE);
  const [search] = useState(() =>
    createSongSearch(cafe?.ownerId ?? "", () => {}, undefined, session.readToken())
  );
  const { term, busy, songs, slow, failure } = useStore(search);
  useEffect(() => search.clear, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    search.submit(new FormData(event.currentTarget).get("term") as string);
  };
  return (
    <div className="finder">
      <form onSubmit={submit} noValidate>
        <TextField
          label={label}
          name="term"
          type="search"
          autoComplete="off"
          autoFocus={autoFocus}
          placeholder="Şarkı veya sanatçı"
          maxLength={200}
          onChange={({ currentTarget: { value } }) =>
            trim(value) === "" ? search.clear() : search.type(value)}
        />
      </form>
      <section className="results" aria-label="Arama sonuçları" aria-busy={busy}>
        {busy && !songs && !failure && <Loading label="Şarkılar aranıyor…" rows={3} />}
        {failure && (
          <Notice kind="error" text="Şarkı aranırken bir hata oluştu." detail={failure.msg}>
            <Button busy={busy} onClick={search.retry}>Tekrar dene</Button>
          </Notice>
        )}
        {/* Always there, so that screen readers hear what is put into it. */}
        <div role="status">
          {slow && (
            <p className="results-source">Spotify şu anda yavaş, bilinen şarkılar gösteriliyor.</p>
          )}
          {songs?.length === 0 && <p>Aramanıza uygun şarkı bulunamadı.</p>}
          {songs && songs.length > 0 && (
            <span className="visually-hidden">{songs.length} şarkı bulundu.</span>
          )}
        </div>
        {songs && songs.length > 0 && (
          <ul>
            {songs.map((song) => (
              <li key={song.id}>
                <FoundSongButton
                  song={song}
                  cover={<Cover src={sizedCover(song.albumArt, 64)} />}
                  explicit="Uygunsuz"
                  choose={() => choose(song)}
                />
              </li>
            ))}
          </ul>
        )}
        {songs && cafe && !hasPlayer(cafe.source) && (
          <FreeWords key={term} term={term} choose={choose} />
        )}
      </section>
    </div>
  );
}

/** Takes the title and artist of a song that the search has not found, if people play the music by hand (docs/manual.md#requests). */
function FreeWords({ term, choose }: { term: string } & Pick<SongFinderProps, "choose">) {
  const form = useRef<HTMLFormElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const [title, setTitle] = useState(term);
  const [artist, setArtist] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (trim(title) !== "" && trim(artist) !== "") {
      return choose(freeSong(trim(title), trim(artist)));
    }
    form.current!.querySelectorAll("input")[trim(title) === "" ? 0 : 1]!.focus();
  };
  const fault = (text: string, sentence: string) =>
    tried && trim(text) === "" ? sentence : undefined;
  return (
    <div className="free">
      <button
        type="button"
        className="free-row"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Listede yok mu? <span>Adını yazın</span>
      </button>
      {isOpen && (
        <form ref={form} className="free-form" noValidate onSubmit={submit}>
          <TextField
            label="Şarkının adı"
            value={title}
            error={fault(title, "Şarkının adını yazın.")}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <TextField
            label="Sanatçı"
            value={artist}
            error={fault(artist, "Sanatçının adını yazın.")}
            maxLength={200}
            autoComplete="off"
            autoFocus
            onChange={(event) => setArtist(event.currentTarget.value)}
          />
          <Button type="submit">Bu şarkıyı seç</Button>
        </form>
      )}
    </div>
  );
}
