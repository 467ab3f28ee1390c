// Decodes the texts of old tags, whose bytes are often in another encoding than they say (docs/library.md#encodings). Pure.

/** Letters of Icelandic and of others that Turkish does not have. 'é' is not among them: Turkish titles have 'Café'. */
const NOT_TURKISH = /[áíóúæãåñõøÁÍÓÚÆÃÅÑÕØ]/;
const decoders = {
  latin1: new TextDecoder("windows-1252"),
  turkish: new TextDecoder("windows-1254"),
  utf8: new TextDecoder("utf-8", { fatal: true }),
};

/**
 * Text that says to be Latin-1, or has no way to say what it is: UTF-8 if it is valid with letters beyond ASCII, else
 * Windows' Turkish code page, unless letters beside the six that tell both apart are of another language.
 */
export function decodeBytes(bytes: Uint8Array): string {
  if (bytes.every((byte) => byte < 0x80)) return decoders.latin1.decode(bytes);
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  const latin1 = decoders.latin1.decode(bytes);
  return NOT_TURKISH.test(latin1) ? latin1 : decoders.turkish.decode(bytes);
}

/** Undefined if the bytes are no UTF-8. A letter that a field of fixed length has cut at the end is left out. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  const last = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const isCut = last > 0 && bytes[last]! >= 0xc0 &&
    bytes.length - last < (bytes[last]! >= 0xf0 ? 4 : bytes[last]! >= 0xe0 ? 3 : 2);
  const whole = isCut ? bytes.subarray(0, last) : bytes;
  if (whole.every((byte) => byte < 0x80)) return;
  try {
    return decoders.utf8.decode(whole);
  } catch {
    return;
  }
}

/** The values of a text frame of ID3v2, which begins with the number of its encoding: NUL stands between several. */
export function decodeFrame(frame: Uint8Array): string[] {
  const [encoding] = frame;
  const bytes = frame.subarray(1);
  if (encoding === 1 || encoding === 2) return decodeUtf16(bytes, encoding === 2).split("\0");
  return splitAtNul(bytes).map(decodeBytes);
}

/** The bytes before, between and after the zeros. */
function splitAtNul(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from <= bytes.length;) {
    const end = bytes.indexOf(0, from);
    parts.push(bytes.subarray(from, end === -1 ? bytes.length : end));
    if (end === -1) break;
    from = end + 1;
  }
  return parts;
}

/** Each value may have a mark of its own, which is left out. Without a first one, `isBig` or a zero at the beginning decides. */
function decodeUtf16(bytes: Uint8Array, isBig: boolean): string {
  const [a, b] = bytes;
  const isMarkedBig = a === 0xfe && b === 0xff;
  const isMarkedLittle = a === 0xff && b === 0xfe;
  const big = isMarkedBig || !isMarkedLittle && (isBig || a === 0 && b !== 0);
  return new TextDecoder(big ? "utf-16be" : "utf-16le").decode(bytes).replaceAll("\uFEFF", "");
}
