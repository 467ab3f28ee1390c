// The account that the music comes from: its state, and what can be done with it.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Device } from "../../../server/contract/music.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { sentenceOf } from "../../lib/http.ts";
import type { Connection } from "../live/use_facts.ts";
import { asked, SAID_IN_PLACE, useFailure } from "../queries.ts";
import { usePanel } from "../services.ts";
import { useSave } from "../use_save.ts";
import { ConnectionActions, ConnectionText } from "./ConnectionActions.tsx";

interface DeviceChoiceProps {
  devices: Device[];
}

export function DeviceChoice({ devices }: DeviceChoiceProps) {
  const id = useId();
  const { saving, save } = useSave("PUT /api/spotify/device", {
    done: "Müzik artık bu cihazda çalacak.",
    failed: "Cihaz seçilirken bir hata oluştu.",
  });
  /** The device of a choice that is under way. The field is not `disabled` meanwhile, which would drop the focus. */
  const wanted = saving?.body.deviceId;
  if (devices.length === 0) {
    return (
      <p className="device-none">Açık bir cihaz yok. Kafenizdeki bir cihazda Spotify'ı açın.</p>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>Müziğin çalacağı cihaz</label>
      <select
        id={id}
        className="input"
        aria-disabled={wanted !== undefined || undefined}
        value={wanted ?? devices.find((device) => device.isChosen)?.id ?? ""}
        onChange={(event) => save({ body: { deviceId: event.currentTarget.value } })}
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

/** Also when the page is seen again: who has opened the music service's app on this device comes back to choose it. */
const DEVICES = { ...asked("GET /api/spotify/player"), ...SAID_IN_PLACE, refetchOnMount: true };

function Devices() {
  const { queries } = usePanel();
  const reading = useQuery(DEVICES);
  const { data: player } = reading;
  const error = useFailure(reading);
  const read = () => queries.refresh(["GET /api/spotify/player"]);
  if (error) {
    return (
      <Notice kind="error" text="Cihazlar okunamadı." detail={sentenceOf(error)}>
        <Button onClick={() => void read()}>Tekrar dene</Button>
      </Notice>
    );
  }
  if (!player) return <p role="status">Cihazlar okunuyor…</p>;
  return (
    <div className="music-devices">
      <DeviceChoice devices={player.devices} />
      <div className="form-end">
        <Button onClick={() => void read()}>Cihazları yenile</Button>
        {player.device && <p>Şu anda: {player.device}</p>}
      </div>
    </div>
  );
}

function DisconnectButton() {
  const { api, confirmation, notices, queries } = usePanel();
  const disconnect = async () => {
    const sure = await confirmation.ask({
      title: "Spotify bağlantısı kesilsin mi?",
      text:
        "Spotify bağlantısını kesmek, izinleri sıfırlayacaktır. Yeniden bağlanmanız gerekecek. Emin misiniz?",
      action: "Bağlantıyı kes",
      danger: true,
    });
    if (!sure) return;
    try {
      await api("POST /api/spotify/disconnect");
      notices.show("success", "Spotify bağlantısı başarıyla kaldırıldı!");
    } catch (error) {
      notices.show("error", "Bağlantı kesilirken bir hata oluştu.", sentenceOf(error));
    }
    await queries.refreshRoom();
  };
  return <Button look="quiet" onClick={disconnect}>Bağlantıyı kes</Button>;
}

interface SourceSectionProps {
  label: string;
  connection: Connection;
}

export function SourceSection({ label, connection }: SourceSectionProps) {
  const { isSpotifyConnected } = connection;
  return (
    <section className="card" aria-labelledby="source-heading">
      <h2 id="source-heading">Müzik hesabı</h2>
      <div className="music-source">
        <p>
          <span className="song-title">{label}</span>
          {!("unchecked" in connection) && (isSpotifyConnected ? " · bağlı" : " · bağlı değil")}
        </p>
        <ConnectionText connection={connection} />
      </div>
      <ConnectionActions connection={connection} />
      {isSpotifyConnected && <Devices />}
      {isSpotifyConnected && <DisconnectButton />}
    </section>
  );
}
