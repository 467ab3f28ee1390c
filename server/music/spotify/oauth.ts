// Spotify's OAuth 2.0: consent (code flow with PKCE S256), refreshing it, and the product's own token for search.
import * as oauth from "oauth4webapi";
import type { Spotify } from "../../config.ts";
import { DomainError } from "../../errors.ts";
import { boundedFetch, type Bounds, type BusyGuard, type Fetch } from "./calls.ts";
import { unavailable } from "./refusals.ts";
import { GrantEndedError, TokenRefusedError, type Tokens } from "./tokens.ts";

const SCOPES = "user-modify-playback-state user-read-playback-state user-read-currently-playing";
/** The lifetime of an access token if the answer does not name one. */
const DEFAULT_LIFETIME_S = 3600;

/** Every call but the first fails with DomainErrors (`music_unavailable`, `music_busy`) unless it says otherwise. */
export interface OAuth {
  /** Returns the address of the consent page. */
  authorizationUrl(ask: { state: string; codeChallenge: string; redirectUri: string }): string;
  /**
   * Exchanges the code that the browser came back with for tokens. `verifier` is the PKCE secret behind the challenge.
   * @throws GrantEndedError if the code was used before or is too old
   */
  exchange(
    answer: { parameters: URLSearchParams; state: string; verifier: string; redirectUri: string },
  ): Promise<Tokens>;
  /** Renews the access token. @throws GrantEndedError if the consent was revoked or has ended */
  refresh(refreshToken: string): Promise<Tokens>;
  /** Obtains a token of the product itself, which can only read the catalogue. @throws TokenRefusedError */
  clientCredentials(): Promise<Tokens>;
}

export function createOAuth(
  { clientId, clientSecret, accountsUrl }: Spotify,
  fetch: Fetch | undefined,
  bounds: Bounds,
  guard: BusyGuard,
): OAuth {
  const server: oauth.AuthorizationServer = {
    issuer: accountsUrl,
    authorization_endpoint: `${accountsUrl}/authorize`,
    token_endpoint: `${accountsUrl}/api/token`,
  };
  const client: oauth.Client = { client_id: clientId };
  const auth = oauth.ClientSecretBasic(clientSecret);
  const options = {
    [oauth.customFetch]: (url: string, init: RequestInit) =>
      boundedFetch(fetch, bounds, url, init, { admit: guard.requireOpen }),
    // The demo account and the tests' account have no certificate. The real service has an https address.
    [oauth.allowInsecureRequests]: accountsUrl.startsWith("http:"),
  };

  return {
    authorizationUrl({ state, codeChallenge, redirectUri }) {
      const url = new URL(server.authorization_endpoint!);
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        scope: SCOPES,
        redirect_uri: redirectUri,
        state,
        code_challenge_method: "S256",
        code_challenge: codeChallenge,
        // A link with a stranger's ticket begins this too: Spotify must not agree in the person's name.
        show_dialog: "true",
      }).toString();
      return url.href;
    },

    exchange: ({ parameters, state, verifier, redirectUri }) =>
      explained(async () => {
        const valid = oauth.validateAuthResponse(server, client, parameters, state);
        const response = await usable(
          await oauth.authorizationCodeGrantRequest(
            server,
            client,
            auth,
            valid,
            redirectUri,
            verifier,
            options,
          ),
        );
        return toTokens(await oauth.processAuthorizationCodeResponse(server, client, response));
      }),

    refresh: (refreshToken) =>
      explained(async () => {
        const response = await usable(
          await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options),
        );
        return toTokens(await oauth.processRefreshTokenResponse(server, client, response));
      }),

    clientCredentials: () =>
      explained(async () => {
        const response = await usable(
          await oauth.clientCredentialsGrantRequest(server, client, auth, {}, options),
        );
        if (response.status >= 400) throw new TokenRefusedError(`HTTP ${response.status}`);
        return toTokens(await oauth.processClientCredentialsResponse(server, client, response));
      }),
  };

  /** OAuth defines neither 429 nor 5xx: such an answer is explained by its status. @throws DomainError */
  async function usable(response: Response): Promise<Response> {
    if (response.status === 429 || response.status >= 500) throw await guard.refusalOf(response);
    guard.heard();
    return response;
  }
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError || error instanceof TokenRefusedError) throw error;
    if (error instanceof oauth.ResponseBodyError && error.error === "invalid_grant") {
      throw new GrantEndedError("invalid_grant", { cause: error });
    }
    throw unavailable(error);
  }
}

function toTokens(answer: oauth.TokenEndpointResponse): Tokens {
  return {
    accessToken: answer.access_token,
    expiresInS: answer.expires_in ?? DEFAULT_LIFETIME_S,
    refreshToken: answer.refresh_token,
  };
}
