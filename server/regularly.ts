// Clockwork: something that is done now and then for as long as the product serves.

/**
 * Does `work` at once and then every `everyMs`, never twice at a time. What it throws goes to `onFailure`, and
 * it is tried again in its turn. `stop` ends that and waits for what is under way.
 */
export function regularly(
  everyMs: number,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let working = attempt();
  const timer = setInterval(() => working = working.then(attempt), everyMs);

  async function attempt(): Promise<void> {
    try {
      await work();
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}
