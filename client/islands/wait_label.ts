// A wait in words.

/** 'yaklaşık 9 dk', or from an hour on in half hours: 'yaklaşık 1,5 saat'. */
export function waitLabel(minutes: number): string {
  if (minutes < 60) return `yaklaşık ${minutes} dk`;
  return `yaklaşık ${String(Math.round(minutes / 30) / 2).replace(".", ",")} saat`;
}
