// What Hono's context carries through our routes.

export interface AppEnv {
  Variables: {
    requestId: string;
    /** The hash of the one inline style that the page has: `sha256-…`. */
    styleHash?: string;
  };
}
