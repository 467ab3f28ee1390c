// Whether further cafes can be registered, as the panel's document says (server/pages/panel_shell.tsx).

export function canRegister(): boolean {
  return document.getElementById("panel")?.dataset.registration !== "closed";
}
