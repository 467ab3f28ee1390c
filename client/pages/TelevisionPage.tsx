// A cafe's television page: its name and its QR code, around an island with what plays and what comes next.
import type { ReactNode } from "react";
import { Address } from "../components/Address.tsx";
import { QrCode } from "../components/QrCode.tsx";
import type { QrShape } from "../lib/qr.ts";

export interface TelevisionPageProps {
  name: string;
  /** The short address of the cafe's page, on which guests ask for songs. */
  url: string;
  /** The code that leads to that page. */
  shape: QrShape;
  island: ReactNode;
}

export function TelevisionPage({ name, url, shape, island }: TelevisionPageProps) {
  return (
    <>
      <h1>{name}</h1>
      {island}
      <section className="tv-code" aria-labelledby="tv-code-heading">
        <h2 id="tv-code-heading">Sıradaki şarkı sizden</h2>
        <QrCode shape={shape} label={`${name} sayfasının QR kodu`} />
        <p className="tv-address">
          <Address url={url} short />
        </p>
      </section>
    </>
  );
}
