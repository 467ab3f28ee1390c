// The product's own access token, with which guests search: kept, and renewed a minute before it ends
// (docs/music.md#search).
import type { SingleFlight } from "../../single_flight.ts";
import { RENEW_EARLY_MS, type TokenCall, TokenRefusedError, type Tokens } from "./tokens.ts";

interface AppTokenParts {
  obtain(): Promise<Tokens>;
  /** Epoch ms. */
  now(): number;
  singleFlight: SingleFlight;
}

/** `use` makes a call with the token. If the token is refused, it is renewed and the call made once more. */
export function createAppToken({ obtain, now, singleFlight }: AppTokenParts) {
  let kept: { accessToken: string; endsAt: number } | undefined;

  return {
    async use<T>(call: (context: TokenCall) => Promise<T>): Promise<T> {
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
    if (kept && kept.endsAt - RENEW_EARLY_MS > now()) return kept.accessToken;
    return await singleFlight.run("spotify app token", async () => {
      const { accessToken, expiresInS } = await obtain();
      kept = { accessToken, endsAt: now() + expiresInS * 1000 };
      return accessToken;
    });
  }
}
