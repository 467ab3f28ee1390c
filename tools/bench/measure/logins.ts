// Whether guests have to wait while owners log in, which hashes passwords.
import { loginCall } from "../client/calls.ts";
import { load } from "../client/load.ts";
import { inRounds } from "../rounds.ts";
import type { Evening } from "../servers/evening.ts";
import { median, ratiosOf } from "../statistics.ts";
import { PASSWORD } from "../../../tests/support/people/accounts.ts";
import { field, figures, type Findings, type Stage } from "./stage.ts";

const ROUNDS = 3;
const ROUND_MS = 3_000;
/** So that answers wait for hashing, and not for each other. */
const QUEUE_CALLS_PER_S = 200;
const LOGINS = 8;

export async function measureLogins({ cafes, product, express }: Stage): Promise<Findings> {
  const logins = cafes.owners.slice(0, LOGINS).map(({ email }) => loginCall(email, PASSWORD));
  const calm = ({ server, queue }: Evening) =>
    load(server, {
      calls: [queue],
      connections: 20,
      ms: ROUND_MS,
      callsPerS: QUEUE_CALLS_PER_S,
    });
  const busy = async (evening: Evening) => {
    const plan = { calls: logins, connections: LOGINS, ms: ROUND_MS };
    const [sample] = await Promise.all([calm(evening), load(evening.server, plan)]);
    return sample;
  };
  const rounds = await inRounds(ROUNDS, {
    calm: () => calm(product),
    busy: () => busy(product),
    expressCalm: () => calm(express),
    expressBusy: () => busy(express),
  }, (measure) => measure());
  const names = {
    calm: `${product.server.name}, calm`,
    busy: `${product.server.name}, 8 logins`,
    expressCalm: `${express.server.name}, calm`,
    expressBusy: `${express.server.name}, 8 logins`,
  };
  const p99 = (of: keyof typeof names) => field(rounds[of], "p99Ms");
  return {
    measured: { loginsP99: ratiosOf(p99("busy"), p99("calm")) },
    beside: {
      loginsP99: `Express: ${median(ratiosOf(p99("expressBusy"), p99("expressCalm"))).toFixed(1)}`,
    },
    figures: figures("`GET` queue, 200 a second", names, rounds),
  };
}
