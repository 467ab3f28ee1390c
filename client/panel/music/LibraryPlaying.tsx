// How the cafe's own files are heard: the page that plays them, and what plays while the queue is empty.
import { Link, useRouter } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { buttonClass } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

export function LibraryPlaying({ settings }: { settings: MusicSettings }) {
  return (
    <section className="card" aria-labelledby="library-playing-heading">
      <h2 id="library-playing-heading">Oynatıcı</h2>
      <p>
        Müzik, 'Oynatıcı' sayfasının açık olduğu cihazdan çalar. Hoparlöre bağlı cihazda bu sayfayı
        açıp 'Müziği başlat'a bir kez basın ve sekmeyi açık bırakın.
      </p>
      <Link to="/panel/player" className={buttonClass("primary")}>Oynatıcıyı aç</Link>
      <ShuffleChoice isOn={settings.fallback.kind === "library"} />
    </section>
  );
}

function ShuffleChoice({ isOn }: { isOn: boolean }) {
  const id = useId();
  const router = useRouter();
  const { api, notices } = usePanel();
  /** What was asked for while that is under way. */
  const [wanted, setWanted] = useState<boolean>();
  const change = async (on: boolean) => {
    if (wanted !== undefined) return;
    setWanted(on);
    try {
      await api("PUT /api/music", { body: { fallback: { kind: on ? "library" : "none" } } });
      notices.show(
        "success",
        on ? "Sıra boşken karışık çalacak." : "Sıra boşken müzik çalmayacak.",
      );
      await router.invalidate();
    } catch (error) {
      notices.show("error", "Ayar kaydedilirken bir hata oluştu.", sentenceOf(error));
    }
    setWanted(undefined);
  };
  return (
    <div className="music-option">
      <input
        type="checkbox"
        id={id}
        checked={wanted ?? isOn}
        aria-disabled={wanted !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      <label htmlFor={id}>Sıra boşken kütüphaneden karışık çal</label>
      <p id={`${id}-hint`}>Bunun için 'Otomatik çal' açık olmalıdır.</p>
    </div>
  );
}
