// A fetch for a service that may do anything: bounded in time and size, never sent twice, never led elsewhere.
import { withDeadline } from "../../deadline.ts";

/** The least of `fetch` that we use, so that the demo account can stand in for it in-process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Bounds {
  /** How long a call may take in all, its body included, in ms. */
  timeoutMs: number;
}

/** The largest answer that is read: a page of ten songs has some 30 KB. */
const MOST_BYTES = 512 * 1024;

/** An answer larger than anything the service has reason to send. */
class AnswerTooLargeError extends Error {
  override name = "AnswerTooLargeError";
}

/**
 * Fetches and reads the whole answer. With `skipOkBody` the body of a success is not waited for: a player
 * command has taken effect once its status is here, whatever drips after it.
 */
export async function boundedFetch(
  fetch: Fetch | undefined,
  { timeoutMs }: Bounds,
  url: string,
  init: RequestInit,
  skipOkBody = false,
): Promise<Response> {
  // Deno's pooled client sends a PUT again after a reset; one without idle connections does not.
  const client = fetch ? undefined : Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  try {
    return await withDeadline(timeoutMs, async (deadline) => {
      const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
      const bounded = { ...init, redirect: "manual", signal } as const;
      const response = await (fetch
        ? fetch(url, bounded)
        // `client` is Deno's own addition, which the browser's type does not know.
        : globalThis.fetch(url, { ...bounded, client } as RequestInit));
      if (!skipOkBody || !response.ok) return await readWhole(response);
      await response.body?.cancel().catch(() => {});
      return new Response(null, { status: 204 });
    });
  } finally {
    client?.close();
  }
}

/** Whether a failed fetch failed before anything was sent, so that it surely had no effect. */
export function neverSent(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (/client error \(Connect\)|dns error/.test(e.message)) return true;
  }
  return false;
}

async function readWhole(response: Response): Promise<Response> {
  const body = await readAll(response);
  return new Response(body.length === 0 ? null : body, {
    status: response.status,
    headers: response.headers,
  });
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new AnswerTooLargeError(`over ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
