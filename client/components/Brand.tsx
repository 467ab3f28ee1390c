// The logo and the name. The logo is a coffee cup seen from above that looks like a record.

export function Brand() {
  return (
    <span className="brand">
      <Mark />
      Sıradaki
    </span>
  );
}

/** Hidden from screen readers: the name is beside it. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect className="mark-tile" width="32" height="32" rx="8" />
      <path className="mark-handle" d="M19 11.2h4.2a4.8 4.8 0 0 1 0 9.6H19" />
      <circle className="mark-cup" cx="13.4" cy="16" r="9.6" />
      <circle className="mark-label" cx="13.4" cy="16" r="3.6" />
      <circle className="mark-cup" cx="13.4" cy="16" r="1" />
    </svg>
  );
}
