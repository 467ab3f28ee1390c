// The table from which a request came.

/** Renders nothing for a request without a table. */
export function TableName({ label }: { label: string | null }) {
  return label !== null && (
    <span className="table-name" title={label}>
      <span className="visually-hidden">Masası:</span> {label}
    </span>
  );
}
