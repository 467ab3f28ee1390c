// The composition root: config -> db -> music, mail, hub, caches -> app -> serve. Nothing else constructs.
import "./server/production.ts";
import { dirname, join } from "node:path";
import { openDatabase } from "./db/connection/client.ts";
import { createPasswords } from "./server/auth/passwords.ts";
import { createTokenSigner } from "./server/auth/tokens.ts";
import { runCommandLine } from "./server/commands/command_line.ts";
import type { Config } from "./server/config.ts";
import { createDemoAccount } from "./server/music/demo/account.ts";
import { createPlayers } from "./server/music/demo/players.ts";
import type { Deps } from "./server/deps.ts";
import { createCounters } from "./server/evenings/counters.ts";
import { createGuestOrigin } from "./server/lan_address.ts";
import { createAnswers } from "./server/http/answers.ts";
import { createGuestCookies } from "./server/http/guest_cookie.ts";
import { createLimits, NO_LIMITS } from "./server/http/limits.ts";
import { createLibrary } from "./server/library/library.ts";
import { statementLog } from "./server/logging.ts";
import { makeDataDir } from "./server/stored_secret.ts";
import { createOutbox } from "./server/mail/outbox.ts";
import { createMusic } from "./server/music/music.ts";
import { createProviders } from "./server/music/providers.ts";
import { createConductors } from "./server/playback/conductors.ts";
import { createSearch } from "./server/music/search.ts";
import { createSuggestions } from "./server/music/suggestions.ts";
import { createSingleFlight, lazy } from "./server/once.ts";
import { type Assets, readAssets } from "./server/pages/assets.ts";
import { createCafePageCache } from "./server/pages/cafe_content.ts";
import { createHub, NO_CAPS } from "./server/realtime/hub.ts";
import { createNowCache } from "./server/playback/what_plays.ts";
import { createQueueCache } from "./server/requests/queue.ts";
import { createCipher } from "./server/secrets.ts";
import { createTimer, type Timer } from "./server/timer.ts";

/** What a test or `deno task dev` brings of its own. The product runs without any. */
export interface Overrides {
  /** The clock, in epoch ms. */
  now?: () => number;
  /** What works at a later time of that clock. */
  timer?: Timer;
  /** The client's files, which development has elsewhere. */
  assets?: () => Assets;
  /** Returns the parts to use instead of the composed ones, which may call those that they replace. */
  replace?: (composed: Omit<Deps, "conductors">) => Partial<Deps>;
}

/** Constructs the server's parts. The database is open but not migrated. The caller closes it. */
export async function compose(config: Config, overrides: Overrides = {}): Promise<Deps> {
  const now = overrides.now ?? Date.now;
  // Reading the configuration makes the folder only if it has to generate secrets.
  if (config.database.url.startsWith("file:")) makeDataDir(config.dataDir);
  const db = await openDatabase(
    config.database.url,
    config.database.authToken,
    statementLog(config.logLevel),
  );
  const cipher = await createCipher(config.encryptionKey);
  const assets = overrides.assets ?? lazy(readAssets);
  const demoAccount = config.spotify.demo ? composeDemoAccount(config, now, assets) : undefined;
  const singleFlight = createSingleFlight();
  const timer = overrides.timer ?? createTimer(now);
  const hub = createHub(config.rateLimits ? undefined : NO_CAPS);
  const library = createLibrary({ config, db, now, timer });
  const guestCookies = createGuestCookies(config, now);
  const parts = { config, db, cipher, now, timer, demoAccount, singleFlight, hub, library };
  const music = createMusic(parts, createProviders(parts));
  const deps: Omit<Deps, "conductors"> = {
    ...parts,
    passwords: createPasswords(),
    tokenSigner: createTokenSigner(config.jwtSecret),
    guestOrigin: createGuestOrigin(config),
    guestCookies,
    answers: createAnswers({ config, guestCookies }),
    limits: config.rateLimits ? createLimits(now) : NO_LIMITS,
    counters: createCounters({ db, now }),
    outbox: createOutbox({ config, db, cipher, now }),
    music,
    search: createSearch({ db, now, singleFlight, timer }),
    suggestions: createSuggestions({ db, music, now, singleFlight }),
    queueCache: createQueueCache(),
    nowCache: createNowCache(),
    assets,
    cafePages: createCafePageCache(),
  };
  const replaced = { ...deps, ...overrides.replace?.(deps) };
  return { ...replaced, conductors: createConductors(replaced) };
}

/** The demo music account, for a configuration without Spotify credentials. */
function composeDemoAccount(
  { appOrigin, jwtSecret, spotify }: Config,
  now: () => number,
  assets: () => Assets,
) {
  return createDemoAccount({
    now,
    secret: jwtSecret,
    publicUrl: spotify.accountsUrl,
    client: { id: spotify.clientId, secret: spotify.clientSecret },
    redirectUris: [`${appOrigin}/api/spotify/callback`],
    coverUrl: (songId) => `/demo/covers/${songId}.svg`,
    look: lazy(() => {
      const { stylesheet, fonts } = assets();
      return { stylesheet: stylesheet("public"), fonts };
    }),
    players: createPlayers({ now }),
  });
}

/** The single binary keeps its data beside itself, not in the working directory. */
function binaryDefaults(): Record<string, string> {
  return Deno.build.standalone ? { DATA_DIR: join(dirname(Deno.execPath()), "data") } : {};
}

if (import.meta.main) {
  const context = {
    environment: { ...binaryDefaults(), ...Deno.env.toObject() },
    compose,
    now: Date.now,
    input: () => Deno.stdin.readable,
    print: console.log,
    note: console.error,
  };
  Deno.exit(await runCommandLine(Deno.args, context));
}
