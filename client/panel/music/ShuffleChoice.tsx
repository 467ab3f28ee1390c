// The choice to play the cafe's own files, shuffled, while the queue is empty.
import { useRouter } from "@tanstack/react-router";
import { useId, useState } from "react";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

export function ShuffleChoice({ isOn }: { isOn: boolean }) {
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
