// The choice of the device that plays (docs/playback.md#devices).
import { useId, useState } from "react";
import type { Device } from "../../../server/contract/music.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

export interface DeviceChoiceProps {
  devices: Device[];
  /** Called after the attempt; the field stays busy until the promise settles. */
  onChosen: () => Promise<unknown>;
}

export function DeviceChoice({ devices, onChosen }: DeviceChoiceProps) {
  const id = useId();
  const { api, notices } = usePanel();
  /** The device of a choice that is under way. The field is not `disabled` meanwhile, which would drop the focus. */
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
      await api("PUT /api/spotify/device", { body: { deviceId } });
      notices.show("success", "Müzik artık bu cihazda çalacak.");
    } catch (error) {
      notices.show("error", "Cihaz seçilirken bir hata oluştu.", sentenceOf(error));
    }
    await onChosen();
    setWanted(undefined);
  };
  return (
    <div className="field">
      <label htmlFor={id}>Müziğin çalacağı cihaz</label>
      <select
        id={id}
        className="input"
        aria-disabled={wanted !== undefined || undefined}
        value={wanted ?? devices.find((device) => device.isChosen)?.id ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="" disabled>
          {devices.length === 1 ? `${devices[0]!.name} (otomatik)` : "Bir cihaz seçin"}
        </option>
        {devices.map((device) => (
          <option key={device.id} value={device.id} disabled={device.isRestricted}>
            {device.isChosen && device.isRestricted ? `${device.name} (kapalı)` : device.name}
          </option>
        ))}
      </select>
    </div>
  );
}
