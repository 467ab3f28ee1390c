// The playlist that plays while the queue is empty.
import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import {
  type FallbackChoice,
  MAX_FALLBACKS,
  type MusicSettings,
  type MusicSettingsChange,
} from "../../../server/contract/music_settings.ts";
import { Button, buttonClass } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField } from "../../components/TextField.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { useChange } from "../queries.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";

type Fallback = Exclude<MusicSettings["fallback"], unknown[]>;
type Entry = Extract<MusicSettings["fallback"], unknown[]>[number];

// Music by the hour of the day (docs/music.md#by-the-hour).

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Istanbul is three hours ahead of UTC all year. */
const AHEAD_MINUTES = 180;

/** Of `entries`, the earliest first, the one that holds at `nowMs` (epoch), and the one after it if there is another. */
export function nowAndNext(
  entries: readonly Entry[],
  nowMs: number,
): { now: Entry | undefined; next: Entry | undefined } {
  const minute = (Math.floor(nowMs / MINUTE_MS) + AHEAD_MINUTES) % DAY_MINUTES;
  const time = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
  const now = entries.findLast(({ from }) => from <= time) ?? entries.at(-1);
  const next = entries.find(({ from }) => from > time) ?? entries[0];
  return { now, next: next === now ? undefined : next };
}

const pad = (number: number) => String(number).padStart(2, "0");

const titleOf = ({ title }: Fallback) => title ?? "Sessizlik";

/** What is sent of an entry that the server has. */
function chosen({ kind, url }: Fallback): FallbackChoice {
  return kind === "playlist" ? { kind, url: url ?? "" } : { kind };
}

interface ByHourProps {
  /** None while one music plays at all hours. */
  entries: Entry[];
  /** That music, which then plays from the morning on. */
  present: Fallback | undefined;
  /** Whether music is chosen by the link of a playlist, or is the cafe's own files. */
  byLink?: boolean;
}

/** The morning, at which a cafe's day begins. */
const MORNING = "06:00";

function ByHour({ entries, present, byLink }: ByHourProps) {
  const { api, notices, queries } = usePanel();
  const [busy, setBusy] = useState(false);
  const { now, next } = nowAndNext(entries, Date.now());

  const save = async (fallback: MusicSettingsChange["fallback"]) => {
    setBusy(true);
    let isSaved = false;
    try {
      await api("PUT /api/music", { body: { fallback } });
      isSaved = true;
      notices.show("success", "Saatlere göre müzik kaydedildi.");
      await queries.refreshAfter("PUT /api/music");
    } catch (error) {
      notices.show("error", "Saatlere göre müzik kaydedilemedi.", sentenceOf(error));
    }
    setBusy(false);
    return isSaved;
  };
  const kept = entries.map(({ from, fallback }) => ({ from, fallback: chosen(fallback) }));
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const from = data.get("from") as string;
    const what = (data.get("what") as string).trim();
    if (busy || from === "" || what === "") return;
    const fallback: FallbackChoice = byLink
      ? { kind: "playlist", url: what }
      : { kind: what as "library" | "none" };
    const before = entries.length === 0 && present
      ? [{ from: MORNING, fallback: chosen(present) }]
      : kept;
    const others = before.filter((entry) => entry.from !== from);
    if (await save([...others, { from, fallback }])) form.reset();
  };
  const remove = (from: string) => {
    const others = kept.filter((entry) => entry.from !== from);
    void save(others.length > 0 ? others : { kind: "none" });
  };
  return (
    <section className="card" aria-labelledby="hours-heading">
      <h2 id="hours-heading">Saatlere göre müzik</h2>
      <p>
        Sıra boşken günün saatine göre başka müzik çalar. Saat gelince çalan şarkı biter, sonra
        değişir.
      </p>
      {now && (
        <p className="music-hours-now">
          Şimdi: <strong>{titleOf(now.fallback)}</strong>
          {next && <>. Sonra {next.from}: {titleOf(next.fallback)}</>}
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
                busy={busy}
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
            <Button type="submit" busy={busy}>Saat ekle</Button>
          </div>
        </form>
      )}
    </section>
  );
}

interface PlaylistFormProps {
  /** Whether there is no playlist yet. */
  isFirst: boolean;
}

function PlaylistForm({ isFirst }: PlaylistFormProps) {
  const { api, notices, queries } = usePanel();
  const { form, field, failure, busy } = useForm({
    fields: ["fallback"],
    check: ({ fallback: link }) => ({
      fallback: link.trim() === "" ? "Listenin bağlantısını yapıştırın." : undefined,
    }),
    send: async ({ fallback: link }) => {
      const body = { fallback: { kind: "playlist", url: link } } as const;
      const { fallback } = await api("PUT /api/music", { body });
      const { title } = fallback as Fallback;
      notices.show("success", `'${title}' kaydedildi.`);
      await queries.refreshAfter("PUT /api/music");
    },
    fallback: "Liste kaydedilirken bir hata oluştu.",
  });
  return (
    <form {...form} className="music-form">
      <TextField
        {...field("fallback")}
        label="Spotify çalma listesinin bağlantısı"
        hint={isFirst
          ? "Spotify'da listeyi açın, 'Paylaş' ile bağlantısını kopyalayıp buraya yapıştırın."
          : "Listeyi değiştirmek için başka bir bağlantı yapıştırın."}
        placeholder="https://open.spotify.com/playlist/…"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        required
      />
      {failure && <Notice kind="error" text={failure} />}
      <div className="form-end">
        <Button type="submit" look={isFirst ? "primary" : "plain"} busy={busy}>Kaydet</Button>
        <p role="status">{busy && "Liste okunuyor…"}</p>
      </div>
    </form>
  );
}

function SavedList({ fallback }: { fallback: Fallback }) {
  const { api, notices, queries } = usePanel();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await api("PUT /api/music", { body: { fallback: { kind: "none" } } });
      notices.show("success", "Liste kaldırıldı. Sıra boşken müzik çalmaz.");
      await queries.refreshAfter("PUT /api/music");
    } catch (error) {
      notices.show("error", "Liste kaldırılırken bir hata oluştu.", sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="music-list">
      <Cover src={fallback.albumArt ?? ""} />
      <p className="music-list-title">{fallback.title}</p>
      <Button busy={busy} onClick={remove}>Kaldır</Button>
    </div>
  );
}

export function FallbackSection({ settings: { fallback } }: { settings: MusicSettings }) {
  if (Array.isArray(fallback)) return <ByHour entries={fallback} present={undefined} byLink />;
  const hasList = fallback.kind === "playlist";
  return (
    <>
      <OneList {...{ fallback, hasList }} />
      {hasList && <ByHour entries={[]} present={fallback} byLink />}
    </>
  );
}

function OneList({ fallback, hasList }: { fallback: Fallback; hasList: boolean }) {
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

// The choice to play the cafe's own files, shuffled, while the queue is empty.

function ShuffleChoice({ isOn }: { isOn: boolean }) {
  const id = useId();
  const { api, notices, queries } = usePanel();
  const { pending: [wanted], change } = useChange("shuffle", async (on: boolean) => {
    try {
      await api("PUT /api/music", { body: { fallback: { kind: on ? "library" : "none" } } });
      notices.show(
        "success",
        on ? "Sıra boşken karışık çalacak." : "Sıra boşken müzik çalmayacak.",
      );
      await queries.refreshAfter("PUT /api/music");
    } catch (error) {
      notices.show("error", "Ayar kaydedilirken bir hata oluştu.", sentenceOf(error));
    }
  });
  return (
    <div className="music-option">
      <input
        type="checkbox"
        id={id}
        checked={wanted ?? isOn}
        aria-disabled={wanted !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => wanted === undefined && change(event.currentTarget.checked)}
      />
      <label htmlFor={id}>Sıra boşken kendi dosyalarınızdan karışık çal</label>
      <p id={`${id}-hint`}>Bunun için 'Otomatik çal' açık olmalıdır.</p>
    </div>
  );
}

// How the cafe's own files are heard: the page that plays them, and what plays while the queue is empty.

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
      <ByHour
        entries={isByHour ? fallback : []}
        present={isByHour ? undefined : fallback}
      />
    </>
  );
}
