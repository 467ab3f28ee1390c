// How long the servers take to start, and how much memory they have at rest.
import { setTimeout as sleep } from "node:timers/promises";
import { inRounds } from "../rounds.ts";
import { residentMb } from "../servers/process_usage.ts";
import { type Server, startExpress, startProduct } from "../servers/server.ts";
import { ratiosOf } from "../statistics.ts";
import { field, figures, type Findings, ROUNDS, type Stage } from "./stage.ts";

/** Until what runs behind the start has ended. */
const REST_MS = 2_000;

export async function measureStart({ cafes, product, express }: Stage): Promise<Findings> {
  const starts = { product: () => startProduct(cafes), express: () => startExpress(cafes) };
  const rounds = await inRounds(ROUNDS, starts, startAndRest);
  const names = { product: product.server.name, express: express.server.name };
  return {
    measured: {
      start: ratiosOf(field(rounds.product, "startedInMs"), field(rounds.express, "startedInMs")),
      memory: ratiosOf(field(rounds.product, "residentMb"), field(rounds.express, "residentMb")),
    },
    figures: figures("start, then 2 s of rest", names, rounds),
  };
}

async function startAndRest(start: () => Promise<Server>) {
  await using server = await start();
  await sleep(REST_MS);
  return { startedInMs: server.startedInMs, residentMb: residentMb(server.pid) };
}
