// A coin of the pictures.

export function Coin({ x, y }: { x: number; y: number }) {
  return (
    <g>
      <circle className="scene-coin" cx={x} cy={y} r="15" />
      <text className="scene-lira" x={x} y={y + 5.5} textAnchor="middle">₺</text>
    </g>
  );
}
