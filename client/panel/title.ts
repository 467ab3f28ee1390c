// The document's title: the screen's name comes first, since a tab shows only the beginning.

export function titled(screen: string) {
  return () => ({ meta: [{ title: `${screen} · Sıradaki` }] });
}
