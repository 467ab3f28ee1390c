// What a client says about the encodings that it takes.

/** Whether an Accept-Encoding header names `encoding` and does not rule it out (RFC 9110, 12.5.3). */
export function accepts(header: string | undefined, encoding: string): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(/\s*;\s*/);
    return name === encoding && !parameters.some((p) => /^q=0(\.0*)?$/.test(p));
  });
}
