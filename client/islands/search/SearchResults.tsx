// What a search has found, or that it found nothing, is under way or has failed.
import { useEffect, useState } from "react";
import { MAX_FOUND } from "../../../server/contract/limits.ts";
import type { FoundSong, SearchResult } from "../../../server/contract/music.ts";
import type { OwnRequest, SongRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { FoundSongButton } from "../../components/FoundSongButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Notice } from "../../components/Notice.tsx";
import { useStore } from "../../lib/store.ts";
import { LazyCover } from "../LazyCover.tsx";
import { SupportButton } from "../SupportButton.tsx";
import type { CafeStore } from "../cafe_store.ts";
import { fill, fillCount, texts } from "../language.ts";
import { supportOf, type TippedSong, type WaitingSong } from "../sheet/tipped_song.ts";
import { FREE_URI, freeSong, type SongSearch, trim } from "../../lib/song_search.ts";

/** Whether both have these words: as they stand, since folding them would make the script larger (docs/music.md#the-same-song). */
function hasWordsOf(
  song: Pick<SearchResult, "title" | "artist">,
  { songTitle, artist }: Pick<SongRequest, "songTitle" | "artist">,
): boolean {
  return song.title === songTitle && song.artist === artist;
}

interface Standing {
  /** In a few words, for a row. */
  mark: string;
  /** The same as part of a sentence, which the sheet shows. */
  sentence: string;
  /** The request that can be supported instead. */
  request: WaitingSong;
}

/**
 * Undefined if the song neither is in `queue` nor waits: asked for by this guest, whose requests are `mine`, or by another
 * one in the request `waiting`, of which the search or a refusal has told.
 */
export function standingOf(
  song: SearchResult & Pick<FoundSong, "waiting">,
  queue: SongRequest[],
  mine: OwnRequest[],
  waiting = song.waiting,
): Standing | undefined {
  const place =
    queue.findIndex((request) =>
      request.uri === song.uri && (request.uri !== FREE_URI || hasWordsOf(song, request))
    ) + 1;
  if (place > 0) {
    const request = queue[place - 1]!;
    const own = mine.some(({ _id, asked }) => asked && _id === request._id);
    return {
      request,
      mark: fill(own ? texts.ownPlace : texts.place, place),
      sentence: fill(own ? texts.ownPlaceSentence : texts.placeSentence, place),
    };
  }
  // The server files a request under the catalogue's words, which are the words that the search shows.
  const request = mine.find((request) => request.status === "pending" && hasWordsOf(song, request));
  if (request) {
    return {
      request,
      mark: request.asked ? texts.asked : texts.supported,
      sentence: request.asked ? texts.askedSentence : texts.supportedSentence,
    };
  }
  // One of the guest's own has been decided since the search.
  if (!waiting || mine.some(({ _id }) => _id === waiting)) return;
  const { title, artist, albumArt } = song;
  return {
    request: { _id: waiting, songTitle: title, artist, albumArt },
    mark: texts.waits,
    sentence: texts.waitsSentence,
  };
}

interface ResultRowProps {
  song: FoundSong;
  standing: Standing | undefined;
  open: (song: TippedSong) => void;
}

function ResultRow({ song, standing, open }: ResultRowProps) {
  return (
    <li>
      <FoundSongButton
        song={song}
        cover={<LazyCover src={song.albumArt} />}
        explicit={
          <>
            {texts.explicit} <span className="visually-hidden">{texts.explicitWords}</span>
          </>
        }
        choose={() => open(song)}
        opensDialog
      >
        {standing && <span className="result-mark">{standing.mark}</span>}
      </FoundSongButton>
      {standing && (
        <SupportButton
          title={song.title}
          support={() => open(supportOf(standing.request))}
        />
      )}
    </li>
  );
}

interface SearchResultsProps {
  cafe: CafeStore;
  search: SongSearch;
  demo: boolean;
  /** Whether guests may ask for a song that the search does not find. */
  freeWords: boolean;
  /** Opens the sheet of a song. */
  open: (song: TippedSong) => void;
}

export function SearchResults({ cafe, search, demo, freeWords, open }: SearchResultsProps) {
  const { queue, mine } = useStore(cafe);
  const { term, busy, songs, slow, failure } = useStore(search);
  const [words, setWords] = useState<Pick<typeof import("./FreeWords.tsx"), "FreeWords">>();
  useEffect(() => {
    // Most cafes do without it. If it cannot be loaded, the next answer tries again.
    if (!freeWords || !songs || words) return;
    import("./FreeWords.tsx").then(({ FreeWords }) => setWords({ FreeWords }), () => {});
  }, [songs]);
  return (
    <section className="results" aria-label={texts.results} aria-busy={busy}>
      {busy && !songs && !failure && <Loading label={texts.searching} rows={4} />}
      {failure && (
        <Notice
          kind="error"
          text={texts.searchFailed}
          detail={failure.offline ? texts.searchedAgain : failure.msg}
        >
          <Button busy={busy} onClick={search.retry}>{texts.tryAgain}</Button>
        </Notice>
      )}
      {/* Always there, so that screen readers hear what is put into it. */}
      <div role="status">
        {slow && <p className="results-source">{texts.knownSongs}</p>}
        {songs?.length === 0 && (
          <EmptyState
            icon="search"
            text={texts.nothingFound}
            hint={texts.writeDifferently}
          />
        )}
        {songs && songs.length > 0 && (songs.length < MAX_FOUND
          ? <span className="visually-hidden">{fillCount(texts.songsFound, songs.length)}</span>
          // There may be more, which a longer term finds.
          : (
            <p className="results-source">
              {fillCount(texts.firstResults, MAX_FOUND)}
            </p>
          ))}
      </div>
      {songs && songs.length > 0 && (
        <ul>
          {songs.map((song) => (
            <ResultRow
              key={song.id}
              song={song}
              standing={standingOf(song, queue, mine)}
              open={open}
            />
          ))}
        </ul>
      )}
      {songs && freeWords && words && (
        <words.FreeWords
          key={term}
          {...{ term, trim }}
          open={(title, artist) => open(freeSong(title, artist))}
        />
      )}
      {songs?.some(isSpotifys) && (
        <p className="results-source">{demo ? texts.fromDemo : texts.fromSpotify}</p>
      )}
    </section>
  );
}

/** Its terms require that it is named beside its titles and covers. */
function isSpotifys({ uri }: FoundSong): boolean {
  return uri.startsWith("spotify:");
}
