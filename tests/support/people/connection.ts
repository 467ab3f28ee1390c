// Connects a cafe to its music account as its owner's browser does.
import { strict as assert } from "node:assert";
import { demoFetch } from "../../../server/music/spotify/calls.ts";
import { answerConsent, type ConsentOptions } from "./consent.ts";
import type { TestApp } from "../start/test_app.ts";

/** The address of the consent page that a browser was sent to, and the cookie that it was given. */
interface Departure {
  authorizeUrl: string;
  cookie: string;
}

/** Goes through all the steps, and asserts that the account is connected. */
export async function connect(app: TestApp, token: string): Promise<void> {
  const landed = await comeBack(app, await depart(app, await ticketFor(app, token)));
  assert.equal(landed, `${app.deps.config.appOrigin}/panel/music?spotify=connected`);
}

/** POST /api/spotify/ticket */
export async function ticketFor(app: TestApp, token: string): Promise<string> {
  return (await app.ok("POST", "/api/spotify/ticket", { token })).ticket;
}

/** GET /api/spotify/login with a ticket or a login token, expecting the consent page. */
export async function depart(app: TestApp, token: string, cookie?: string): Promise<Departure> {
  const response = await login(app, token, cookie);
  const location = response.headers.get("location") ?? "";
  assert.ok(location.startsWith(app.deps.config.spotify.accountsUrl), location);
  return { authorizeUrl: location, cookie: response.headers.get("set-cookie")!.split(";")[0]! };
}

/** GET /api/spotify/login as a browser at APP_ORIGIN asks for it. */
export async function login(app: TestApp, token: string, cookie?: string): Promise<Response> {
  const { appOrigin } = app.deps.config;
  const response = await app.fetch(
    `${appOrigin}/api/spotify/login?token=${encodeURIComponent(token)}`,
    { headers: cookie ? { cookie } : {} },
  );
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("cache-control"), "no-store");
  return response;
}

/** Decides on the consent page and follows the redirects back. Returns the last address. */
export async function comeBack(
  app: TestApp,
  { authorizeUrl, cookie }: Departure,
  decision: ConsentOptions["decision"] = "allow",
): Promise<string> {
  return await land(app, await consent(app, authorizeUrl, decision), cookie);
}

/** Decides on the consent page; returns the callback's address with its code and state. */
export async function consent(
  app: TestApp,
  authorizeUrl: string,
  decision: ConsentOptions["decision"] = "allow",
): Promise<string> {
  const { demoAccount, config } = app.deps;
  const fetch = demoAccount && demoFetch(demoAccount, config.spotify.accountsUrl);
  return (await answerConsent(authorizeUrl, { decision, fetch })).location;
}

/** Opens the callback's address with this cookie. Returns the address that it redirects to. */
export async function land(app: TestApp, callback: string, cookie?: string): Promise<string> {
  const response = await app.fetch(callback, { headers: cookie ? { cookie } : {} });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("cache-control"), "no-store");
  return response.headers.get("location") ?? "";
}

/** GET /api/auth/status: whether the account is connected. */
export async function isConnected(app: TestApp, token: string): Promise<boolean> {
  return (await app.ok("GET", "/api/auth/status", { token })).isSpotifyConnected;
}
