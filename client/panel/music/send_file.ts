// Sends a file with its progress, which `fetch` does not tell (docs/library.md#adding-files).
import type { ErrorAnswer } from "../../../server/contract/error_codes.ts";
import { addressOf } from "../../lib/calls.ts";
import { ApiError, NetworkError } from "../../lib/http.ts";

export interface SendFileOptions {
  token: string | null;
  /** How much of the file has left, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Adds a file to the cafe's folder of music.
 * @throws ApiError if the server refused it, NetworkError if it was not reached or `signal` was aborted
 */
export function sendFile(
  file: File,
  { token, onProgress, signal }: SendFileOptions,
): Promise<void> {
  const request = new XMLHttpRequest();
  const address = addressOf("POST /api/library/files", { query: { name: file.name } });
  request.open("POST", address);
  request.responseType = "json";
  request.setRequestHeader("content-type", file.type || "audio/*");
  if (token) request.setRequestHeader("x-auth-token", token);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const lost = () => reject(new NetworkError(`Cannot reach ${address}`));
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onerror = request.onabort = request.ontimeout = lost;
  request.onload = () => {
    const { status, response } = request;
    if (status < 300) return resolve();
    reject(new ApiError(status, (response ?? {}) as Partial<ErrorAnswer>));
  };
  signal.addEventListener("abort", () => request.abort());
  request.send(file);
  return promise;
}
