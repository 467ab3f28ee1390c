// Reads and checks authorization requests (RFC 6749, 4.1.1; RFC 7636, 4.3).
import { z } from "zod";
import type { DemoAccountOptions } from "./options.ts";

/** The known scopes, with their descriptions on the consent page. */
export const SCOPES: Record<string, string> = {
  "user-modify-playback-state": "Şarkı çalmak, duraklatmak ve geçmek",
  "user-read-playback-state": "Cihazlarınızı ve ne çaldığını görmek",
  "user-read-currently-playing": "Şu anda çalan şarkıyı görmek",
};

/** A valid authorization request. */
export const Authorization = z.object({
  redirectUri: z.string(),
  state: z.string(),
  scope: z.string(),
  challenge: z.string(),
});
export type Authorization = z.infer<typeof Authorization>;

/**
 * A valid request, or why it is none. A `refusal` is shown on a page, because the redirect URI is not trusted;
 * a `redirect` reports the error to the application.
 */
export type Asked =
  | { kind: "asked"; authorization: Authorization }
  | { kind: "refusal"; sentence: string }
  | { kind: "redirect"; location: string };

/** Reads the query of `GET /authorize`. */
export function readAuthorization(
  { client, redirectUris }: Pick<DemoAccountOptions, "client" | "redirectUris">,
  query: URLSearchParams,
): Asked {
  const redirectUri = query.get("redirect_uri") ?? "";
  if (query.get("client_id") !== client.id) {
    return { kind: "refusal", sentence: "Bu uygulama tanınmıyor (client_id)." };
  }
  const registered = redirectUris?.includes(redirectUri) ?? isRegistrable(redirectUri);
  if (!registered) {
    return { kind: "refusal", sentence: "Dönüş adresi kayıtlı değil (redirect_uri)." };
  }
  const state = query.get("state") ?? "";
  const refuse = (error: string, description: string): Asked => ({
    kind: "redirect",
    location: returnTo({ redirectUri, state }, { error, error_description: description }),
  });
  if (query.get("response_type") !== "code") {
    return refuse("unsupported_response_type", "response_type must be code");
  }
  const challenge = query.get("code_challenge") ?? "";
  // RFC 7636, 4.2: the SHA-256 of the verifier in 43 characters of base64url.
  if (query.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge)) {
    return refuse("invalid_request", "code_challenge_method must be S256");
  }
  const scope = query.get("scope")?.trim() ?? "";
  if (scope && scope.split(/\s+/).some((name) => !Object.hasOwn(SCOPES, name))) {
    return refuse("invalid_scope", "Illegal scope");
  }
  return { kind: "asked", authorization: { redirectUri, state, scope, challenge } };
}

/** The redirect URI with the answer in its query (RFC 6749, 4.1.2). */
export function returnTo(
  { redirectUri, state }: Pick<Authorization, "redirectUri" | "state">,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state) url.searchParams.set("state", state);
  return url.href;
}

/** As Spotify allows: https, or http with a numeric loopback address. */
function isRegistrable(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  const loopback = hostname === "127.0.0.1" || hostname === "[::1]";
  return hash === "" && (protocol === "https:" || (protocol === "http:" && loopback));
}
