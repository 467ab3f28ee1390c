// Says before anything is printed that a link would lead no phone anywhere.

/** Whether `url` means the machine that reads it. */
export function reachesThisMachineOnly(url: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}
