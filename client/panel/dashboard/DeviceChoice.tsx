// Where the next song plays (contract: PUT /api/spotify/device).
import { useId, useState } from "react";
import type { Device } from "../../../server/contract/playback.ts";
import { sentenceOf } from "../../lib/http.ts";
import { notify } from "../../lib/notices.ts";
import { api } from "../api.ts";

export interface DeviceChoiceProps {
  devices: Device[];
  /** The server has the choice now. */
  chosen: () => void;
}

export function DeviceChoice({ devices, chosen }: DeviceChoiceProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  if (devices.length === 0) {
    return (
      <p className="device-none">Açık bir cihaz yok. Kafenizdeki bir cihazda Spotify'ı açın.</p>
    );
  }
  const choose = async (deviceId: string) => {
    setBusy(true);
    try {
      await api.chooseDevice(deviceId);
      notify("success", "Çalınacak cihaz seçildi.");
    } catch (error) {
      notify("error", "Cihaz seçilirken bir hata oluştu.", sentenceOf(error));
    }
    setBusy(false);
    chosen();
  };
  return (
    <div className="field">
      <label htmlFor={id}>Çalınacak cihaz</label>
      <select
        id={id}
        className="input"
        disabled={busy}
        value={devices.find((device) => device.isChosen)?.id ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="" disabled>
          {devices.length === 1 ? `${devices[0]!.name} (kendiliğinden)` : "Bir cihaz seçin"}
        </option>
        {devices.map((device) => (
          <option key={device.id} value={device.id} disabled={device.isRestricted}>
            {device.name}
          </option>
        ))}
      </select>
    </div>
  );
}
