// Records the bytes of a server's answers, encoded as they come, so that the floor can serve the same.
import { request as send } from "node:http";
import { ACCEPTED_ENCODINGS, type Call } from "../client/calls.ts";

export interface RecordedAnswer {
  status: number;
  headers: Record<string, string>;
  /** In base64. */
  body: string;
}

/** Sends each call once and writes the answers to `file` for `bare.ts`. */
export async function recordAnswers(port: number, calls: Call[], file: string): Promise<void> {
  const answers: Record<string, RecordedAnswer> = {};
  for (const call of calls) answers[`${call.method} ${call.path}`] = await record(port, call);
  await Deno.writeTextFile(file, JSON.stringify(answers));
}

function record(port: number, { method, path, body, cookie }: Call): Promise<RecordedAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      "accept-encoding": ACCEPTED_ENCODINGS,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(cookie === undefined ? {} : { cookie }),
    };
    const sent = send({ host: "127.0.0.1", port, method, path, headers }, async (answer) => {
      const chunks = await Array.fromAsync(answer);
      resolve({
        status: answer.statusCode!,
        headers: kept(answer.headers),
        body: new Uint8Array(await new Blob(chunks).arrayBuffer()).toBase64(),
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** What a client needs to read the body. The rest is the work of the product. */
function kept(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    ["content-type", "content-encoding"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
