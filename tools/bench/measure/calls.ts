// Throughput and CPU time of the calls that guests make most.
import { HOME, HOT_PATHS, type HotPath, measurePath } from "../hot_paths.ts";
import { inRounds } from "../rounds.ts";
import type { Evening } from "../servers/evening.ts";
import { eveningAt } from "../servers/evening.ts";
import { startProduct } from "../servers/server.ts";
import { ratiosOf } from "../statistics.ts";
import { field, figures, type Findings, ROUND_MS, ROUNDS, type Stage } from "./stage.ts";

const QUEUE = HOT_PATHS["GET /api/requests/queue/{ownerId}"];
const PAGE = HOT_PATHS["GET /cafe/{id}"];
const SUBMIT = HOT_PATHS["POST /api/requests"];

/** Measures the path at each server in turn, after a warm-up that does not count. */
async function loadInTurn<Name extends string>(path: HotPath, evenings: Record<Name, Evening>) {
  const measure = (evening: Evening) => measurePath(path, evening, { ms: ROUND_MS });
  await inRounds(1, evenings, measure);
  return await inRounds(ROUNDS, evenings, measure);
}

function namesOf<Name extends string>(evenings: Record<Name, Evening>): Record<Name, string> {
  const named = Object.entries<Evening>(evenings).map(([key, { server }]) => [key, server.name]);
  return Object.fromEntries(named);
}

export async function measureQueue({ product, express, bare }: Stage): Promise<Findings> {
  const evenings = { product, express, bare };
  const rounds = await loadInTurn(QUEUE, evenings);
  const perS = (of: keyof typeof rounds) => field(rounds[of], "callsPerS");
  return {
    measured: {
      queueToBare: ratiosOf(perS("product"), perS("bare")),
      queueToExpress: ratiosOf(perS("product"), perS("express")),
      queueCpu: ratiosOf(field(rounds.product, "cpuUs"), field(rounds.bare, "cpuUs")),
    },
    figures: figures("`GET` queue, 50 songs", namesOf(evenings), rounds),
  };
}

export async function measureLog({ cafes, product }: Stage): Promise<Findings> {
  await using server = await startProduct(cafes, { log: true });
  const evenings = { product, logging: await eveningAt(server, cafes) };
  const rounds = await loadInTurn(QUEUE, evenings);
  return {
    measured: {
      logCpu: ratiosOf(field(rounds.logging, "cpuUs"), field(rounds.product, "cpuUs")),
    },
    figures: figures("`GET` queue, 50 songs, log", namesOf(evenings), rounds),
  };
}

export async function measureSubmit({ product, express }: Stage): Promise<Findings> {
  const evenings = { product, express };
  const rounds = await loadInTurn(SUBMIT, evenings);
  return {
    measured: {
      submitToExpress: ratiosOf(
        field(rounds.product, "callsPerS"),
        field(rounds.express, "callsPerS"),
      ),
      submitCpu: ratiosOf(field(rounds.product, "cpuUs"), field(rounds.express, "cpuUs")),
    },
    figures: figures("`POST` request, 50 at once", namesOf(evenings), rounds),
  };
}

export async function measurePages({ product, express, bare }: Stage): Promise<Findings> {
  const home = await loadInTurn(HOME, { product, bare });
  const evenings = { product, express, bare };
  const page = await loadInTurn(PAGE, evenings);
  const perS = (of: keyof typeof page) => field(page[of], "callsPerS");
  return {
    measured: {
      homeToBare: ratiosOf(field(home.product, "callsPerS"), field(home.bare, "callsPerS")),
      pageCpu: ratiosOf(field(page.product, "cpuUs"), field(page.bare, "cpuUs")),
      pageUs: field(page.product, "cpuUs"),
      pageToExpress: ratiosOf(perS("product"), perS("express")),
    },
    figures: [
      ...figures("`GET /`", namesOf({ product, bare }), home),
      ...figures("`GET /cafe/{id}`, 50 songs", namesOf(evenings), page),
    ],
  };
}
