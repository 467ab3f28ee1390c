// The product's own token, which searches the catalogue for everybody: obtained once, renewed in time.
import { createSingleFlight } from "../../single_flight.ts";
import { type CallContext, TokenRefusedError, type Tokens } from "../provider.ts";

/** Tokens are renewed this long before they end. */
export const EARLY_MS = 60_000;

/** `use` hands a token to `call`, and a new one once more where the first is refused. */
export function keepToken(obtain: () => Promise<Tokens>, now: () => number) {
  const singleFlight = createSingleFlight();
  let kept: { accessToken: string; endsAt: number } | undefined;

  return {
    async use<T>(call: (context: CallContext) => Promise<T>): Promise<T> {
      const accessToken = await fresh();
      try {
        return await call({ accessToken });
      } catch (error) {
        if (!(error instanceof TokenRefusedError)) throw error;
        if (kept?.accessToken === accessToken) kept = undefined;
      }
      return await call({ accessToken: await fresh() });
    },
  };

  async function fresh(): Promise<string> {
    if (kept && kept.endsAt - EARLY_MS > now()) return kept.accessToken;
    return await singleFlight.run("token", async () => {
      const { accessToken, expiresInS } = await obtain();
      kept = { accessToken, endsAt: now() + expiresInS * 1000 };
      return accessToken;
    });
  }
}
