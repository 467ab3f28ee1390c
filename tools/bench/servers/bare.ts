// The floor: Deno.serve with answers that were recorded from the product. deno run bare.ts ANSWERS (PORT is set)
import type { RecordedAnswer } from "./recorded_answers.ts";

const recorded: Record<string, RecordedAnswer> = JSON.parse(Deno.readTextFileSync(Deno.args[0]!));

const answers = new Map(
  Object.entries(recorded).map(([call, { status, headers, body }]) => [
    call,
    { bytes: Uint8Array.fromBase64(body), init: { status, headers } },
  ]),
);

const port = Number(Deno.env.get("PORT"));
Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, async (request) => {
  const path = request.url.slice(request.url.indexOf("/", 8));
  if (path === "/healthz") return new Response("ok");
  if (request.method === "POST") await request.text();
  const answer = answers.get(`${request.method} ${path}`);
  return answer ? new Response(answer.bytes, answer.init) : new Response(null, { status: 404 });
});
