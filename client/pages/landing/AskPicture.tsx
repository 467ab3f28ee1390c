// Step 2: the cafe's page on a phone, with a song, a tip and the button that sends the request.
import { Coin } from "./Coin.tsx";
import { Scene } from "./Scene.tsx";
import { SunsetCover } from "./SunsetCover.tsx";

/** The tips in the picture: their x in the drawing, and their amount in TL. The second one is chosen. */
const TIPS: [x: number, amount: number][] = [[112, 10], [159, 25], [206, 50]];

export function AskPicture() {
  return (
    <Scene name="ask">
      <rect className="scene-phone" x="96" y="16" width="168" height="210" rx="20" />
      <rect className="scene-screen" x="103" y="23" width="154" height="203" rx="14" />
      <text className="scene-name" x="180" y="46" textAnchor="middle">Kahve Durağı</text>
      <rect className="scene-row" x="110" y="57" width="140" height="52" rx="9" />
      <SunsetCover x={117} y={64} size={38} />
      <text className="scene-title" x="163" y="81">Akşam Vapuru</text>
      <text className="scene-artist" x="163" y="94">Deniz Feneri</text>
      {TIPS.map(([x, amount], i) => (
        <g key={amount}>
          <rect
            className={i === 1 ? "scene-china" : "scene-row"}
            x={x}
            y="117"
            width="42"
            height="22"
            rx="11"
          />
          <text
            className={i === 1 ? "scene-tip scene-ink" : "scene-tip scene-cream"}
            x={x + 21}
            y="131.500"
            textAnchor="middle"
          >
            {amount} TL
          </text>
        </g>
      ))}
      <rect className="scene-amber" x="110" y="147" width="140" height="30" rx="15" />
      <text className="scene-send" x="180" y="166.500" textAnchor="middle">İste</text>
      <path className="scene-note" d="M35 90V58l26-7v32" />
      <ellipse className="scene-amber" cx="29" cy="90" rx="7.500" ry="6" />
      <ellipse className="scene-amber" cx="55" cy="83" rx="7.500" ry="6" />
      <path className="scene-note" d="M318 142v-30q11 3 11 14" />
      <ellipse className="scene-amber" cx="312" cy="142" rx="7" ry="5.500" />
      <Coin x={308} y={68} />
      <Coin x={52} y={138} />
    </Scene>
  );
}
