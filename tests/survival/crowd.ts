// Guests and an owner at work on servers that may be killed or cut off, and what they were told.
import { strict as assert } from "node:assert";
import type { SongRequest } from "../../server/contract/requests.ts";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { draft } from "../support/people/requests.ts";
import { type Seeded } from "../support/random.ts";
import { passed, until } from "../support/time/until.ts";

/** After a call without an answer, so that callers do not take the machine's time from a server that starts. */
const PAUSE_MS = 100;
/** No song is queued, one is being sent, or the music service cannot be reached. */
const NO_SONG = [404, 409, 502];

/** What was answered: promises that the product has to keep. */
export class Told {
  /** Requests whose creation was answered. */
  filed: string[] = [];
  decided = new Map<string, "approved" | "rejected">();
  /** Titles of the songs that play-next said are playing. */
  played: string[] = [];
  /** Calls whose connection broke, and answers 503. */
  unanswered = 0;

  /** These requests were filed and approved. */
  static approved(requests: SongRequest[]): Told {
    const told = new Told();
    told.filed = requests.map(({ _id }) => _id);
    for (const id of told.filed) told.decided.set(id, "approved");
    return told;
  }
}

export interface CrowdOptions {
  /** The servers, of which each call goes to one. */
  origins: readonly string[];
  owner: TestOwner;
  told: Told;
  random: Seeded;
  writers: number;
}

export interface Crowd {
  /** Resolves once `count` more decisions were answered. @throws what a caller threw, or after a minute */
  decisions(count: number): Promise<void>;
  /** Lets every caller finish its call. @throws what a caller threw */
  stop(): Promise<void>;
}

/** Guests file requests which the owner decides, and one tab presses play-next, until it is stopped. */
export async function startCrowd(options: CrowdOptions): Promise<Crowd> {
  const { told, random, writers } = options;
  let stopped = false;
  let next = told.filed.length;
  let failure: unknown;
  const call = caller(options);
  await rejectLeftovers(call);
  const goOn = async (work: () => Promise<boolean>) => {
    try {
      while (!stopped) if (!await work()) await passed(PAUSE_MS);
    } catch (error) {
      failure ??= error;
    }
  };
  const write = async () => {
    const { title, artists: [artist], uri } = SONGS[next++ % SONGS.length]!;
    const body = draft(options.owner.ownerId, { songTitle: title, artist, uri });
    const filed = await call("POST", "/api/requests", body);
    if (!filed) return false;
    assert.equal(filed.status, 201, JSON.stringify(filed.body));
    told.filed.push(filed.body._id);
    const status = random.upTo(4) === 0 ? "approved" : "rejected";
    const decided = await call("PUT", `/api/requests/${filed.body._id}`, { status });
    if (!decided) return false;
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
    told.decided.set(filed.body._id, status);
    return true;
  };
  const press = async () => {
    const pressed = await call("POST", "/api/requests/play-next");
    if (!pressed || NO_SONG.includes(pressed.status)) return false;
    assert.equal(pressed.status, 200, JSON.stringify(pressed.body));
    told.played.push(pressed.body.msg.match(/^'(.*)' çalmaya başladı\.$/)[1]);
    return true;
  };
  const all = Promise.all([goOn(press), ...Array.from({ length: writers }, () => goOn(write))]);
  const throwFailure = () => {
    if (failure) throw failure;
  };
  return {
    async decisions(count) {
      const target = told.decided.size + count;
      await until(() => failure !== undefined || told.decided.size >= target);
      throwFailure();
    },
    async stop() {
      stopped = true;
      await all;
      throwFailure();
    },
  };
}

type Call = ReturnType<typeof caller>;

/** Calls one of the servers. Undefined if the connection broke, or the answer was 503. */
function caller({ origins, owner, random, told }: CrowdOptions) {
  return async (method: string, path: string, body?: unknown) => {
    try {
      const response = await fetch(random.pick(origins) + path, {
        method,
        headers: { "content-type": "application/json", "x-auth-token": owner.token },
        body: JSON.stringify(body),
      });
      const answer = { status: response.status, body: await response.json() };
      if (answer.status !== 503) return answer;
    } catch (error) {
      // A TypeError means that the connection broke.
      if (!(error instanceof TypeError)) throw error;
    }
    told.unanswered++;
  };
}

/** Rejects requests whose decision was cut off, because at most 200 may be pending. */
async function rejectLeftovers(call: Call): Promise<void> {
  const open = await call("GET", "/api/requests");
  const pending = (open!.body as SongRequest[]).filter(({ status }) => status === "pending");
  for (const { _id } of pending) await call("PUT", `/api/requests/${_id}`, { status: "rejected" });
}
