// An access token of the demo music account, got as an application gets it.
import { hashToken, randomToken } from "../../../server/secrets.ts";
import { demoFetch } from "../../../server/music/spotify/calls.ts";
import { SCOPES } from "../../../server/music/demo/consent.ts";
import { answerConsent } from "../../support/people/consent.ts";
import type { TestApp } from "../../support/start/test_app.ts";

export async function listenerToken({ deps: { config, demoAccount } }: TestApp): Promise<string> {
  const { clientId, clientSecret, accountsUrl } = config.spotify;
  const fetch = demoFetch(demoAccount!, accountsUrl);
  const client = { client_id: clientId, redirect_uri: `${config.appOrigin}/api/spotify/callback` };
  const verifier = randomToken();
  const query = new URLSearchParams({
    ...client,
    response_type: "code",
    scope: Object.keys(SCOPES).join(" "),
    code_challenge_method: "S256",
    code_challenge: await hashToken(verifier),
  });
  const { location } = await answerConsent(`${accountsUrl}/authorize?${query}`, { fetch });
  const answer = await fetch(`${accountsUrl}/api/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...client,
      client_secret: clientSecret,
      grant_type: "authorization_code",
      code: new URL(location).searchParams.get("code")!,
      code_verifier: verifier,
    }),
  });
  return (await answer.json()).access_token;
}
