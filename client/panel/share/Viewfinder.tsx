// The corners of a viewfinder around a card's code: they take little ink, and say what to do.

export function Viewfinder() {
  return (
    <svg className="viewfinder" viewBox="0 0 100 100" aria-hidden="true">
      <path d="M1 14V7a6 6 0 0 1 6-6h7M86 1h7a6 6 0 0 1 6 6v7M99 86v7a6 6 0 0 1-6 6h-7M14 99H7a6 6 0 0 1-6-6v-7" />
    </svg>
  );
}
