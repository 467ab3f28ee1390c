// Logs in with what `seed` has printed.
import type { TestApp } from "../start/test_app.ts";

interface SeedLogin {
  email: string;
  password: string;
  token: string;
}

/** The owner of the demo cafe. `said` is what `seed` has printed. */
export async function ownerOf(app: TestApp, said: string[]): Promise<SeedLogin> {
  return await logIn(app, said, "Kafe sahibi");
}

/** The admin beside it. */
export async function adminOf(app: TestApp, said: string[]): Promise<SeedLogin> {
  return await logIn(app, said, "Yönetici");
}

async function logIn(app: TestApp, said: string[], who: string): Promise<SeedLogin> {
  const [, email = "", password = ""] = said.join("\n")
    .match(new RegExp(`${who} +(\\S+) +(\\S+)`)) ?? [];
  const { token } = await app.ok("POST", "/api/auth/login", { body: { email, password } });
  return { email, password, token };
}
