// The sitemap: which folder serves which path, and the middleware for all of them.
import { Hono } from "hono";
import { ping } from "../db/connection/client.ts";
import { accountRoutes } from "./account/routes.ts";
import { authRoutes, sessionRoutes } from "./auth/routes.ts";
import { cafeRoutes } from "./cafes/routes.ts";
import { isDoneWithin } from "./timer.ts";
import type { Deps } from "./deps.ts";
import { eveningRoutes } from "./evenings/routes.ts";
import { houseRoutes } from "./house/routes.ts";
import { accessLog } from "./http/access_log.ts";
import type { AppEnv } from "./http/caller.ts";
import { dateHeader } from "./http/date_header.ts";
import { errorBody } from "./http/error_table.ts";
import { onError, refuseUnknown, requireHost, withoutSlash } from "./http/on_error.ts";
import { securityHeaders } from "./http/security_headers.ts";
import { libraryRoutes } from "./library/routes.ts";
import { musicRoutes, musicSettingsRoutes } from "./music/routes.ts";
import { openApiRoutes } from "./openapi/routes.ts";
import { createPages } from "./pages/routes.ts";
import { payoutRoutes } from "./payouts/routes.ts";
import { automaticRoutes, playbackRoutes } from "./playback/routes.ts";
import { speakerRoutes } from "./speaker/routes.ts";
import { realtimeRoutes } from "./realtime/routes.ts";
import { requestRoutes } from "./requests/routes.ts";
import { secondFactorRoutes } from "./second_factor/routes.ts";
import { teamRoutes } from "./team/routes.ts";

const PING_TIMEOUT_MS = 2_000;
const UNAVAILABLE = errorBody({ code: "database_unavailable", detail: {} });

/** 200 `{"status":"ok"}` if the database answers in time, else 503 with the body of an error. */
function healthRoutes({ db }: Pick<Deps, "db">) {
  return new Hono<AppEnv>().get("/", async (c) => {
    c.header("Cache-Control", "no-store");
    return await isDoneWithin(PING_TIMEOUT_MS, ping(db)).catch(() => false)
      ? c.json({ status: "ok" })
      : c.json({ status: "database unavailable", ...UNAVAILABLE }, 503);
  });
}

/** Who answers under /api; each call names its path (contract/). */
const DOMAINS = [
  authRoutes,
  sessionRoutes,
  secondFactorRoutes,
  accountRoutes,
  teamRoutes,
  cafeRoutes,
  houseRoutes,
  requestRoutes,
  musicRoutes,
  musicSettingsRoutes,
  libraryRoutes,
  playbackRoutes,
  automaticRoutes,
  speakerRoutes,
  payoutRoutes,
  eveningRoutes,
  realtimeRoutes,
];

/** Builds the whole app. It does not listen. */
export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(accessLog(deps.now));
  const coverOrigins = deps.music.all.flatMap((p) => p.coverOrigins);
  app.use(securityHeaders(deps.config, coverOrigins, dateHeader(deps.now)));
  app.use(requireHost(deps.config, deps.db));
  for (const domain of DOMAINS) app.route("/", domain(deps));
  app.route("/api/openapi.json", openApiRoutes(deps));
  app.route("/healthz", healthRoutes(deps));
  if (deps.demoAccount) app.route("/demo", deps.demoAccount);
  const pages = createPages(deps);
  app.route("/", pages.routes);
  app.notFound((c) => {
    // An unknown path under /api is a JSON 404, never a page (docs/http.md#order-of-checks).
    const api = /^\/api(\/|$)/.test(c.req.path);
    const page = api ? undefined : withoutSlash(app, c);
    if (page) return c.redirect(page, 308);
    const refusal = refuseUnknown(app, c);
    return refusal.status === 404 && !api ? pages.refuse(c, refusal) : refusal;
  });
  app.onError(onError);
  return app;
}
