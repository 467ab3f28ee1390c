// The way to the music account's consent page.
import { hashToken, randomToken } from "../../../server/secrets.ts";

/** Where an application sends the browser for consent, which comes back to `origin`. */
export async function authorizeUrl(
  accountsUrl: string,
  clientId: string,
  origin: string,
): Promise<string> {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: `${origin}/api/spotify/callback`,
    state: "a-state",
    scope: "user-modify-playback-state user-read-playback-state user-read-currently-playing",
    code_challenge_method: "S256",
    code_challenge: await hashToken(randomToken()),
  });
  return `${accountsUrl}/authorize?${query}`;
}
