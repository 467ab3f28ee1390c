// Where the next song plays (contract: PUT /api/spotify/device).
import { useId, useState } from "react";
import type { Device } from "../../../server/contract/music.ts";
import { sentenceOf } from "../../lib/http.ts";
import { notify } from "../../lib/notices.ts";
import { api } from "../api.ts";

export interface DeviceChoiceProps {
  devices: Device[];
  /** The server has the choice now; until it settles, the choice is under way. */
  chosen: () => Promise<void>;
}

export function DeviceChoice({ devices, chosen }: DeviceChoiceProps) {
  const id = useId();
  /** Chosen here and under way. Not `disabled` meanwhile: that would drop the focus. */
  const [wanted, setWanted] = useState<string>();
  if (devices.length === 0) {
    return (
      <p className="device-none">Açık bir cihaz yok. Kafenizdeki bir cihazda Spotify'ı açın.</p>
    );
  }
  const choose = async (deviceId: string) => {
    if (wanted !== undefined) return;
    setWanted(deviceId);
    try {
      await api.chooseDevice(deviceId);
      notify("success", "Çalınacak cihaz seçildi.");
    } catch (error) {
      notify("error", "Cihaz seçilirken bir hata oluştu.", sentenceOf(error));
    }
    await chosen();
    setWanted(undefined);
  };
  return (
    <div className="field">
      <label htmlFor={id}>Çalınacak cihaz</label>
      <select
        id={id}
        className="input"
        aria-disabled={wanted !== undefined || undefined}
        value={wanted ?? devices.find((device) => device.isChosen)?.id ?? ""}
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
