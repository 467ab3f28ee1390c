// Music by the hour of the day, while the queue is empty (docs/music.md#by-the-hour).
import { type FormEvent } from "react";
import { entryAt } from "../../../server/contract/music_hours.ts";
import {
  type FallbackChoice,
  MAX_FALLBACKS,
  type MusicSettings,
} from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useSave } from "../use_save.ts";

type Fallback = Exclude<MusicSettings["fallback"], unknown[]>;
type Entry = Extract<MusicSettings["fallback"], unknown[]>[number];

const titleOf = ({ title }: Fallback) => title ?? "Sessizlik";

/** What is sent of an entry that the server has. */
function chosen({ kind, url }: Fallback): FallbackChoice {
  return kind === "playlist" ? { kind, url: url ?? "" } : { kind };
}

interface MusicByHourProps {
  /** None while one music plays at all hours. */
  entries: Entry[];
  /** That music, which then plays from the morning on. */
  present: Fallback | undefined;
  /** Whether music is chosen by the link of a playlist, or is the cafe's own files. */
  byLink?: boolean;
}

/** The morning, at which a cafe's day begins. */
const MORNING = "06:00";

export function MusicByHour({ entries, present, byLink }: MusicByHourProps) {
  const { isSaving, save } = useSave("PUT /api/music", {
    done: "Saatlere göre müzik kaydedildi.",
    failed: "Saatlere göre müzik kaydedilemedi.",
  });
  const hour = entries.length > 0 ? entryAt(entries, Date.now()) : undefined;
  const kept = entries.map(({ from, fallback }) => ({ from, fallback: chosen(fallback) }));
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const from = data.get("from") as string;
    const what = (data.get("what") as string).trim();
    if (isSaving || from === "" || what === "") return;
    const fallback: FallbackChoice = byLink
      ? { kind: "playlist", url: what }
      : { kind: what as "library" | "none" };
    const before = entries.length === 0 && present
      ? [{ from: MORNING, fallback: chosen(present) }]
      : kept;
    const others = before.filter((entry) => entry.from !== from);
    if (await save({ body: { fallback: [...others, { from, fallback }] } })) form.reset();
  };
  const remove = (from: string) => {
    const others = kept.filter((entry) => entry.from !== from);
    void save({ body: { fallback: others.length > 0 ? others : { kind: "none" } } });
  };
  return (
    <section className="card" aria-labelledby="hours-heading">
      <h2 id="hours-heading">Saatlere göre müzik</h2>
      <p>
        Sıra boşken günün saatine göre başka müzik çalar. Saat gelince çalan şarkı biter, sonra
        değişir.
      </p>
      {hour && (
        <p className="music-hours-now">
          Şimdi: <strong>{titleOf(hour.entry.fallback)}</strong>
          {hour.next !== hour.entry &&
            <>. Sonra {hour.next.from}: {titleOf(hour.next.fallback)}</>}
        </p>
      )}
      {entries.length > 0 && (
        <ul className="music-hours">
          {entries.map(({ from, fallback }) => (
            <li key={from}>
              <time>{from}</time>
              <span className="music-list-title">{titleOf(fallback)}</span>
              <Button
                aria-label={`Kaldır: ${from}`}
                busy={isSaving}
                onClick={() => remove(from)}
              >
                Kaldır
              </Button>
            </li>
          ))}
        </ul>
      )}
      {entries.length < MAX_FALLBACKS && (
        <form className="music-form" onSubmit={add} noValidate>
          <TextField label="Başlangıç saati" name="from" type="time" required />
          {byLink
            ? (
              <TextField
                label="Bu saatin çalma listesinin bağlantısı"
                name="what"
                type="url"
                placeholder="https://open.spotify.com/playlist/…"
                autoComplete="off"
                maxLength={500}
                required
              />
            )
            : (
              <div className="field">
                <label htmlFor="hours-what">Bu saatte</label>
                <select id="hours-what" name="what">
                  <option value="library">Kendi dosyalarınız, karışık</option>
                  <option value="none">Sessizlik</option>
                </select>
              </div>
            )}
          <div className="form-end">
            <Button type="submit" busy={isSaving}>Saat ekle</Button>
          </div>
        </form>
      )}
    </section>
  );
}
