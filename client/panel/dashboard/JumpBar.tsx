// Two links to the waiting requests and to the queue, each with its length. Phones show them, since there the two lists
// stand one below the other.

export interface JumpBarProps {
  pending: number;
  queued: number;
}

export function JumpBar({ pending, queued }: JumpBarProps) {
  return (
    <div className="jump" role="group" aria-label="Listeye git">
      <button type="button" onClick={() => jumpTo("pending-heading")}>
        Bekleyen <span className="jump-count">{pending}</span>
      </button>
      <button type="button" onClick={() => jumpTo("queue-heading")}>
        Sırada <span className="jump-count">{queued}</span>
      </button>
    </div>
  );
}

function jumpTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.closest("section")?.scrollIntoView({ block: "start" });
}
