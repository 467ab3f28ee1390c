// A list that is on its way: rows of the size that it will have, so that nothing shifts.

export interface LoadingProps {
  label?: string;
  /** How many rows to hold the place of. */
  rows?: number;
}

export function Loading({ label = "Yükleniyor…", rows = 3 }: LoadingProps) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from(
        { length: rows },
        (_, i) => (
          <div className="loading-row" key={i} aria-hidden="true">
            <span className="loading-cover" />
            <span className="loading-lines" />
          </div>
        ),
      )}
    </div>
  );
}
