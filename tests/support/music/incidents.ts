// What happens to a cafe's music in a long evening: faults of the account, and people at the player.
import type { AnyFault } from "./any_fault.ts";
import { PLAY, PLAYER } from "./any_fault.ts";
import type { AutomaticEvening } from "./automatic_evening.ts";
import type { FailOptions } from "./music_account.ts";
import { SONGS } from "../../../server/music/demo/catalogue.ts";

export interface Incident {
  name: string;
  begin(evening: AutomaticEvening): void | Promise<void>;
  end(evening: AutomaticEvening): void | Promise<void>;
  /** The longest silence that it may cause, in seconds, beyond its own length if it `stopsMusic`. */
  silenceS: number;
  stopsMusic?: boolean;
}

/** A song that a person chooses; no guest asks for it. */
export const CHOSEN = SONGS.at(-1)!;
const TERRACE = "teras-hoparloru";

const ALWAYS = { times: Infinity };
const ANY = { path: /./ };

export const FAULTS: Incident[] = [
  // A song that nothing follows stands at its end, which is believed 10 s later.
  fault("stuck playing at the end", 13),
  fault("progress beyond the duration", 13),
  fault("paused at 0 after the end", 5),
  fault("paused at the end", 5),
  // It is noticed by the next look and the two after it.
  fault("playing without sound", 50, { times: 1 }),
  fault("stale after a command", 5),
  fault("opens on the first track", 5),
  fault("204 while playing", 5, { times: 2 }),
  fault("null progress", 5, ALWAYS),
  fault("relinked", 5, ALWAYS),
  fault("relinked without linked_from", 5, ALWAYS),
  fault("truncated JSON", 15, { times: 2, path: PLAYER }),
  fault("reset after the effect", 5, { times: 2, path: PLAY }),
  fault("502 after the effect", 5, { times: 2, path: PLAY }),
  fault("429 after 1", 10, { times: 3, ...ANY }),
  fault("429 after a date", 95, { times: 3, ...ANY }),
  fault("429 without Retry-After", 40, { times: 3, ...ANY }),
  { ...fault("502 HTML", 65, { ...ALWAYS, ...ANY }), stopsMusic: true },
  { ...fault("503", 65, { ...ALWAYS, path: PLAYER }), stopsMusic: true },
  {
    name: "the service is away",
    begin: ({ account }) => account.goAway(),
    end: ({ account }) => account.comeBack(),
    silenceS: 65,
    stopsMusic: true,
  },
];

/** Each is to begin while a guest's song is heard. */
export const PEOPLE: Incident[] = [
  {
    name: "a person pauses in the app and goes on",
    begin: ({ player }) => player.pause(),
    end: ({ player }) => player.resume(),
    silenceS: 5,
    stopsMusic: true,
  },
  {
    name: "a person chooses another song in the app",
    begin: ({ player }) => player.play([CHOSEN]),
    end: () => {},
    // 15 s of silence, after it was noticed.
    silenceS: 50,
  },
  {
    name: "a person skips in the app",
    begin: ({ player }) => player.next(),
    end: () => {},
    silenceS: 35,
  },
  {
    name: "a person moves the music to another device",
    begin({ player }) {
      player.switchOn(TERRACE);
      player.transfer(TERRACE);
    },
    end: () => {},
    silenceS: 5,
  },
  {
    name: "the owner skips in the panel",
    async begin({ say }) {
      await say("POST", "/api/playback/skip");
    },
    end: () => {},
    silenceS: 5,
  },
];

function fault(name: AnyFault, silenceS: number, options?: FailOptions): Incident {
  return {
    name,
    begin: ({ account }) => void account.fail(name, options),
    end: ({ account }) => account.heal(),
    silenceS,
  };
}
