// The switch 'Otomatik çal' (docs/conductor.md).
import { useState } from "react";
import { usePanel } from "../services.ts";
import { useCommand } from "./use_command.ts";
import type { PlaybackReading } from "./use_playback.ts";

export function AutoSwitch({ reading: { playback, read } }: { reading: PlaybackReading }) {
  const { api } = usePanel();
  const { busy, run } = useCommand("Otomatik çal ayarlanırken bir hata oluştu.", read);
  /** What was asked for while that is under way. */
  const [wanted, setWanted] = useState(false);
  const on = busy ? wanted : playback?.auto ?? false;
  const turn = () => {
    if (busy) return;
    setWanted(!on);
    void run(() => api("PUT /api/playback/auto", { body: { on: !on } }));
  };
  return (
    <button
      type="button"
      role="switch"
      className="player-switch"
      aria-checked={on}
      aria-describedby="player-state"
      disabled={!playback}
      data-busy={busy || undefined}
      onClick={turn}
    >
      <span className="player-switch-track" aria-hidden="true" />
      Otomatik çal
    </button>
  );
}
