// How the cafe's own files are heard: the page that plays them, and what plays while the queue is empty.
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type {
  MusicSettings,
  MusicSettingsChange,
} from "../../../server/contract/music_settings.ts";
import { buttonClass } from "../../components/Button.tsx";
import { useSave } from "../use_save.ts";
import { MusicByHour } from "./MusicByHour.tsx";

export function LibraryPlaying({ settings: { fallback } }: { settings: MusicSettings }) {
  const isByHour = Array.isArray(fallback);
  return (
    <>
      <section className="card" aria-labelledby="library-playing-heading">
        <h2 id="library-playing-heading">Oynatıcı</h2>
        <p>
          Müzik, 'Oynatıcı' sayfasının açık olduğu cihazdan çalar. Hoparlöre bağlı cihazda bu
          sayfayı açıp 'Müziği başlat'a bir kez basın ve sekmeyi açık bırakın.
        </p>
        <Link to="/panel/player" className={buttonClass("primary")}>Oynatıcıyı aç</Link>
        {!isByHour && <ShuffleChoice isOn={fallback.kind === "library"} />}
      </section>
      <MusicByHour
        entries={isByHour ? fallback : []}
        present={isByHour ? undefined : fallback}
      />
    </>
  );
}

/** The choice to play the cafe's own files, shuffled. */
function ShuffleChoice({ isOn }: { isOn: boolean }) {
  const id = useId();
  const { saving, save } = useSave("PUT /api/music", {
    done: (_, sent) =>
      isShuffled(sent) ? "Sıra boşken karışık çalacak." : "Sıra boşken müzik çalmayacak.",
    failed: "Ayar kaydedilirken bir hata oluştu.",
    scope: "shuffle",
  });
  const wanted = saving && isShuffled(saving);
  const choose = (on: boolean) => save({ body: { fallback: { kind: on ? "library" : "none" } } });
  return (
    <div className="music-option">
      <input
        type="checkbox"
        id={id}
        checked={wanted ?? isOn}
        aria-disabled={wanted !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      <label htmlFor={id}>Sıra boşken kendi dosyalarınızdan karışık çal</label>
      <p id={`${id}-hint`}>Bunun için 'Otomatik çal' açık olmalıdır.</p>
    </div>
  );
}

function isShuffled(sent: { body?: MusicSettingsChange } | undefined): boolean {
  const { fallback } = sent?.body ?? {};
  return fallback !== undefined && "kind" in fallback && fallback.kind === "library";
}
