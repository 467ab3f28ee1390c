// Floods a server from a process of its own: reads its plan as the first line of standard input, says when the flood
// has begun, and ends it with the input.
import { linesOf } from "../../support/net/lines.ts";
import {
  floodCalls,
  floodIdle,
  floodSilently,
  floodSlow,
  floodStreams,
  floodUnread,
} from "./kinds.ts";
import type { Flood, Running } from "./floods.ts";

const input = linesOf(Deno.stdin.readable);
const { port, flood }: { port: number; flood: Flood } = JSON.parse((await input.next()).value!);
const running = await begin();
console.log("flooding");
await input.next();
console.log(JSON.stringify(await running.end()));
// The connections end with the process.
Deno.exit();

function begin(): Promise<Running> {
  switch (flood.kind) {
    case "calls":
      return floodCalls(port, flood);
    case "slow":
      return floodSlow(port, flood);
    case "idle":
      return floodIdle(port, flood);
    case "unread":
      return floodUnread(port, flood);
    case "silent":
      return floodSilently(port, flood);
    case "streams":
      return floodStreams(port, flood);
  }
}
