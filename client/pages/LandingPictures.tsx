// The pictures of the landing page: scan, ask, listen. Drawn, so that they take no request.
import type { ReactNode } from "react";

// A cup of coffee on the table.

function Cup() {
  return (
    <g>
      <path className="scene-steam" d="M32 118q-7-9 0-18t0-18M50 118q-7-9 0-18t0-18" />
      <path className="scene-handle" d="M66 136h6a10 10 0 0 1 0 20h-8" />
      <path className="scene-china" d="M14 128h54v18q0 22-22 22H36q-22 0-22-22z" />
      <path className="scene-coffee" d="M18 132h46" />
      <path className="scene-saucer" d="M6 171h70" />
    </g>
  );
}

// The place and the size of a part of a drawn picture.

interface DrawnAt {
  x: number;
  y: number;
  /** The length of a side. */
  size: number;
}

// What a QR code looks like. It is none, and no phone takes it for one.

function DrawnCode({ x, y, size }: DrawnAt) {
  return (
    <svg className="scene-ink" x={x} y={y} width={size} height={size} viewBox="0 0 58 58">
      <path d="M0 0h18v18H0zM40 0h18v18H40zM0 40h18v18H0z" />
      <path
        className="scene-white"
        d="M3.500 3.500h11v11h-11zM43.500 3.500h11v11h-11zM3.500 43.500h11v11h-11z"
      />
      <path d="M6.500 6.500h5v5h-5zM46.500 6.500h5v5h-5zM6.500 46.500h5v5h-5z" />
      <path d="M23 0h5v5h-5zM32 5h5v10h-5zM23 11h5v7h-5zM0 23h10v5H0zM14 27h9v5h-9zM27 23h6v9h-6zM37 22h8v5h-8zM49 24h9v5h-9zM4 33h6v4H4zM23 37h9v5h-9zM36 34h5v9h-5zM46 34h6v6h-6zM55 36h3v8h-3zM23 46h5v12h-5zM32 48h8v5h-8zM44 46h5v5h-5zM52 50h6v8h-6zM42 55h6v3h-6zM33 56h5v2h-5z" />
    </svg>
  );
}

// The ground of a step's picture: an evening in the cafe, with a lamp above and a table below.

interface SceneProps {
  /** Unique on the page. */
  name: string;
  children: ReactNode;
}

/** Hidden from screen readers: the step's words are below it. On a phone its left and right sixths are cut off. */
function Scene({ name, children }: SceneProps) {
  const lamp = `${name}-lamp`;
  return (
    <svg
      className="scene"
      viewBox="0 0 360 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <radialGradient id={lamp} cx="50%" cy="0%" r="90%">
        <stop className="scene-light" offset="0" stopOpacity="0.34" />
        <stop className="scene-light" offset="1" stopOpacity="0" />
      </radialGradient>
      <rect className="scene-room" width="360" height="200" />
      <rect width="360" height="200" fill={`url(#${lamp})`} />
      <path className="scene-table" d="M0 168h360v32H0z" />
      <path className="scene-edge" d="M0 168h360" />
      {children}
    </svg>
  );
}

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

// A coin of the pictures.

function Coin({ x, y }: { x: number; y: number }) {
  return (
    <g>
      <circle className="scene-coin" cx={x} cy={y} r="15" />
      <text className="scene-lira" x={x} y={y + 5.5} textAnchor="middle">₺</text>
    </g>
  );
}

// An invented song's cover: a sun above the sea.

function SunsetCover({ x, y, size }: DrawnAt) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 96 96">
      <rect width="96" height="96" rx="8" fill="#e8823a" />
      <circle cx="62" cy="40" r="20" fill="#fbd38a" />
      <path d="M0 62q12-8 24 0t24 0 24 0 24 0v26a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z" fill="#8c3a2b" />
      <path d="M0 76q12-8 24 0t24 0 24 0 24 0v12a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z" fill="#4a1d1c" />
    </svg>
  );
}

// Step 2: the cafe's page on a phone, with a song, a tip and the button that sends the request.

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

// An invented song's cover: a bridge.

function BridgeCover({ x, y, size }: DrawnAt) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 96 96">
      <rect width="96" height="96" rx="8" fill="#efe3cb" />
      <g fill="none" stroke="#2c4a7c">
        <path d="M0 70h96" strokeWidth="8" />
        <path d="M24 70V28m48 42V28" strokeWidth="6" />
        <path d="M-6 62Q24 20 24 28q24 48 48 0 0-8 30 34" strokeWidth="4" />
      </g>
    </svg>
  );
}

// An invented song's cover: a pomegranate in the rain.

function RainCover({ x, y, size }: DrawnAt) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 96 96">
      <rect width="96" height="96" rx="8" fill="#24505a" />
      <path d="M20 0v96M44 0v96M68 0v96" stroke="#3f7d84" strokeWidth="10" />
      <circle cx="48" cy="52" r="22" fill="#c8404a" />
      <path d="M42 31l6-9 6 9z" fill="#e9d7b5" />
    </svg>
  );
}

// Step 3: the queue with its first song approved, and the record that plays it: the logo's cup.

export function PlayPicture() {
  return (
    <Scene name="play">
      <path className="scene-sound" d="M277 42a80 80 0 0 1 41 21M280 24a98 98 0 0 1 51 27" />
      <path className="scene-grip" d="M296 96h26a24 24 0 0 1 0 48h-26" />
      <circle className="scene-record" cx="262" cy="120" r="64" />
      <circle className="scene-groove" cx="262" cy="120" r="52" />
      <circle className="scene-groove" cx="262" cy="120" r="42" />
      <circle className="scene-groove" cx="262" cy="120" r="32" />
      <circle className="scene-amber" cx="262" cy="120" r="22" />
      <circle className="scene-record" cx="262" cy="120" r="4.500" />
      <rect className="scene-board" x="28" y="26" width="186" height="152" rx="12" />
      <rect className="scene-row" x="36" y="34" width="170" height="58" rx="9" />
      <text className="scene-place" x="50" y="69" textAnchor="middle">1</text>
      <SunsetCover x={62} y={41} size={44} />
      <text className="scene-next" x="114" y="53">Sıradaki</text>
      <text className="scene-title" x="114" y="67">Akşam Vapuru</text>
      <text className="scene-artist" x="114" y="80">Deniz Feneri</text>
      <text className="scene-place" x="50" y="119" textAnchor="middle">2</text>
      <RainCover x={64} y={100} size={30} />
      <text className="scene-title" x="104" y="113">Islak Kaldırımlar</text>
      <text className="scene-artist" x="104" y="125">Nar Ağacı</text>
      <path className="scene-line" d="M42 136h158" />
      <text className="scene-place" x="50" y="161" textAnchor="middle">3</text>
      <BridgeCover x={64} y={142} size={30} />
      <text className="scene-title" x="104" y="155">Köprüden Önce</text>
      <text className="scene-artist" x="104" y="167">Mavi Otobüs</text>
      <circle className="scene-amber" cx="206" cy="38" r="13" />
      <path className="scene-tick" d="M200 38.500l4.200 4.200 8-9" />
    </Scene>
  );
}
