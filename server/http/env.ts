// What Hono's context carries through our routes.
import type { Role } from "../contract/auth.ts";

/** The caller of an authenticated route, read from the database at this very call. */
export interface Caller {
  accountId: string;
  role: Role;
  sessionId: string;
}

/** `caller` stands only behind requireRole, `requestId` everywhere. */
export interface AppEnv {
  Variables: { caller: Caller; requestId: string };
}
