// Step 1: a card with a code on a table, and a phone that reads it.
import { Cup } from "./Cup.tsx";
import { DrawnCode } from "./DrawnCode.tsx";
import { Scene } from "./Scene.tsx";

export function ScanPicture() {
  return (
    <Scene name="scan">
      <Cup />
      <ellipse className="scene-shadow" cx="140" cy="173" rx="58" ry="6" />
      <g transform="rotate(-3 140 110)">
        <rect className="scene-paper" x="92" y="42" width="96" height="130" rx="6" />
        <text className="scene-print" x="140" y="61" textAnchor="middle">Sıradaki şarkı</text>
        <text className="scene-print" x="140" y="72" textAnchor="middle">sizden</text>
        <DrawnCode x={111} y={82} size={58} />
        <path className="scene-amber-line" d="M128 155h24" />
      </g>
      <g transform="rotate(9 240 110)">
        <rect className="scene-phone" x="194" y="26" width="88" height="168" rx="14" />
        <rect className="scene-screen" x="200" y="32" width="76" height="156" rx="9" />
        <rect className="scene-paper" x="214" y="72" width="48" height="48" rx="3" />
        <DrawnCode x={219} y={77} size={38} />
        <path
          className="scene-finder"
          d="M207 79V70q0-5 5-5h9M255 65h9q5 0 5 5v9M269 113v9q0 5-5 5h-9M221 127h-9q-5 0-5-5v-9"
        />
        <rect className="scene-amber" x="212" y="142" width="52" height="14" rx="7" />
        <path className="scene-word" d="M224 149h28" />
      </g>
    </Scene>
  );
}
