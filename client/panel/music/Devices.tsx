// The devices of the music account: which one plays, and which one shall.
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { DeviceChoice } from "./DeviceChoice.tsx";
import { useDevices } from "./use_devices.ts";

export function Devices() {
  const { player, failure, read } = useDevices();
  if (failure !== undefined) {
    return (
      <Notice kind="error" text="Cihazlar okunamadı." detail={failure}>
        <Button onClick={() => void read()}>Tekrar dene</Button>
      </Notice>
    );
  }
  if (!player) return <p role="status">Cihazlar okunuyor…</p>;
  return (
    <div className="music-devices">
      <DeviceChoice devices={player.devices} onChosen={read} />
      <div className="form-end">
        <Button onClick={() => void read()}>Cihazları yenile</Button>
        {player.device && <p>Şu anda: {player.device}</p>}
      </div>
    </div>
  );
}
