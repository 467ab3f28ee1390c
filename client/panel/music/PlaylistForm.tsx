// The form for the playlist's link. The server reads the playlist before it keeps it.
import { useRouter } from "@tanstack/react-router";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField } from "../../components/TextField.tsx";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";

export interface PlaylistFormProps {
  /** Whether there is no playlist yet. */
  isFirst: boolean;
}

export function PlaylistForm({ isFirst }: PlaylistFormProps) {
  const router = useRouter();
  const { api, notices } = usePanel();
  const { form, field, failure, busy } = useForm({
    fields: ["link"],
    check: ({ link }) => ({
      link: link.trim() === "" ? "Listenin bağlantısını yapıştırın." : undefined,
    }),
    send: async ({ link }) => {
      const body = { fallback: { kind: "playlist", url: link } } as const;
      const { fallback } = await api("PUT /api/music", { body });
      notices.show("success", `'${fallback.title}' kaydedildi.`);
      await router.invalidate();
    },
    fallback: "Liste kaydedilirken bir hata oluştu.",
    fieldOf: () => "link",
  });
  return (
    <form {...form} className="music-form">
      <TextField
        {...field("link")}
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
