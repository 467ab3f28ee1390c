// The folder DATA_DIR, and the secrets that are generated into it if none are configured.
import { join } from "node:path";
import { randomToken } from "./secrets.ts";

/** The least length of a secret. Shorter ones are refused. */
export const MIN_SECRET_BYTES = 32;

/** Why DATA_DIR cannot be used, in words for the operator. */
export class DataDirError extends Error {
  override name = "DataDirError";
  constructor(dataDir: string, why: string, options?: ErrorOptions) {
    super(`Cannot use DATA_DIR '${dataDir}': ${why}`, options);
  }
}

/**
 * Reads the secret `name` from `dataDir`. The first call generates it (32 random bytes, file mode 0600).
 * @throws DataDirError if the file cannot be used, or its secret is shorter than `MIN_SECRET_BYTES`
 */
export function storedSecret(dataDir: string, name: string): string {
  makeDataDir(dataDir);
  const secret = explained(dataDir, () => readOrGenerate(join(dataDir, name)));
  if (secret.length < MIN_SECRET_BYTES) {
    throw new DataDirError(dataDir, `${name} in it is shorter than ${MIN_SECRET_BYTES} bytes`);
  }
  return secret;
}

/** Makes the folder if it does not exist. @throws DataDirError if it cannot be made */
export function makeDataDir(dataDir: string): void {
  explained(dataDir, () => Deno.mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
}

function readOrGenerate(path: string): string {
  const stored = read(path);
  if (stored !== undefined) return stored;
  // Written to another file and then linked: if two processes start at once, both read the secret of the first.
  const temporary = `${path}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(temporary, randomToken(), { createNew: true, mode: 0o600 });
  try {
    Deno.linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  } finally {
    Deno.removeSync(temporary);
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

/** @throws DataDirError with the reason if `work` throws */
function explained<T>(dataDir: string, work: () => T): T {
  const { NotCapable, PermissionDenied } = Deno.errors;
  try {
    return work();
  } catch (cause) {
    const refused = cause instanceof NotCapable || cause instanceof PermissionDenied;
    const why = refused ? "no permission" : cause instanceof Error ? cause.message : String(cause);
    throw new DataDirError(dataDir, why, { cause });
  }
}
