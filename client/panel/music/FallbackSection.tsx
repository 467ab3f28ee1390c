// The playlist that plays while the queue is empty.
import { Link, useRouter } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { Button, buttonClass } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField } from "../../components/TextField.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";

interface PlaylistFormProps {
  /** Whether there is no playlist yet. */
  isFirst: boolean;
}

function PlaylistForm({ isFirst }: PlaylistFormProps) {
  const router = useRouter();
  const { api, notices } = usePanel();
  const { form, field, failure, busy } = useForm({
    fields: ["fallback"],
    check: ({ fallback: link }) => ({
      fallback: link.trim() === "" ? "Listenin bağlantısını yapıştırın." : undefined,
    }),
    send: async ({ fallback: link }) => {
      const body = { fallback: { kind: "playlist", url: link } } as const;
      const { fallback } = await api("PUT /api/music", { body });
      notices.show("success", `'${fallback.title}' kaydedildi.`);
      await router.invalidate();
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

function SavedList({ fallback }: Pick<MusicSettings, "fallback">) {
  const router = useRouter();
  const { api, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await api("PUT /api/music", { body: { fallback: { kind: "none" } } });
      notices.show("success", "Liste kaldırıldı. Sıra boşken müzik çalmaz.");
      await router.invalidate();
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

// The choice to play the cafe's own files, shuffled, while the queue is empty.

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
      <label htmlFor={id}>Sıra boşken kendi dosyalarınızdan karışık çal</label>
      <p id={`${id}-hint`}>Bunun için 'Otomatik çal' açık olmalıdır.</p>
    </div>
  );
}

// How the cafe's own files are heard: the page that plays them, and what plays while the queue is empty.

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
