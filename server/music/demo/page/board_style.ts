// The dark board with what plays and the buttons of the player. It is dark in both colour schemes.

export const BOARD_STYLE = `
.board {
  --amber: var(--glow); --on-amber: var(--on-glow); --edge: var(--board-line);
  display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); padding: 22px;
  border-radius: 22px; background: var(--board); color: var(--board-ink);
}
.now {
  display: grid; gap: 16px; grid-template-columns: clamp(112px, 38%, 190px) minmax(0, 1fr);
  align-items: center;
}
.cover { display: block; width: 100%; height: auto; aspect-ratio: 1; border-radius: 14px; }
svg.cover { padding: 8%; background: var(--board-lifted); }
.vinyl { fill: #120b07; }
.groove { fill: none; stroke: #4a372a; stroke-width: 1.5; }
.label { fill: var(--glow); }
.hole { fill: var(--board-lifted); }
.state { color: var(--glow); font-size: 14px; font-weight: 600; letter-spacing: 0.04em; }
.song { margin-top: 2px; font-size: clamp(22px, 3vw, 28px); text-wrap: balance; }
.by, .from, .times, .volume { color: var(--board-soft); }
.from { margin-top: 6px; font-size: 14px; }
progress {
  display: block; width: 100%; height: 8px; border: 0; border-radius: 4px; overflow: hidden;
  appearance: none; background: var(--board-lifted); color: var(--glow);
}
progress::-webkit-progress-bar { background: var(--board-lifted); }
progress::-webkit-progress-value { background: var(--glow); }
progress::-moz-progress-bar { background: var(--glow); }
.times {
  display: flex; justify-content: space-between; margin-top: 6px; font-size: 14px;
  font-variant-numeric: tabular-nums;
}
#controls { display: grid; gap: 16px; }
.transport { display: grid; gap: 8px; grid-template-columns: repeat(4, minmax(0, 1fr)); }
.transport button {
  flex-direction: column; gap: 4px; min-height: 64px; padding: 8px 2px; border-radius: 16px;
  border-color: transparent; background: var(--board-lifted); font-size: 13px;
}
.transport #pause-resume { background: var(--glow); color: var(--on-glow); }
.icon { flex: none; width: 24px; height: 24px; fill: currentColor; }
.volume { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; }
.volume input { flex: 1 1 8rem; min-width: 0; height: 44px; margin: 0; accent-color: var(--glow); }
.volume output { min-width: 3ch; text-align: right; font-variant-numeric: tabular-nums; }
.modes { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.modes .choice { flex-basis: 100%; }
.board a { color: var(--glow); }
.transport #pause-resume:disabled { background: var(--board-lifted); color: inherit; }
@media (max-width: 420px) {
  .board { padding: 16px; }
  .transport { gap: 6px; }
  .modes .choice > span { flex-basis: 100%; }
  .transport button { padding-inline: 0; font-size: 12px; }
}
@media (forced-colors: active) {
  progress { border: 1px solid; height: 10px; }
  progress::-webkit-progress-value { background: Highlight; forced-color-adjust: none; }
  progress::-moz-progress-bar { background: Highlight; forced-color-adjust: none; }
}
@media (min-width: 760px) and (min-height: 1000px) {
  .now { grid-template-columns: minmax(0, 1fr); }
}
`;
