// 'Şarkı ekle': the team asks for a song itself (docs/requests.md#own). The search is the guests' own.
import { type FormEvent, useRef, useState } from "react";
import type { FoundSong } from "../../../server/contract/music.ts";
import { Button } from "../../components/Button.tsx";
import { Cover, sizedCover } from "../../components/Cover.tsx";
import { FoundSongButton } from "../../components/FoundSongButton.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Loading } from "../../components/Loading.tsx";
import { TextField } from "../../components/TextField.tsx";
import { shortTitle } from "../../lib/format.ts";
import { sentenceOf } from "../../lib/http.ts";
import { createSongSearch } from "../../lib/song_search.ts";
import { useStore } from "../../lib/store.ts";
import { usePanel } from "../services.ts";

/** The search is made anew whenever the dialog is opened. */
export function OwnSongButton() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(0);
  const open = () => {
    setOpened(opened + 1);
    dialog.current!.showModal();
  };
  return (
    <>
      <button
        type="button"
        className="heading-button"
        title="Şarkı ekle"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon name="plus" />
        <span className="own-song-words">Şarkı ekle</span>
      </button>
      <dialog ref={dialog} className="dialog own-song" aria-labelledby="own-song-title">
        {opened > 0 && <OwnSong key={opened} close={() => dialog.current!.close()} />}
      </dialog>
    </>
  );
}

function OwnSong({ close }: { close: () => void }) {
  const { api, liveCafe, notices, session } = usePanel();
  const { facts } = useStore(liveCafe);
  const [search] = useState(() =>
    createSongSearch(facts?.cafe.ownerId ?? "", () => {}, undefined, session.readToken())
  );
  const { busy, songs, failure } = useStore(search);
  const [sending, setSending] = useState(false);

  const ask = async ({ uri, title, artist, albumArt }: FoundSong) => {
    if (sending) return;
    setSending(true);
    try {
      const { warnings } = await api("POST /api/requests/own", {
        body: { uri, songTitle: title, artist, albumArt },
      });
      const detail = warnings.length > 0
        ? `Müşteriler için olan kural: ${warnings.join(" ")}`
        : undefined;
      notices.show("success", `'${shortTitle(title)}' sıraya eklendi.`, detail);
      close();
    } catch (error) {
      notices.show("error", "Şarkı eklenemedi.", sentenceOf(error));
    }
    setSending(false);
    await liveCafe.refresh().catch(() => {});
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    search.submit(new FormData(event.currentTarget).get("term") as string);
  };
  return (
    <>
      <h2 id="own-song-title">Kafenin isteği</h2>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Hangi şarkı çalsın?"
          name="term"
          type="search"
          autoComplete="off"
          autoFocus
          placeholder="Şarkı veya sanatçı"
          maxLength={200}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
      </form>
      <section className="results" aria-label="Arama sonuçları" aria-busy={busy}>
        {busy && !songs && !failure && <Loading label="Şarkılar aranıyor…" rows={3} />}
        <div role="status">
          {failure && <p className="field-error">Şarkı aranırken bir hata oluştu. {failure.msg}</p>}
          {songs?.length === 0 && <p>Aramanıza uygun şarkı bulunamadı.</p>}
        </div>
        {songs && songs.length > 0 && (
          <ul>
            {songs.map((song) => (
              <li key={song.id}>
                <FoundSongButton
                  song={song}
                  cover={<Cover src={sizedCover(song.albumArt, 64)} />}
                  explicit="Uygunsuz"
                  choose={() => ask(song)}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className="dialog-actions">
        <Button onClick={close}>Kapat</Button>
      </div>
    </>
  );
}
