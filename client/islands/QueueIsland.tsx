// What plays, the queue and the state of the guest's own requests, kept up to date.
import { useEffect, useRef, useState } from "react";
import type { CafeHouse } from "../../server/contract/house.ts";
import type { OwnRequest, QueuedSong, SongRequest } from "../../server/contract/requests.ts";
import { Cover, sizedCover } from "../components/Cover.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import { GlidingList } from "../components/GlidingList.tsx";
import { Icon } from "../components/Icon.tsx";
import { Notice } from "../components/Notice.tsx";
import { useStore } from "../lib/store.ts";
import { LazyCover } from "./LazyCover.tsx";
import { OWN_HEADING_ID, OwnRequests, stateOf, TipAmount } from "./OwnRequests.tsx";
import { SongClock, usePosition } from "./SongClock.tsx";
import { SupportButton, type SupportButtonProps } from "./SupportButton.tsx";
import type { CafeStore } from "./cafe_store.ts";
import { fill, fillCount, formatMoney, texts } from "./language.ts";
import type { Playing } from "./room.ts";

interface BoardRowProps extends Omit<SupportButtonProps, "title"> {
  song: QueuedSong;
  /** The place in the queue, from 1. */
  place: number;
  /** What the guest has to do with it, if anything. */
  mark?: string;
}

function BoardRow({ song, place, mark, busy, support }: BoardRowProps) {
  const first = place === 1;
  return (
    <li className={first ? "board-row board-row-first" : "board-row"} data-glide={song._id}>
      <span className="board-place">
        <span className="visually-hidden">{texts.placeBefore}</span> <span>{place}</span>
      </span>
      <LazyCover src={song.albumArt} size={first ? "large" : "small"} />
      <div className="song">
        {first && <p className="board-next">{texts.next}</p>}
        <p className="song-title">{song.songTitle}</p>
        <p className="song-artist">{song.artist}</p>
        {[whyHere(song), song.own && texts.cafe, mark].map((text) =>
          text && <p key={text} className="board-mark">{text}</p>
        )}
      </div>
      <div className="board-tip">
        <TipAmount tl={song.tipAmount} />
        <SupportButton title={song.songTitle} busy={busy} support={support} />
      </div>
    </li>
  );
}

/** Why a song does not stand where its tip would put it: the team has put it first, or patience has (docs/house.md#order). */
function whyHere({ first, outOfTurn }: QueuedSong): string | undefined {
  return first ? texts.putFirst : outOfTurn && texts.outOfTurn;
}

/** What the guest has to do with a song in the room, undefined if nothing. */
function markOf(own: OwnRequest | undefined): string | undefined {
  return own && (own.asked ? texts.yourRequest : texts.supported);
}

/** What the guest reads when the song starts. */
function startOf({ asked }: OwnRequest): string {
  return asked ? texts.yourSongBegins : texts.supportedSongBegins;
}

interface NowPlayingProps {
  playing: Playing | null;
  /** What the guest has to do with it, if anything. */
  mark?: string;
}

export function NowPlaying({ playing, mark }: NowPlayingProps) {
  const positionMs = usePosition(playing);
  if (!playing || positionMs === undefined) return null;
  return (
    <section className="now" aria-labelledby="now-heading">
      <LazyCover src={playing.albumArt} size="large" />
      <div className="song">
        <h2 id="now-heading">{playing.isPlaying ? texts.nowPlaying : texts.paused}</h2>
        <p className="song-title">{playing.title}</p>
        <p className="song-artist">{playing.artist}</p>
        {playing.byGuest && <p className="now-mark">{mark ?? texts.guestRequest}</p>}
      </div>
      <SongClock playing={playing} positionMs={positionMs} />
    </section>
  );
}

/** For how long it is shown. The list of own requests says for the whole song that it plays. */
const SHOWN_MS = 15_000;

function SongMoment({ mine }: { mine: OwnRequest[] }) {
  const [song, setSong] = useState<OwnRequest>();
  const playing = mine.find((request) => request.playing);
  /** A song that plays as the page is opened has started before. */
  const known = useRef(playing?._id);
  useEffect(() => {
    if (playing && playing._id !== known.current) setSong(playing);
    known.current = playing?._id;
  }, [playing?._id]);
  useEffect(() => {
    const timer = setTimeout(setSong, SHOWN_MS, undefined);
    return () => clearTimeout(timer);
  }, [song]);
  return song && song._id === playing?._id && (
    <aside className="moment" aria-label={texts.yourSongPlays}>
      <span className="moment-record">
        <Cover src={sizedCover(song.albumArt, 64)} />
      </span>
      <div className="song">
        <p className="moment-title">{startOf(song)}</p>
        <p className="song-title">{song.songTitle}</p>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.close}
        onClick={() =>
          setSong(undefined)}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}

/**
 * Shows in the page's title and icon that the guest's song is next or plays, for a guest who looks at another tab. The phone
 * vibrates if that begins while the page is open.
 */
function useTurn(mine: OwnRequest[]): void {
  const asked = mine.filter(({ asked }) => asked);
  const own = asked.find(({ playing }) => playing) ?? asked.find(({ place }) => place === 1);
  const isOpen = useRef(false);
  useEffect(() => {
    const { title } = document;
    const icon = document.querySelector<HTMLLinkElement>("[rel=icon]");
    if (!own || !icon) return;
    const { href } = icon;
    document.title = `${own.playing ? texts.yourSongPlays : texts.youAreNext} · ${title}`;
    icon.href = "/favicon-waiting.svg";
    // Before the first touch browsers refuse it, and say so in their console.
    if (isOpen.current && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
    return () => {
      document.title = title;
      icon.href = href;
    };
  }, [own?._id, own?.playing]);
  useEffect(() => {
    isOpen.current = true;
  }, []);
}

/**
 * The latest announcement, about the guest's own requests or the next song, since more would interrupt too often. With
 * it comes what announces something else.
 */
function useAnnouncement(
  queue: SongRequest[],
  mine: OwnRequest[],
): [string, (sentence: string) => void] {
  const [announcement, setAnnouncement] = useState("");
  const previous = useRef<Lists>({ queue, mine });
  useEffect(() => {
    const changes = describeChanges(previous.current, { queue, mine });
    previous.current = { queue, mine };
    if (changes) setAnnouncement(changes);
  }, [queue, mine]);
  return [announcement, setAnnouncement];
}

interface Lists {
  queue: SongRequest[];
  mine: OwnRequest[];
}

function describeChanges(before: Lists, now: Lists): string {
  const known = new Map(before.mine.map((request) => [request._id, stateOf(request).text]));
  const changed = now.mine.filter((request) => known.get(request._id) !== stateOf(request).text);
  const sentences = changed.map((request) => {
    const { text, sentence = `${text}.` } = stateOf(request);
    return request.playing
      ? `${startOf(request)} ${fill(texts.isPlaying, request.songTitle)}`
      : `${request.songTitle}: ${sentence}`;
  });
  const next = now.queue[0];
  if (next && next._id !== before.queue[0]?._id) {
    sentences.push(fill(texts.nextSongIs, next.songTitle));
  }
  return sentences.join(" ");
}

/** How a song gets into the empty queue, as far as the server has said it. */
function emptyHint({ approvesFromTl }: CafeHouse, mine: OwnRequest[]): string {
  if (mine.some(({ status }) => status === "pending")) {
    return texts.ownShowsHere;
  }
  if (approvesFromTl === undefined) return texts.firstOnceApproved;
  return approvesFromTl === 0
    ? texts.firstAtOnce
    : fill(texts.firstWithTip, formatMoney(approvesFromTl));
}

export function QueueIsland({ cafe }: { cafe: CafeStore }) {
  const { queue, playing, mine, musicConnected, house, supporting } = useStore(cafe);
  const [announcement, announce] = useAnnouncement(queue, mine);
  useTurn(mine);
  const mark = (id?: string | null) => markOf(mine.find(({ _id }) => _id === id));
  const taken = async (title: string) => {
    await cafe.refresh();
    announce(fill(texts.takenBack, title));
    if (document.activeElement !== document.body) return;
    // The focused button was removed with its row.
    const heading = document.getElementById(OWN_HEADING_ID) ??
      document.getElementById("queue-heading");
    heading!.focus();
  };
  return (
    <>
      <SongMoment mine={mine} />
      {!musicConnected && (
        <Notice
          text={texts.noMusic}
          detail={house.open ? texts.requestsWait : undefined}
        />
      )}
      <NowPlaying playing={playing} mark={mark(playing?.requestId)} />
      <OwnRequests requests={mine} musicConnected={musicConnected} taken={taken} />
      <section className="board" aria-labelledby="queue-heading">
        <div className="board-heading">
          <h2 id="queue-heading" tabIndex={-1}>{texts.queue}</h2>
          {queue.length > 0 && <p className="board-count">{fillCount(texts.songs, queue.length)}
          </p>}
        </div>
        <GlidingList
          aria-labelledby="queue-heading"
          empty={
            <EmptyState
              text={texts.emptyQueue}
              hint={house.open ? emptyHint(house, mine) : undefined}
            />
          }
        >
          {queue.map((song, i) => (
            <BoardRow
              key={song._id}
              song={song}
              place={i + 1}
              mark={mark(song._id)}
              busy={supporting?._id === song._id}
              support={() => cafe.support(song)}
            />
          ))}
        </GlidingList>
      </section>
      <p className="visually-hidden" role="status">{announcement}</p>
    </>
  );
}
