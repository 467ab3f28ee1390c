// Whether a client has what it asks for already.

/** A weak comparison (RFC 9110, 13.1.2), because a proxy may have made the tag weak. */
export function holdsETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
