// What Hono's context carries through our routes.

export interface AppEnv {
  Variables: { requestId: string };
}
