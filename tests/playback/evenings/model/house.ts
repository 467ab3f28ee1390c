// The process that serves the cafe of a simulated evening: it can be killed and started again on the same database file.
import { startBackgroundJobs } from "../../../../server/commands/serve.ts";
import type { BackgroundJob } from "../../../../server/background.ts";
import type { Timer } from "../../../../server/timer.ts";
import { createLibraryProvider } from "../../../../server/music/library/provider.ts";
import { createManual } from "../../../../server/music/manual/provider.ts";
import { createMusic } from "../../../../server/music/music.ts";
import { createSpotify } from "../../../../server/music/spotify/provider.ts";
import { type CallOptions, type TestApp, testApp } from "../../../support/start/test_app.ts";
import { type MusicService, openService } from "./music_service.ts";
import { fileLengthMs, FILES, folder, libraryOf } from "./cafe_songs.ts";
import {
  createSettling,
  type Settling,
  type SimulatedTime,
  simulateTime,
} from "./simulated_time.ts";
import { sql } from "drizzle-orm";
import { join } from "node:path";
import { libraryTracks } from "../../../../db/schema/music.ts";
import { answerConsent } from "../../../support/people/consent.ts";
import { depart, land, ticketFor } from "../../../support/people/connection.ts";
import { createOwner, type TestOwner } from "../../../support/people/factories.ts";
import { migratedFile } from "../../../support/db/migrated_file.ts";

/** The same for every process. */
const SECRETS = {
  JWT_SECRET: "one secret for all processes of an evening",
  ENCRYPTION_KEY: "another secret for all processes of it",
  RATE_LIMITS: "off",
};

/** The process is down: nothing answers at its address. */
export class DownError extends Error {
  override name = "DownError";
}

export interface House {
  /** The process that runs, undefined while none does. */
  app(): TestApp | undefined;
  /** @throws DownError if no process runs, or if it was killed before it answered */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Ends the process at once, whatever it is doing. */
  kill(): void;
  start(): Promise<void>;
  /** Resolves when the process does nothing by itself. */
  idle(): Promise<void>;
  /** Calls `listener` at each change of the cafe, and when a process starts. Returns a function that ends it. */
  onChange(listener: () => void): () => void;
  /** Stops the process in order, and waits for those that were killed. */
  close(): Promise<void>;
}

interface Process {
  app: TestApp;
  jobs: BackgroundJob;
  isAlive: boolean;
  died: PromiseWithResolvers<never>;
}

export interface HouseOptions {
  time: SimulatedTime;
  settling: Settling;
  service: MusicService;
  /** Decides where playlists open. */
  random: () => number;
  /** Has the database file, which the caller removes. */
  dataDir: string;
  /** The owner of the cafe whose changes are heard of. */
  ownerId?: string;
}

/** Starts the first process. */
export async function openHouse(options: HouseOptions): Promise<House> {
  const { time, settling, service, random, dataDir, ownerId } = options;
  const listeners = new Set<() => void>();
  const buried: Promise<unknown>[] = [];
  let running: Process | undefined;
  let isStarting = false;

  const house: House = {
    app: () => running?.app,
    call: (method, path, call) => reach((app) => app.call(method, path, call)),
    fetch: (path, init) => reach((app) => app.fetch(path, init)),
    kill() {
      const dead = running;
      if (!dead) return;
      running = undefined;
      dead.isAlive = false;
      dead.died.reject(new DownError("The process was killed"));
      // Its writes fail from now on, also those by which an orderly stop would give up its leases.
      buried.push(dead.app.deps.db.close());
      dead.jobs.stop().catch(() => {});
    },
    async start() {
      if (running || isStarting) return;
      isStarting = true;
      running = await startProcess();
      isStarting = false;
      listeners.forEach((listener) => listener());
    },
    idle: async () => void (await Promise.race([running?.app.deps.conductors.idle(), died()])),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      const last = running;
      running = undefined;
      await Promise.all(buried);
      if (last) {
        await last.jobs.stop();
        last.isAlive = false;
        await last.app[Symbol.asyncDispose]();
      }
    },
  };
  await house.start();
  return house;

  async function startProcess(): Promise<Process> {
    const process = { isAlive: true, died: Promise.withResolvers<never>() } as Process;
    process.died.promise.catch(() => {});
    const timer: Timer = {
      at: (at, work) =>
        time.machine.timer.at(at, () => {
          const begun: unknown = process.isAlive && work();
          // What a killed process has begun may wait for an answer that never comes.
          if (!(begun instanceof Promise)) return;
          settling.track(Promise.race([begun, process.died.promise])).catch(() => {});
        }),
      async pause(ms) {
        const release = settling.hold();
        await time.machine.timer.pause(ms);
        release();
      },
      passedMs: time.machine.timer.passedMs,
    };
    const fetch = service.fetchOf(() => process.isAlive);
    process.app = await testApp({ ...service.environment, ...SECRETS, DATA_DIR: dataDir }, {
      clock: { ...time.machine, timer },
      replace: (deps) => {
        const parts = { ...deps, library: libraryOf() };
        return {
          library: parts.library,
          music: createMusic(deps, [
            createSpotify(deps, { fetch, random }),
            createLibraryProvider(parts),
            createManual(deps),
          ]),
        };
      },
    });
    process.app.deps.hub.listen((owner) => {
      if (owner === ownerId && process.isAlive) listeners.forEach((listener) => listener());
    });
    process.jobs = startBackgroundJobs(process.app.deps);
    return process;
  }

  function reach(send: (app: TestApp) => Promise<Response>): Promise<Response> {
    if (!running) return Promise.reject(new DownError("No process runs"));
    return settling.track(Promise.race([send(running.app), running.died.promise]));
  }

  async function died(): Promise<void> {
    await running?.died.promise.catch(() => {});
  }
}

export interface PreparedCafe extends TestOwner {
  /** The bytes of the database. */
  file: Uint8Array;
}

let cafe: Promise<PreparedCafe> | undefined;

/** The cafe, made once in a test file. */
export function prepared(): Promise<PreparedCafe> {
  return cafe ??= prepare();
}

async function prepare(): Promise<PreparedCafe> {
  const time = simulateTime();
  const settling = createSettling();
  const service = openService({ time, settling, factor: 1 });
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-prepared-" });
  await Deno.writeFile(join(dataDir, "cafe.db"), await migratedFile());
  const house = await openHouse({ time, settling, service, random: () => 0, dataDir });
  const app = house.app()!;
  const owner = await createOwner(app.deps);
  await folder.fill(app.deps.db, FILES);
  for (let id = 1; id <= FILES; id++) {
    await app.deps.db.write((d) => [
      d.update(libraryTracks).set({ durationMs: fileLengthMs(id) }).where(sql`id = ${id}`),
    ]);
  }
  const departure = await depart(app, await ticketFor(app, owner.token));
  const { location } = await answerConsent(departure.authorizeUrl, { fetch: service.visit });
  await land(app, location, departure.cookie);
  await house.close();
  const file = await Deno.readFile(join(dataDir, "cafe.db"));
  await Deno.remove(dataDir, { recursive: true });
  return { ...owner, file };
}
