// The television: the song that plays, the next ones, and the code that leads guests to the cafe's page.
import { Address } from "../../components/Address.tsx";
import { OfflineSign } from "../../components/OfflineSign.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { type ReadableStore, useStore } from "../../lib/store.ts";
import type { TelevisionState } from "./television_store.ts";
import { TelevisionNow } from "./TelevisionNow.tsx";
import { TelevisionQueue } from "./TelevisionQueue.tsx";

/** The way to the cafe's page, on which guests ask for songs. */
export interface TelevisionCode {
  name: string;
  /** The page's short address. */
  url: string;
  shape: QrShape;
}

export interface TelevisionIslandProps {
  room: ReadableStore<TelevisionState>;
  code: TelevisionCode;
}

export function TelevisionIsland({ room, code: { name, url, shape } }: TelevisionIslandProps) {
  const { queue, playing, offline, house: { open, lines } } = useStore(room);
  return (
    <>
      <OfflineSign offline={offline} />
      <TelevisionNow playing={playing} waiting={queue.length > 0} open={open} />
      <TelevisionQueue queue={queue} open={open} />
      <section
        className={open ? "tv-code" : "tv-code tv-code-closed"}
        aria-labelledby="tv-code-heading"
      >
        <h2 id="tv-code-heading">{open ? "Sıradaki şarkı sizden" : lines[0]}</h2>
        <QrCode shape={shape} label={`${name} sayfasının QR kodu`} />
        <p className="tv-address">
          <Address url={url} short />
        </p>
      </section>
    </>
  );
}
