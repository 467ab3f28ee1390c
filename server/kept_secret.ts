// The folder of everything embedded, and the secrets that the product makes there where nobody configured them.
import { join } from "node:path";
import { randomToken } from "./secrets.ts";

/** Secrets shorter than this stop the start. */
export const SECRET_BYTES = 32;

/** Why DATA_DIR cannot be used, in words for the operator. */
export class DataDirError extends Error {
  override name = "DataDirError";
  constructor(dataDir: string, why: string, options?: ErrorOptions) {
    super(`Cannot use DATA_DIR '${dataDir}': ${why}`, options);
  }
}

/**
 * Reads the secret `name` kept under `dataDir`, making it at the first call (32 random bytes, mode 0600).
 * @throws DataDirError where that cannot be done, or where what is kept is shorter than `SECRET_BYTES`
 */
export function keptSecret(dataDir: string, name: string): string {
  makeDataDir(dataDir);
  const secret = inWords(dataDir, () => readOrMake(join(dataDir, name)));
  if (secret.length < SECRET_BYTES) {
    throw new DataDirError(dataDir, `${name} in it is shorter than ${SECRET_BYTES} bytes`);
  }
  return secret;
}

/** @throws DataDirError where there is no such folder and none can be made */
export function makeDataDir(dataDir: string): void {
  inWords(dataDir, () => Deno.mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
}

function readOrMake(path: string): string {
  const known = read(path);
  if (known !== undefined) return known;
  // Written aside and then linked, so that of two processes that start at once the slower reads a whole secret.
  const aside = `${path}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(aside, randomToken(), { createNew: true, mode: 0o600 });
  try {
    Deno.linkSync(aside, path);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  } finally {
    Deno.removeSync(aside);
  }
  return Deno.readTextFileSync(path);
}

function read(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function inWords<T>(dataDir: string, work: () => T): T {
  const { NotCapable, PermissionDenied } = Deno.errors;
  try {
    return work();
  } catch (cause) {
    const refused = cause instanceof NotCapable || cause instanceof PermissionDenied;
    const why = refused ? "no permission" : cause instanceof Error ? cause.message : String(cause);
    throw new DataDirError(dataDir, why, { cause });
  }
}
