// What the screen 'Güvenlik' shows.
import type { Api } from "../api.ts";

export async function loadSessions(api: Api) {
  const [sessions, secondFactor] = await Promise.all([
    api("GET /api/auth/sessions"),
    api("GET /api/auth/second-factor"),
  ]);
  return { sessions, secondFactor };
}
