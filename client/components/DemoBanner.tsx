// Says that the music comes from the demo account. Shown where a cafe uses it.

export function DemoBanner() {
  return (
    <aside className="demo-banner" aria-label="Demo">
      Demo: Spotify yerine, ses çıkarmayan örnek bir müzik hesabı kullanılıyor.
    </aside>
  );
}
