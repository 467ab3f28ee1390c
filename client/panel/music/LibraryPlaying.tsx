// How the cafe's own files are heard: the page that plays them, and what plays while the queue is empty.
import { Link } from "@tanstack/react-router";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { buttonClass } from "../../components/Button.tsx";
import { ShuffleChoice } from "./ShuffleChoice.tsx";

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
