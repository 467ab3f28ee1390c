// What a process writes, kept as it comes.

export interface Collected {
  /** Resolves once the process has closed the stream. */
  done: Promise<void>;
  /** Everything until now. */
  text(): string;
  /** Resolves once `text` has come. */
  has(text: string): Promise<void>;
}

export function collect(stream: ReadableStream<Uint8Array>): Collected {
  let all = "";
  const waiting: { text: string; resolve: () => void }[] = [];
  const done = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      all += decoder.decode(chunk, { stream: true });
      for (const { text, resolve } of waiting) if (all.includes(text)) resolve();
    }
  })();
  return {
    done,
    text: () => all,
    has(text) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (all.includes(text)) resolve();
      else waiting.push({ text, resolve });
      return promise;
    },
  };
}
