// The style sheet of the player's page.
import { PALETTE } from "../palette_style.ts";
import { BOARD_STYLE } from "./board_style.ts";

export const PLAYER_STYLE = `${PALETTE}
body {
  margin: 0 auto; padding: 24px max(16px, env(safe-area-inset-left)); max-width: 1120px;
  background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, p, ul { margin: 0; }
h1, h2, .song { font-family: Georgia, "Times New Roman", serif; font-weight: 600; line-height: 1.15; }
h1 { font-size: clamp(28px, 5vw, 38px); }
h1:focus { outline: none; }
h2 { font-size: 22px; }
a { color: var(--amber); }
header { display: grid; gap: 6px; margin-bottom: 24px; }
header p:last-child, .hint, footer { max-width: 62ch; color: var(--soft); }
.kicker { color: var(--amber); font-size: 14px; font-weight: 600; letter-spacing: 0.04em; }
.hint, footer { font-size: 14px; }
main { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); }
.column { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); align-content: start; }
.card {
  display: grid; gap: 14px; padding: 20px; background: var(--card); border: 1px solid var(--line);
  border-radius: 20px;
}
footer { margin: 28px auto 8px; text-align: center; }
.notice {
  padding: 12px 16px; background: var(--card); border: 2px solid var(--amber); border-radius: 14px;
}
.message { max-width: 450px; margin: 12vh auto; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
#notice { position: sticky; top: 12px; z-index: 1; }
#notice:not(:empty) { margin-bottom: 20px; }
ul { padding: 0; list-style: none; }
ul:empty { display: none; }
.row {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding: 10px 0;
  border-top: 1px solid var(--line);
}
.row:last-child { padding-bottom: 0; }
.names { display: grid; flex: 1 1 6rem; min-width: 0; line-height: 1.35; }
.names > span { color: var(--soft); font-size: 14px; }
.acts { display: flex; flex-wrap: wrap; gap: 8px; }
.acts button, .card .choice button { padding-inline: 12px; font-size: 15px; }
.small-cover { flex: none; width: 56px; height: 56px; border-radius: 8px; background: var(--line); }
summary { width: fit-content; min-height: 44px; align-content: center; color: var(--amber); cursor: pointer; }
dl { margin: 0; display: grid; gap: 2px; font-size: 14px; }
dt { font-weight: 600; }
dd { margin: 0 0 8px; user-select: all; }
button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-width: 44px;
  min-height: 44px; padding: 8px 16px; border: 1px solid var(--edge); border-radius: 999px;
  background: transparent; color: inherit; font: inherit; font-weight: 600; line-height: 1.2;
  cursor: pointer; touch-action: manipulation; overflow-wrap: normal;
}
button:hover:not(:disabled, [aria-pressed="true"], #pause-resume) { background: rgb(128 96 64 / 0.16); }
button[aria-pressed="true"] { border-color: transparent; background: var(--amber); color: var(--on-amber); }
button:disabled { opacity: 0.5; cursor: not-allowed; }
:focus-visible { outline: 3px solid var(--amber); outline-offset: 3px; }
.search { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px 10px; }
.search label { grid-column: 1 / -1; font-weight: 600; }
.search input {
  min-width: 0; min-height: 46px; padding: 8px 14px; border: 1px solid var(--edge);
  border-radius: 10px; background: var(--ground); color: inherit; font: inherit;
}
.choice { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
@media (max-width: 420px) { .acts button { padding-inline: 11px; font-size: 14px; } }
@media (scripting: enabled) { .without-script { display: none; } }
@media (min-width: 760px) {
  body { padding-inline: 32px; }
  main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; gap: 24px; }
}
@media (forced-colors: active) {
  button[aria-pressed="true"] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
${BOARD_STYLE}`;
