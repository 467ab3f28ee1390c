// The playlist that plays while the queue is empty, and the way to one for each hour.
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField } from "../../components/TextField.tsx";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { useSave } from "../use_save.ts";
import { MusicByHour } from "./MusicByHour.tsx";

type Fallback = Exclude<MusicSettings["fallback"], unknown[]>;

export function FallbackSection({ settings: { fallback } }: { settings: MusicSettings }) {
  if (Array.isArray(fallback)) return <MusicByHour entries={fallback} present={undefined} byLink />;
  const hasList = fallback.kind === "playlist";
  return (
    <>
      <OneList {...{ fallback, hasList }} />
      {hasList && <MusicByHour entries={[]} present={fallback} byLink />}
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

function SavedList({ fallback }: { fallback: Fallback }) {
  const { isSaving, save } = useSave("PUT /api/music", {
    done: "Liste kaldırıldı. Sıra boşken müzik çalmaz.",
    failed: "Liste kaldırılırken bir hata oluştu.",
  });
  const remove = () => save({ body: { fallback: { kind: "none" } } });
  return (
    <div className="music-list">
      <Cover src={fallback.albumArt ?? ""} />
      <p className="music-list-title">{fallback.title}</p>
      <Button busy={isSaving} onClick={remove}>Kaldır</Button>
    </div>
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
