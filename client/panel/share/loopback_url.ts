// Detects links that no phone can open, so that the owner is warned before printing them.

/** Whether `url` leads back to the machine that opens it. */
export function isLoopbackUrl(url: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}
