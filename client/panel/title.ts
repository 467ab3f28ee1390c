// The document's title: the screen's name comes first, since a tab shows only the beginning.

export function titled(screen: string) {
  return () => ({ meta: [{ title: `${screen} · Sıradaki` }] });
}

// Whether further cafes can be registered, as the panel's document says (server/pages/plain_pages.tsx).

export function canRegister(): boolean {
  return document.getElementById("panel")?.dataset.registration !== "closed";
}
