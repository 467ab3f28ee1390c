// Fetches a song whole, unless it is too large to be kept in memory.

/** A larger file is not kept, but played as it arrives. */
const MAX_BYTES = 60 * 1024 * 1024;

/** The server answered, and not with the song. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** @throws RefusedError if the server does not send the song, another Error if it gave no answer */
export async function fetchSong(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new RefusedError(`${address}: HTTP ${response.status}`);
  if (Number(response.headers.get("content-length")) > MAX_BYTES) {
    await response.body?.cancel();
    return address;
  }
  return URL.createObjectURL(await response.blob());
}
