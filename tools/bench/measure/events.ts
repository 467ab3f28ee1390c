// How soon the sockets of a room hear of a request, beside socket.io.
import { listen } from "../client/events.ts";
import { inRounds } from "../rounds.ts";
import { median, ratiosOf } from "../statistics.ts";
import { field, type Figure, type Findings, type Stage } from "./stage.ts";

const ROUNDS = 3;
/** Four rooms in turn, so that none gets more requests than may be pending. */
const STEADY = { rooms: 4, sockets: 20, requests: 640, requestsPerS: 200 };
const SIZES = { last100: 100, last1000: 1_000, last5000: 5_000 };
const REQUESTS_BY_SIZE = 15;

function listened({ product, express }: Stage) {
  return {
    product: { ...product, protocol: "siradaki" as const },
    express: { ...express, protocol: "socket.io" as const },
  };
}

export async function measureEvents(stage: Stage): Promise<Findings> {
  const servers = listened(stage);
  await inRounds(1, servers, (server) => listen(server, STEADY));
  const rounds = await inRounds(ROUNDS, servers, (server) => listen(server, STEADY));
  const load = "`POST` to event, 20 sockets, 200 a second";
  return {
    measured: {
      eventMedian: ratiosOf(field(rounds.product, "medianMs"), field(rounds.express, "medianMs")),
      eventCpu: ratiosOf(field(rounds.product, "cpuUs"), field(rounds.express, "cpuUs")),
    },
    figures: (["product", "express"] as const).map((of): Figure => ({
      load,
      server: servers[of].server.name,
      medianMs: median(field(rounds[of], "medianMs")),
      cpuUs: median(field(rounds[of], "cpuUs")),
    })),
  };
}

export async function measureLast(stage: Stage): Promise<Findings> {
  const servers = listened(stage);
  const findings: Findings = { measured: {}, figures: [] };
  for (const [id, sockets] of Object.entries(SIZES)) {
    const room = { rooms: 1, sockets, requests: REQUESTS_BY_SIZE };
    const rounds = await inRounds(ROUNDS, servers, (server) => listen(server, room));
    const last = (of: keyof typeof servers) => field(rounds[of], "lastMs");
    findings.measured[id as keyof typeof SIZES] = ratiosOf(last("product"), last("express"));
    for (const name of ["product", "express"] as const) {
      findings.figures.push({
        load: `\`POST\` to the last of ${sockets} sockets`,
        server: servers[name].server.name,
        medianMs: median(last(name)),
      });
    }
  }
  return findings;
}
