// A folder that is removed with what is in it.

export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

/** Makes the folder; disposing removes it. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await Deno.makeTempDir({ prefix: "siradaki-test-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
