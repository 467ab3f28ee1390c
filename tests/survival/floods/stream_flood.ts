// Readers that ask for large answers and take none: over HTTP/2 without TLS on many streams of a connection, or over
// HTTP/1.1 once on each.
import { write } from "../../../tools/bench/client/http_connection.ts";
import { askUnread } from "../../support/net/h2c.ts";
import type { Counts, Running, SilentFlood, StreamFlood } from "./flood_plan.ts";

export async function floodStreams(
  port: number,
  { paths, connections, streams, addresses }: StreamFlood,
): Promise<Running> {
  const counts: Counts = { asked: 0, accepted: 0, refused: 0, bytes: 0 };
  const open = await Promise.all(
    Array.from({ length: connections }, (_, i) => {
      counts.asked! += streams;
      return askUnread(
        port,
        Array.from({ length: streams }, (_, n) => paths[(i + n) % paths.length]!),
        { "x-forwarded-for": `198.18.2.${1 + i % addresses}` },
      );
    }),
  );
  return {
    end() {
      for (const { accepted, refused, bytes } of open) {
        counts.accepted! += accepted;
        counts.refused! += refused;
        counts.bytes! += bytes;
      }
      return Promise.resolve(counts);
    },
  };
}

export async function floodSilently(
  port: number,
  { paths, connections }: SilentFlood,
): Promise<Running> {
  const counts: Counts = { asked: 0 };
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      const head = `GET ${paths[i % paths.length]} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
      await write(connection, new TextEncoder().encode(head));
      counts.asked!++;
    }),
  );
  return { end: () => Promise.resolve(counts) };
}
