// Whether further cafes can be registered, as the panel's document says (server/pages/plain_pages.tsx).

export function canRegister(): boolean {
  return document.getElementById("panel")?.dataset.registration !== "closed";
}
