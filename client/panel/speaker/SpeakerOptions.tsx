// What the owner can choose about the sound of this device.
import { useStore } from "../../lib/store.ts";
import { CROSSFADES, type SpeakerSettings } from "./speaker_settings.ts";

export function SpeakerOptions({ settings }: { settings: SpeakerSettings }) {
  const { crossfadeS, isEven } = useStore(settings);
  return (
    <div className="speaker-options">
      <label className="speaker-option">
        <input
          type="checkbox"
          checked={isEven}
          onChange={(event) => settings.change({ isEven: event.currentTarget.checked })}
        />
        Ses düzeyini eşitle
      </label>
      <fieldset className="speaker-option">
        <legend>Şarkılar arası geçiş</legend>
        {CROSSFADES.map((seconds) => (
          <label key={seconds}>
            <input
              type="radio"
              name="crossfade"
              checked={crossfadeS === seconds}
              onChange={() => settings.change({ crossfadeS: seconds })}
            />
            {seconds === 0 ? "Kapalı" : `${seconds} sn`}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
