// What guests read of the rules at this moment.
import type { CafeHouse } from "../../../server/contract/house.ts";

/** `house` is undefined until it is known. */
export function GuestPreview({ house }: { house: CafeHouse | undefined }) {
  return (
    <section className="card rules-preview" aria-labelledby="rules-preview">
      <h2 id="rules-preview">Müşteriler ne görüyor?</h2>
      {house && house.lines.length === 0 && (
        <p>Bir kural koymadınız; müşteriler her zaman her şarkıyı isteyebiliyor.</p>
      )}
      {house && house.lines.length > 0 && (
        <>
          <p>Bu cümleler kafenizin sayfasında, aramanın altında:</p>
          <ul>{house.lines.map((line) => <li key={line}>{line}</li>)}</ul>
        </>
      )}
      {house && !house.open && (
        <p className="field-hint">
          Şu an istek alınmadığı için aramanın yerinde yalnızca ilk cümle görünüyor.
        </p>
      )}
    </section>
  );
}
