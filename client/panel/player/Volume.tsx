// The volume of the device that plays: a slider, which on a phone a button shows.
import { useState } from "react";
import type { Playback } from "../../../server/contract/automatic.ts";
import { Icon } from "../../components/Icon.tsx";
import { useVolume } from "./use_volume.ts";

/** Nothing if the volume cannot be set. */
export function Volume({ playback }: { playback: Playback | undefined }) {
  const [open, setOpen] = useState(false);
  const { percent, change } = useVolume(playback);
  if (!playback?.canVolume || percent === null) return null;
  return (
    <>
      <button
        type="button"
        className="icon-button player-volume-toggle"
        aria-expanded={open}
        aria-label="Ses düzeyini göster"
        onClick={() => setOpen(!open)}
      >
        <Icon name="volume" />
      </button>
      <div className="player-volume" data-open={open || undefined}>
        <Icon name="volume" />
        <input
          type="range"
          min={0}
          max={100}
          aria-label="Ses düzeyi"
          aria-valuetext={`Yüzde ${percent}`}
          value={percent}
          onChange={(event) => change(event.currentTarget.valueAsNumber)}
        />
        <output aria-hidden="true">%{percent}</output>
      </div>
    </>
  );
}
