// The playlist that plays while the queue is empty.
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { PlaylistForm } from "./PlaylistForm.tsx";
import { SavedList } from "./SavedList.tsx";

export function FallbackSection({ settings: { fallback } }: { settings: MusicSettings }) {
  const hasList = fallback.kind === "playlist";
  return (
    <section className="card" aria-labelledby="fallback-heading">
      <h2 id="fallback-heading">Sıra boşken çalan liste</h2>
      <p>Sırada istek yokken bu liste karışık çalar. Bunun için 'Otomatik çal' açık olmalıdır.</p>
      {hasList && <SavedList fallback={fallback} />}
      {/* A new form after each change: what was typed is saved by then. */}
      <PlaylistForm key={fallback.url} isFirst={!hasList} />
    </section>
  );
}
