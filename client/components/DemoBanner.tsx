// The line that says that a cafe's music comes from the demo account.

export function DemoBanner({ text }: { text: string }) {
  return <aside className="demo-banner" aria-label="Demo">{text}</aside>;
}
