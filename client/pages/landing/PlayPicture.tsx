// Step 3: the queue with its first song approved, and the record that plays it: the logo's cup.
import { BridgeCover } from "./BridgeCover.tsx";
import { RainCover } from "./RainCover.tsx";
import { Scene } from "./Scene.tsx";
import { SunsetCover } from "./SunsetCover.tsx";

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
