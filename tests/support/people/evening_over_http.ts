// An evening at a server that is known by its address alone: what a person could do with it, in a few calls.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { answerConsent } from "./consent.ts";
import { until } from "../time/until.ts";

const OWNER = { email: "ayse@ornek.test", password: "ılık bir akşam çayı" };

/** Registers a cafe, connects the demo account, asks for a song and plays it; letters lie in `dataDir`. */
export async function playAnEvening(origin: string, dataDir: string): Promise<void> {
  const call = async (method: string, path: string, status: number, options: CallOptions = {}) => {
    const response = await fetch(origin + path, {
      method,
      redirect: "manual",
      headers: {
        ...(options.body ? { "content-type": "application/json" } : {}),
        ...(options.token ? { "x-auth-token": options.token } : {}),
        ...(options.cookie ? { cookie: options.cookie } : {}),
      },
      body: options.body && JSON.stringify(options.body),
    });
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${path}: ${text}`);
    return { headers: response.headers, json: () => JSON.parse(text) };
  };

  await call("POST", "/api/auth/register", 201, {
    body: { ...OWNER, name: "Kahve Durağı", phoneNumber: "+90 555 111 22 33" },
  });
  const verificationCode = await codeIn(join(dataDir, "outbox"));
  const { token } = (await call("POST", "/api/auth/verify", 200, {
    body: { email: OWNER.email, verificationCode },
  })).json();

  const { ticket } = (await call("POST", "/api/spotify/ticket", 200, { token })).json();
  const login = await call("GET", `/api/spotify/login?token=${ticket}`, 302);
  const back = await answerConsent(login.headers.get("location")!);
  const cookie = login.headers.get("set-cookie")!.split(";")[0];
  await call("GET", back.location.slice(origin.length), 302, { cookie });
  const status = await call("GET", "/api/auth/status", 200, { token });
  assert.equal(status.json().isSpotifyConnected, true);

  const { ownerId } = (await call("GET", "/api/cafes/me", 200, { token })).json();
  const [song] = (await call("GET", "/api/spotify/search?term=sezen", 200)).json();
  const { title: songTitle, artist, albumArt, uri } = song;
  const { _id } = (await call("POST", "/api/requests", 201, {
    body: { songTitle, artist, albumArt, uri, ownerId, tipAmount: 25 },
  })).json();
  await call("PUT", `/api/requests/${_id}`, 200, { token, body: { status: "approved" } });
  const { msg } = (await call("POST", "/api/requests/play-next", 200, { token })).json();
  assert.equal(msg, `'${songTitle}' çalmaya başladı.`);
  const { currentBalance } = (await call("GET", "/api/payouts/summary", 200, { token })).json();
  assert.equal(currentBalance, 25);
}

interface CallOptions {
  body?: Record<string, unknown>;
  token?: string;
  cookie?: string;
}

/** The code of the one letter that is there. It is written after the answer to registering, and named .txt once it is whole. */
export async function codeIn(outbox: string): Promise<string> {
  let code: string | undefined;
  await until(async () => {
    const names = await Array.fromAsync(Deno.readDir(outbox)).catch(() => []);
    for (const { name } of names.filter(({ name }) => name.endsWith(".txt"))) {
      code ??= (await Deno.readTextFile(join(outbox, name))).match(/\b\d{6}\b/)?.[0];
    }
    return code !== undefined;
  });
  return code!;
}
