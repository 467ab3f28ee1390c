// What the player's page adds to the product's style sheet: the display is that of 'Oynatıcı' (client/panel/speaker/speaker.css).

export const PLAYER_STYLE = `
.demo { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-5); min-height: 0; overflow-wrap: anywhere; }
.demo > * { width: 100%; max-width: 1120px; margin-inline: auto; }
.demo > .page-top { min-height: 72px; margin-bottom: calc(-1 * var(--space-4)); }
.demo-heading > .lead { max-width: 44rem; margin-top: var(--space-1); }
.demo main { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-5); }
.demo .message { justify-items: start; gap: var(--space-4); }
.hint, .demo footer { color: var(--ink-soft); font-size: var(--size-small); }
.demo footer { text-align: center; }
#notice { position: sticky; top: var(--space-3); z-index: 1; }
#notice:empty { position: absolute; }
.columns, .column { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-5); align-content: start; }

.board.deck {
  container: deck / inline-size; display: grid; grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5); padding: clamp(1rem, 3vw, 2rem); box-shadow: none;
}
.now { display: grid; grid-template-columns: minmax(0, 1fr); align-items: center; gap: var(--space-4) var(--space-6); }
.now > .cover { width: min(40cqi, 9rem); height: auto; aspect-ratio: 1; border-radius: var(--radius); }
svg.cover { padding: 8%; }
.vinyl { fill: var(--board-ink); }
.groove { fill: none; stroke: var(--board); stroke-width: 1.5; }
.label { fill: var(--accent); }
.hole { fill: var(--board); }
.state { color: var(--board-tip); font-weight: 600; }
.demo .song {
  margin-top: var(--space-2); font: 600 clamp(1.75rem, 6cqi, 4rem)/1.12 var(--face-display);
  text-wrap: balance;
}
.by { margin-top: var(--space-1); font-size: clamp(1.25rem, 3.4cqi, 2.25rem); line-height: 1.25; }
.from { margin-top: var(--space-3); color: var(--board-ink-soft); font-size: clamp(1.0625rem, 2.6cqi, 1.75rem); line-height: 1.3; }
#bar { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: var(--space-3); }
#bar:empty { display: none; }
.deck progress {
  display: block; width: 100%; height: 8px; border: 0; border-radius: 4px; overflow: hidden;
  appearance: none; background: var(--board-line);
}
.deck progress::-webkit-progress-bar { background: var(--board-line); }
.deck progress::-webkit-progress-value { background: var(--accent); }
.deck progress::-moz-progress-bar { background: var(--accent); }
.times { color: var(--board-ink-soft); font-size: clamp(1.0625rem, 2.2cqi, 1.5rem); font-variant-numeric: tabular-nums; }
#controls { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-3) var(--space-5); }
.transport { display: flex; flex-wrap: wrap; gap: var(--space-2); }
.demo .icon { width: 20px; height: 20px; fill: currentColor; stroke: none; }
.deck .button:not(.button-primary, [aria-pressed="true"]) { border-color: var(--board-ink-soft); background: transparent; color: var(--board-ink); }
.deck .button:not(.button-primary, [aria-pressed="true"], :disabled):hover { background: var(--board-lifted); }
.deck .button:disabled { border-color: var(--board-line); background: transparent; color: var(--board-ink-soft); }
.demo .button[aria-pressed="true"] { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.volume { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-1) var(--space-3); color: var(--board-ink-soft); }
.volume input { flex: 1 1 8rem; min-width: 0; height: var(--touch); margin: 0; accent-color: var(--accent); }
.volume output { min-width: 3ch; text-align: right; font-variant-numeric: tabular-nums; }
.modes {
  display: flex; flex: 1 0 100%; flex-wrap: wrap; align-items: center; gap: var(--space-3) var(--space-5);
  padding-top: var(--space-4); border-top: 1px solid var(--board-line);
}
.switch {
  display: inline-flex; align-items: center; gap: var(--space-2); min-height: var(--touch); padding: 0; border: 0;
  background: transparent; color: var(--board-ink); font-weight: 600; cursor: pointer;
}
.switch-track { display: flex; flex: none; width: 40px; height: 26px; padding: 3px; border: 2px solid var(--board-ink-soft); border-radius: 999px; }
.switch-track::before { content: ""; width: 16px; height: 16px; border-radius: 50%; background: var(--board-ink-soft); transition: translate var(--quick) var(--ease); }
.switch[aria-pressed="true"] > .switch-track { border-color: var(--board-ok); background: var(--board-ok); }
.switch[aria-pressed="true"] > .switch-track::before { background: var(--board); translate: 14px; }
.deck a { color: var(--board-tip); }
.choice { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); }

.rows:empty { display: none; }
.row {
  display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3);
  padding: var(--space-3) 0; border-top: 1px solid var(--line);
}
.row:last-child { padding-bottom: 0; }
.names { display: grid; flex: 1 1 6rem; min-width: 0; line-height: 1.35; }
.names > span { color: var(--ink-soft); font-size: var(--size-small); }
.acts { display: flex; flex-wrap: wrap; gap: var(--space-2); }
.demo summary { width: fit-content; min-height: var(--touch); align-content: center; color: var(--tip); cursor: pointer; }
.demo dl { display: grid; gap: 2px; font-size: var(--size-small); }
.demo dt { font-weight: 600; }
.demo dd { margin-bottom: var(--space-2); user-select: all; }
.search { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--space-1) var(--space-3); }
.search label { grid-column: 1 / -1; font-weight: 600; }
@container deck (min-width: 40rem) {
  .now { grid-template-columns: auto minmax(0, 1fr); }
  .now > .cover { width: min(30cqi, 18rem, 32vh); }
}
@media (scripting: enabled) { .without-script { display: none; } }
@media (min-width: 760px) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
}
@media (forced-colors: active) {
  .deck { border: 1px solid; }
  .deck progress { border: 1px solid; height: 10px; }
  .deck progress::-webkit-progress-value { background: Highlight; forced-color-adjust: none; }
  .deck progress::-moz-progress-bar { background: Highlight; forced-color-adjust: none; }
  .demo .button[aria-pressed="true"], .switch[aria-pressed="true"] > .switch-track { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
`;
