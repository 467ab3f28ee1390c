// News of a libSQL server: sqld tells of commits to a table as they happen, as server-sent events (/beta/listen).

/** A server that takes longer to answer has no news. */
const ANSWER_TIMEOUT_MS = 10_000;
/** sqld sends a comment after 15 seconds without news. A connection that is silent for longer is dead. */
const MAX_SILENCE_MS = 40_000;

/**
 * Yields once the server listens, and then after commits to `table`. What is yielded says nothing more: it may come a
 * moment before the commit can be read. Ends or throws if the connection ends; throws if the server has no news.
 */
export async function* listenTo(
  { url, authToken, table }: { url: string; authToken: string | undefined; table: string },
  signal: AbortSignal,
): AsyncGenerator<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectWithin = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), ms);
  };
  try {
    expectWithin(ANSWER_TIMEOUT_MS);
    const response = await fetch(addressOf(url, table), {
      headers: authToken ? { authorization: `Bearer ${authToken}` } : {},
      redirect: "manual",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!response.ok || !isStream) {
      await response.body?.cancel();
      throw new Error(`The database has no news: it answered ${response.status}`);
    }
    yield;
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      expectWithin(MAX_SILENCE_MS);
      // A line that begins with a colon is a comment.
      if (/^[^:\r\n]/m.test(text)) yield;
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function addressOf(url: string, table: string): URL {
  // As @libsql/client reads it: libsql is https, unless the address says that there is no TLS.
  const address = new URL("/beta/listen", url);
  const secure = new URL(url).searchParams.get("tls") !== "0";
  const scheme = address.protocol === "libsql:" ? (secure ? "https:" : "http:") : address.protocol;
  return new URL(`${scheme}//${new URL(url).host}/beta/listen?table=${table}`);
}
