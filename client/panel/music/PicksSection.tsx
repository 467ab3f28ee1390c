// The songs that the owner suggests to guests while there is no history (docs/music.md#suggestions).
import { useId, useRef, useState } from "react";
import {
  MAX_PICKS,
  type MusicSettings,
  type Pick,
} from "../../../server/contract/music_settings.ts";
import { songOf } from "../../../server/contract/same_song.ts";
import { Cover } from "../../components/Cover.tsx";
import { Icon } from "../../components/Icon.tsx";
import { shortTitle } from "../../lib/format.ts";
import { sentenceOf } from "../../lib/http.ts";
import { useChange } from "../queries.ts";
import { usePanel } from "../services.ts";
import { type ChosenSong, SongFinder } from "../SongFinder.tsx";

/** `add` and `remove` save at once; while one is under way, another does nothing. */
function usePicks({ picks }: MusicSettings) {
  const { api, notices, queries } = usePanel();
  const { pending: [wanted], change } = useChange(
    "picks",
    async ({ next, saved }: { next: Pick[]; saved: string }) => {
      try {
        await api("PUT /api/music", { body: { picks: next } });
        notices.show("success", saved);
      } catch (error) {
        notices.show("error", "Öneriler kaydedilemedi.", sentenceOf(error));
      }
      await queries.refreshAfter("PUT /api/music");
    },
  );
  const save = async (next: Pick[], saved: string) => {
    if (!wanted) await change({ next, saved });
  };
  return {
    shown: wanted?.next ?? picks,
    add: async ({ uri, title, artist, albumArt }: ChosenSong) => {
      const song = { uri, title, artist, albumArt };
      const name = shortTitle(title);
      if (picks.some((pick) => songOf(pick) === songOf(song))) {
        return void notices.show("success", `'${name}' zaten önerileriniz arasında.`);
      }
      await save([...picks, song], `'${name}' önerilerinize eklendi.`);
    },
    remove: (pick: Pick) =>
      save(
        picks.filter((other) => other !== pick),
        `'${shortTitle(pick.title)}' önerilerinizden çıkarıldı.`,
      ),
  };
}

export function PicksSection({ settings }: { settings: MusicSettings }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { shown, add, remove } = usePicks(settings);
  /** A new search after each song. */
  const [added, setAdded] = useState(0);
  return (
    <section className="card picks" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>Müşterilere öneriler</h2>
      <p>
        Kafenizde henüz şarkı istenmemişken müşteriler bu şarkıları arama kutusunun altında görür ve
        tek dokunuşla ister. Sonra yerlerini en çok istenenler alır.
      </p>
      {shown.length > 0 && (
        <ol className="picks-list" aria-labelledby={id}>
          {shown.map((pick) => (
            <li key={`${pick.uri} ${pick.title} ${pick.artist}`}>
              <Cover src={pick.albumArt} />
              <div className="song">
                <p className="song-title">{pick.title}</p>
                <p className="song-artist">{pick.artist}</p>
              </div>
              <button
                type="button"
                className="icon-button"
                aria-label={`Önerilerden çıkar: ${pick.title}`}
                title="Önerilerden çıkar"
                onClick={() => {
                  // The pressed button goes with its row.
                  heading.current!.focus({ preventScroll: true });
                  void remove(pick);
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {shown.length < MAX_PICKS
        ? (
          <SongFinder
            key={added}
            label="Şarkı ekleyin"
            autoFocus={added > 0}
            choose={async (song) => {
              await add(song);
              setAdded(added + 1);
            }}
          />
        )
        : <p className="field-hint">En fazla {MAX_PICKS} şarkı önerebilirsiniz.</p>}
    </section>
  );
}
