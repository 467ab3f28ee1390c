// The paths that guests use most, each as a load for the product and for the floor.
import type { Call } from "./client/calls.ts";
import { load, type Sample } from "./client/load.ts";
import type { LoadPlan } from "./client/load_plan.ts";
import type { Cafes } from "./servers/cafes.ts";
import type { Evening } from "./servers/evening.ts";
import { recordAnswers } from "./servers/recorded_answers.ts";
import { type Server, startBare } from "./servers/server.ts";

export interface HotPath extends Pick<LoadPlan, "connections" | "maxCalls"> {
  calls(evening: Evening): Call[];
  status: number;
  /** How many calls make a quick round, enough for its CPU time to be read from a clock that ticks every 10 ms. */
  quickCalls: number;
}

/** The same for bare Deno.serve. */
export const QUICK_FLOOR_CALLS = 5_000;

export const HOME: HotPath = {
  calls: () => [{ method: "GET", path: "/" }],
  status: 200,
  connections: 50,
  quickCalls: 1_000,
};

export const HOT_PATHS = {
  "GET /api/requests/queue/{ownerId}": {
    calls: ({ queue }) => [queue],
    status: 200,
    connections: 50,
    quickCalls: 4_000,
  },
  "GET /cafe/{id}": {
    calls: ({ page }) => page,
    status: 200,
    connections: 20,
    quickCalls: 2_000,
  },
  "POST /api/requests": {
    calls: ({ submit }) => submit,
    status: 201,
    connections: 50,
    quickCalls: 1_000,
    // 150 for each of the 40 cafes, which take 200 before the owner has to decide.
    maxCalls: 6_000,
  },
} as const satisfies Record<string, HotPath>;

/** Loads the server of `evening` with the path until `end`. */
export async function measurePath(
  path: HotPath,
  evening: Evening,
  end: Pick<LoadPlan, "ms" | "maxCalls">,
): Promise<Sample> {
  const { calls, connections, maxCalls, status } = path;
  const plan = { calls: calls(evening), connections, maxCalls, ...end };
  const sample = await load(evening.server, plan, status);
  evening.server.rejectPending();
  return sample;
}

/** The floor for the calls of `evening`: bare Deno.serve with the answers that its server gives now. */
export async function startFloor(evening: Evening, cafes: Cafes): Promise<Server> {
  const answers = `${cafes.dataDir}/answers.json`;
  const paths: HotPath[] = [HOME, ...Object.values(HOT_PATHS)];
  const calls = paths.map((path) => path.calls(evening)[0]!);
  await recordAnswers(evening.server.port, calls, answers);
  evening.server.rejectPending();
  return await startBare(answers);
}
