// Network addresses: loopback, private, and the one by which the local network reaches this machine.

/** Whether `host` is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\./.test(host);
}

/** The first private IPv4 address of this machine, for phones in the same network. */
export function lanAddress(): string | undefined {
  try {
    return Deno.networkInterfaces().find((i) => i.family === "IPv4" && isPrivate(i.address))
      ?.address;
  } catch {
    return undefined; // Deno Deploy has no network interfaces
  }
}

/** Whether an IPv4 address is in a private network (RFC 1918), such as a cafe's. */
export function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
}
