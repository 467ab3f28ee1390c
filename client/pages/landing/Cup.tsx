// A cup of coffee on the table.

export function Cup() {
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
