// Addresses of this machine: which hosts are the machine itself, and where its network reaches it.

/** Whether `host` means this machine alone. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\./.test(host);
}

/** The first private IPv4 address of this machine, by which phones in the same network reach it. */
export function lanAddress(): string | undefined {
  try {
    return Deno.networkInterfaces().find((i) => i.family === "IPv4" && isPrivate(i.address))
      ?.address;
  } catch {
    return undefined; // the edge has no interfaces to list
  }
}

/** Whether an IPv4 address is of a private network (RFC 1918), such as a cafe's. */
export function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
}
