// The television: the song that plays, the next ones, and the code that leads guests to the cafe's page.
import { MINUTE_MS } from "../../../server/contract/clock.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { Address, QrCode } from "../../components/QrCode.tsx";
import { Cover } from "../../components/Cover.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { OfflineSign } from "../../components/OfflineSign.tsx";
import { dedicationLine, formatMoney } from "../../lib/format.ts";
import type { QrShape } from "../../lib/qr.ts";
import { type ReadableStore, useStore } from "../../lib/store.ts";
import { SongClock, usePosition } from "../SongClock.tsx";
import type { Playing } from "../room.ts";
import type { TelevisionState } from "./television_store.ts";

interface TelevisionNowProps {
  playing: Playing | null;
  /** Whether songs are in the queue. */
  waiting: boolean;
  open: boolean;
}

function TelevisionNow({ playing, waiting, open }: TelevisionNowProps) {
  const positionMs = usePosition(playing);
  if (!playing || positionMs === undefined) {
    return (
      <section className="tv-now" aria-label="Çalan şarkı">
        <Cover src="" size="large" />
        <p className="tv-title">
          {waiting
            ? "Birazdan müzik başlıyor"
            : open
            ? "Şarkınızı bekliyoruz"
            : "Şu anda müzik çalmıyor"}
        </p>
      </section>
    );
  }
  return (
    <section className="tv-now" aria-labelledby="tv-now-heading">
      {/* The cover's colours are the ground of the whole picture. */}
      {playing.albumArt && <img className="tv-ground" src={playing.albumArt} alt="" />}
      <Cover src={playing.albumArt} size="large" />
      <div className="tv-words">
        <h2 id="tv-now-heading">{playing.isPlaying ? "Şimdi çalıyor" : "Duraklatıldı"}</h2>
        <p className="tv-title">{playing.title}</p>
        <p className="tv-artist">{playing.artist}</p>
        {playing.dedication && <p className="tv-wish">{dedicationLine(playing.dedication)}</p>}
        {playing.byGuest && (
          <p className="tv-mark">
            {playing.table ? `${ofTable(playing.table)} isteği` : "Müşteri isteği"}
          </p>
        )}
      </div>
      <SongClock playing={playing} positionMs={positionMs} />
    </section>
  );
}

export const SHOWN_SONGS = 5;

interface TelevisionQueueProps {
  queue: SongRequest[];
  open: boolean;
}

function TelevisionQueue({ queue, open }: TelevisionQueueProps) {
  return (
    <section className="tv-queue" aria-labelledby="tv-queue-heading">
      <h2 id="tv-queue-heading">Sıradaki şarkılar</h2>
      <GlidingList
        aria-labelledby="tv-queue-heading"
        empty={
          <p className="tv-empty" data-glide="empty">
            {open ? "Sıra boş: ilk şarkıyı siz isteyin" : "Sıra boş"}
          </p>
        }
      >
        {queue.slice(0, SHOWN_SONGS).map((song, i) => (
          <li key={song._id} data-glide={song._id}>
            <span className="tv-place">{i + 1}</span>
            <div className="tv-words">
              {i === 0 && <p className="tv-next">Sırada</p>}
              <p className="tv-song">{song.songTitle}</p>
              <p className="tv-artist">{song.artist}</p>
              {(song.first || song.own) && (
                <p className="tv-why">
                  {[song.first && "Kafe öne aldı", song.own && "Kafe"].filter(Boolean).join(" · ")}
                </p>
              )}
            </div>
            {song.tipAmount > 0 && (
              <span className="tv-tip">{formatMoney(song.tipAmount).replace(",00", "")}</span>
            )}
          </li>
        ))}
      </GlidingList>
    </section>
  );
}

/** The way to the cafe's page, on which guests ask for songs. */
interface TelevisionCode {
  name: string;
  /** The page's short address. */
  url: string;
  shape: QrShape;
}

interface TelevisionIslandProps {
  room: ReadableStore<TelevisionState>;
  code: TelevisionCode;
}

export function TelevisionIsland({ room, code: { name, url, shape } }: TelevisionIslandProps) {
  const { queue, playing, offline, house: { open, lines } } = useStore(room);
  return (
    <>
      <OfflineSign offline={offline} text="Bağlantı yok" more="yeniden bağlanılıyor" />
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
        <a className="tv-played" href={`${url}/calanlar`}>
          Ne çaldı? <Address url={`${url}/calanlar`} short />
        </a>
      </section>
    </>
  );
}

// A table's label in the genitive, with the ending that it takes when it is spoken. Pure.

/** Of the numbers 0 to 9 at the end, and of the tens from 10. */
const OF_ONES = ["ın", "in", "nin", "ün", "ün", "in", "nın", "nin", "in", "un"];
const OF_TENS = ["", "un", "nin", "un", "ın", "nin", "ın", "in", "in", "ın"];
/** The vowel of the ending, by the last vowel of a word. */
const HARMONY: Record<string, string> = {
  ...{ a: "ı", ı: "ı", e: "i", i: "i", o: "u", u: "u", ö: "ü", ü: "ü", â: "ı", î: "i", û: "u" },
};

/** 'Masa 7'nin', 'Bar'ın', 'Teras 10'un'. */
export function ofTable(label: string): string {
  return `${label}'${endingOf(label)}`;
}

function endingOf(label: string): string {
  const number = /\d+$/.exec(label)?.[0];
  if (number !== undefined) {
    const [ones, tens] = [Number(number.at(-1)), Number(number.at(-2) ?? 0)];
    if (ones > 0 || number.length === 1) return OF_ONES[ones]!;
    return tens > 0 ? OF_TENS[tens]! : "ün";
  }
  const letters = label.toLocaleLowerCase("tr");
  const vowel = HARMONY[/[aıeioöuüâîû](?=[^aıeioöuüâîû]*$)/.exec(letters)?.[0] ?? "e"]!;
  return letters.at(-1)! in HARMONY ? `n${vowel}n` : `${vowel}n`;
}

// Moves the whole page a little, so that no picture burns into the screen.

/** The delay between two moves of the page. */
const DRIFT_MS = 3 * MINUTE_MS;
/** The offsets of the page, in rem. They are smaller than its margin, so that nothing is cut off. */
const PLACES = [[0, 0], [0.5, 0.3], [0, 0.6], [-0.5, 0.3], [-0.6, -0.3], [0, -0.6], [0.6, -0.3]];

/** Moves `page` to the next place every few minutes, at once and without an animation. */
export function drift(page: HTMLElement): void {
  let place = 0;
  setInterval(() => {
    place = (place + 1) % PLACES.length;
    const [x, y] = PLACES[place]!;
    page.style.translate = `${x}rem ${y}rem`;
  }, DRIFT_MS);
}

// Hides the mouse's cursor while the mouse rests.

const IDLE_MS = 3_000;

/** Marks the document as `idle` from 3 s after the last movement to the next one. */
export function hideCursor(): void {
  const { classList } = document.documentElement;
  let timer: ReturnType<typeof setTimeout>;
  const moved = () => {
    clearTimeout(timer);
    classList.remove("idle");
    timer = setTimeout(() => classList.add("idle"), IDLE_MS);
  };
  document.addEventListener("pointermove", moved);
  moved();
}

// Reloads a page that stays open for months if the server has another one by now.

/**
 * Fetches this page's address and reloads if its tag (`data-build`) is another than `build`. While the server is not
 * reached, or refuses, the page stays as it is.
 */
export async function reloadIfChanged(build: string): Promise<void> {
  const html = await fetch(location.href).then(
    (answer) => answer.ok ? answer.text() : "",
    () => "",
  );
  const page = new DOMParser().parseFromString(html, "text/html").querySelector<HTMLElement>(
    "[data-build]",
  );
  if (page && page.dataset.build !== build) location.reload();
}
