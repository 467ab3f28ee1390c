// Reads the Accept-Encoding header.

/** Whether the header names `encoding` with a weight above 0 (RFC 9110, 12.5.3). A header may have 400 000 blanks. */
export function accepts(header: string | undefined, encoding: string): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name, ...parameters] = part.toLowerCase().split(";").map((s) => s.trim());
    return name === encoding && !parameters.some((p) => /^q=0(\.0*)?$/.test(p));
  });
}
