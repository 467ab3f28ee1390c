// How long a WebM file is whose header does not say it, as a recording that was never closed: by its last cluster
// (docs/library.md#lengths).
import { type FileBytes } from "../file_bytes.ts";

/** A cluster is a few seconds long, and so large at most. */
const TAIL = 4 * 1024 * 1024;
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];
const TIME = 0xe7;

/** In seconds, undefined without a cluster. Times are in ms, as all programs write them. */
export async function webmSeconds(file: FileBytes): Promise<number | undefined> {
  const from = Math.max(0, file.size - TAIL);
  const bytes = await file.at(from, TAIL);
  for (let at = bytes.length; (at = bytes.lastIndexOf(CLUSTER[0]!, at - 1)) > 0;) {
    if (CLUSTER.some((byte, i) => bytes[at + i] !== byte)) continue;
    const begin = clusterTime(bytes, at);
    if (begin === undefined) continue;
    return (begin + lastBlock(bytes, at)) / 1_000;
  }
}

/** The time of the cluster at `at`, which follows its size. */
function clusterTime(bytes: Uint8Array, at: number): number | undefined {
  const size = at + CLUSTER.length;
  const time = size + widthOf(bytes[size] ?? 0);
  if (bytes[time] !== TIME) return;
  const width = (bytes[time + 1] ?? 0) & 0x0f;
  return bytes.subarray(time + 2, time + 2 + width).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The time of the last block after `at`, from its cluster's. */
function lastBlock(bytes: Uint8Array, at: number): number {
  for (let block = bytes.length; (block = bytes.lastIndexOf(0xa3, block - 1)) > at;) {
    const width = widthOf(bytes[block + 1] ?? 0);
    const track = block + 1 + width;
    if (bytes[track] !== 0x81 || ((bytes[track + 3] ?? 0xff) & 0x71) !== 0) continue;
    return bytes[track + 1]! << 8 | bytes[track + 2]!;
  }
  return 0;
}

/** Of a number whose first byte tells how many bytes it has. */
function widthOf(byte: number): number {
  return Math.clz32(byte << 24) + 1;
}
