// Pictures that may be shown as covers (docs/library.md#covers). Pure.
import type { IPicture } from "music-metadata";

export interface Picture {
  type: string;
  bytes: Uint8Array;
}

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** By their first bytes, because what a tag says of its picture may be wrong. */
const KINDS: [type: string, begins: RegExp][] = [
  ["image/jpeg", /^\xFF\xD8\xFF/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

/** The picture, undefined if it is of another kind or larger than 5 MB. */
export function toPicture(bytes: Uint8Array): Picture | undefined {
  if (bytes.length > MAX_PICTURE_BYTES) return;
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  const kind = KINDS.find(([, begins]) => begins.test(head));
  return kind && { type: kind[0], bytes };
}

/** The picture in a file's tags: its front cover, else the first one that may be shown. */
export function embeddedPicture(pictures: IPicture[] = []): Picture | undefined {
  const isFront = ({ type = "" }: IPicture) => /front/i.test(type);
  const ordered = [...pictures.filter(isFront), ...pictures.filter((each) => !isFront(each))];
  for (const { data } of ordered) {
    const picture = toPicture(data);
    if (picture) return picture;
  }
}
