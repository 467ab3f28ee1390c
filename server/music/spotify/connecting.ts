// Connecting a cafe's Spotify account (docs/music.md#connecting).
import * as oauth2 from "oauth4webapi";
import { insertSecret, takeSecret } from "../../../db/people/one_time_secrets.ts";
import { deleteGrant, findGrant, saveGrant } from "../../../db/music/music_grants.ts";
import type { Config, Spotify } from "../../config.ts";
import { DomainError } from "../../errors.ts";
import { overdueBefore } from "../../playback/play.ts";
import { hashToken, randomToken } from "../../secrets.ts";
import { ATTEMPT_LIFETIME_MS, ConnectError } from "../connect.ts";
import type { Connecting } from "../provider.ts";
import {
  consentEndsAt,
  GrantEndedError,
  isAlive,
  isConsentAging,
  sealTokens,
  TokenRefusedError,
  type Tokens,
} from "./tokens.ts";
import type { SpotifyParts } from "./provider.ts";
import { boundedFetch, type Bounds, type BusyGuard, type Fetch } from "./calls.ts";
import { unavailable } from "./refusals.ts";

/** What a `state` stands for: the PKCE verifier and the hash of the browser's cookie. */
interface Attempt {
  verifier: string;
  browser: string;
}

/** The address that Spotify sends the browser back to. It is registered at Spotify, which compares it exactly. */
function redirectUri({ appOrigin }: Config): string {
  return `${appOrigin}/api/spotify/callback`;
}

/**
 * Exchanges the code in `parameters` for tokens, stores them, and returns the owner's id. `browser` is the value of this
 * browser's cookie.
 * @throws ConnectError unless it is the first return of an attempt that this browser began
 */
async function finishConnecting(
  parts: SpotifyParts,
  parameters: URLSearchParams,
  browser: string | undefined,
): Promise<string> {
  const { cipher, db, now } = parts;
  // Without the secret of the browser that began, the return is forged. It must not use up the attempt (RFC 6749, 10.12).
  if (!browser) throw new ConnectError("forged");
  const state = parameters.get("state") ?? "";
  const begun = await takeSecret(db, "state", await hashToken(state), now());
  if (!begun) throw new ConnectError("expired");
  const ownerId = begun.accountId;
  const attempt: Attempt = JSON.parse(await cipher.decrypt(begun.detail, ownerId));
  if (attempt.browser !== await hashToken(browser)) throw new ConnectError("forged");
  const error = parameters.get("error");
  if (error) throw new ConnectError(error === "access_denied" ? "refused" : "failed");

  const tokens = await exchange(parts, parameters, state, attempt.verifier);
  // Without a refresh token the connection would be over within the hour.
  if (!tokens.refreshToken) throw new ConnectError("failed");
  const kept = await saveGrant(db, {
    ownerId,
    ...await sealTokens(parts, ownerId, tokens),
    consentedAt: now(),
  });
  if (!kept) throw new ConnectError("failed");
  return ownerId;
}

async function exchange(
  { config, oauth }: SpotifyParts,
  parameters: URLSearchParams,
  state: string,
  verifier: string,
): Promise<Tokens> {
  try {
    return await oauth.exchange({ parameters, state, verifier, redirectUri: redirectUri(config) });
  } catch (cause) {
    if (!(cause instanceof DomainError || cause instanceof GrantEndedError)) throw cause;
    throw new ConnectError("failed", { cause });
  }
}

/** Returns the address of the consent page. `browser` is the value of this browser's cookie. */
async function startConnecting(
  { cipher, config, db, now, oauth }: SpotifyParts,
  ownerId: string,
  browser: string,
): Promise<string> {
  const state = randomToken();
  const attempt: Attempt = {
    verifier: oauth2.generateRandomCodeVerifier(),
    browser: await hashToken(browser),
  };
  const hash = await hashToken(state);
  const detail = await cipher.encrypt(JSON.stringify(attempt), ownerId);
  const createdAt = now();
  const expiresAt = createdAt + ATTEMPT_LIFETIME_MS;
  await insertSecret(db, {
    hash,
    purpose: "state",
    accountId: ownerId,
    detail,
    createdAt,
    expiresAt,
  });
  return oauth.authorizationUrl({
    state,
    codeChallenge: await oauth2.calculatePKCECodeChallenge(attempt.verifier),
    redirectUri: redirectUri(config),
  });
}

export function createConnecting(parts: SpotifyParts): Connecting {
  const { db, now } = parts;
  return {
    async status(ownerId) {
      const grant = await findGrant(db, ownerId);
      if (!grant) return { connected: false, reason: "never_connected" };
      if (!isAlive(grant, now())) return { connected: false, reason: "consent_ended" };
      return {
        connected: true,
        until: consentEndsAt(grant.consentedAt),
        endsSoon: isConsentAging(grant.consentedAt, now()),
      };
    },
    start: (ownerId, browser) => startConnecting(parts, ownerId, browser),
    finish: (parameters, browser) => finishConnecting(parts, parameters, browser),
    async disconnect(ownerId) {
      const nowMs = now();
      await deleteGrant(db, ownerId, { nowMs, sentBefore: overdueBefore(nowMs) });
    },
  };
}

// Spotify's OAuth 2.0: consent (code flow with PKCE S256), refreshing it, and the product's own token for search.

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
  const server: oauth2.AuthorizationServer = {
    issuer: accountsUrl,
    authorization_endpoint: `${accountsUrl}/authorize`,
    token_endpoint: `${accountsUrl}/api/token`,
  };
  const client: oauth2.Client = { client_id: clientId };
  const auth = oauth2.ClientSecretBasic(clientSecret);
  const options = {
    [oauth2.customFetch]: (url: string, init: RequestInit) =>
      boundedFetch(fetch, bounds, url, init, { admit: () => guard.requireOpen() }),
    // The demo account and the tests' account have no certificate. The real service has an https address.
    [oauth2.allowInsecureRequests]: accountsUrl.startsWith("http:"),
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
        const valid = oauth2.validateAuthResponse(server, client, parameters, state);
        const response = await usable(
          await oauth2.authorizationCodeGrantRequest(
            server,
            client,
            auth,
            valid,
            redirectUri,
            verifier,
            options,
          ),
        );
        return toTokens(await oauth2.processAuthorizationCodeResponse(server, client, response));
      }),

    refresh: (refreshToken) =>
      explained(async () => {
        const response = await usable(
          await oauth2.refreshTokenGrantRequest(server, client, auth, refreshToken, options),
        );
        return toTokens(await oauth2.processRefreshTokenResponse(server, client, response));
      }),

    clientCredentials: () =>
      explained(async () => {
        const response = await usable(
          await oauth2.clientCredentialsGrantRequest(server, client, auth, {}, options),
        );
        if (response.status >= 400) throw new TokenRefusedError(`HTTP ${response.status}`);
        return toTokens(await oauth2.processClientCredentialsResponse(server, client, response));
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
    if (error instanceof oauth2.ResponseBodyError && error.error === "invalid_grant") {
      throw new GrantEndedError("invalid_grant", { cause: error });
    }
    throw unavailable(error);
  }
}

function toTokens(answer: oauth2.TokenEndpointResponse): Tokens {
  return {
    accessToken: answer.access_token,
    expiresInS: answer.expires_in ?? DEFAULT_LIFETIME_S,
    refreshToken: answer.refresh_token,
  };
}
