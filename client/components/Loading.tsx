// The placeholder of a list that is loading: its rows have the final size, so that nothing shifts.

export interface LoadingProps {
  label: string;
  rows?: number;
}

export function Loading({ label, rows = 3 }: LoadingProps) {
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
