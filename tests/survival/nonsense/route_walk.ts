// Every route of the router, with the description of its call if it has one.
import { createApp } from "../../../server/app.ts";
import type { Call } from "../../../server/contract/call.ts";
import { CALLS } from "../../../server/contract/calls.ts";
import type { Deps } from "../../../server/deps.ts";

export interface Route {
  method: string;
  /** The router's pattern. */
  path: string;
  call?: Call;
}

/** A parameter of a pattern, with the shape that it may have to have, or a wildcard. */
export const PARAMETER = /:(\w+)(\{[^/]*\})?|\*/g;

/** The routes, each once. Middleware has its path without a method of its own; that path is a route to try too. */
export function walkedRoutes(deps: Deps): Route[] {
  const routes = createApp(deps).routes.map(({ method, path }): Route => ({
    method: method === "ALL" ? "GET" : method,
    path,
    call: (CALLS as Record<string, Call>)[`${method} ${path}`],
  }));
  return [...new Map(routes.map((route) => [nameOf(route), route])).values()];
}

/** "GET /cafe/:cafeId" */
export function nameOf({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method} ${path}`;
}
