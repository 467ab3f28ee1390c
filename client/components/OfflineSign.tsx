// A small sign that the page has lost its connection and may be out of date.
import { Icon } from "./Icon.tsx";

export function OfflineSign({ offline }: { offline: boolean }) {
  return (
    <p className="offline" role="status">
      {offline && (
        <>
          <Icon name="offline" /> Bağlantı yok
          <span className="visually-hidden">, yeniden bağlanılıyor</span>
        </>
      )}
    </p>
  );
}
