// The line that says that a cafe's music comes from the demo account.

export function DemoBanner() {
  return (
    <aside className="demo-banner" aria-label="Demo">
      Demo: Spotify yerine, ses çıkarmayan örnek bir müzik hesabı kullanılıyor.
    </aside>
  );
}
