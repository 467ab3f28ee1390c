// A cover with two lines beside it: a song, or a sentence in place of one.
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";

export interface PlayerWordsProps {
  cover?: string;
  title: string;
  detail?: string;
  source?: string;
  retry?: () => Promise<unknown>;
}

export function PlayerWords({ cover = "", title, detail, source, retry }: PlayerWordsProps) {
  return (
    <>
      <Cover src={cover} />
      <div className="player-words">
        <div className="player-text" id="player-words">
          <p className="song-title">{title}</p>
          {detail && (
            <p className="song-artist">
              {detail}
              {source && <span className="player-source">{` · ${source}`}</span>}
            </p>
          )}
        </div>
        {retry && <Button onClick={() => void retry()}>Tekrar dene</Button>}
      </div>
    </>
  );
}
