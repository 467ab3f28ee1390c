// Kinds of network addresses.

/** Whether `host` is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\./.test(host);
}

/** Whether an IPv4 address is in a private network (RFC 1918), such as a cafe's. */
export function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
}
