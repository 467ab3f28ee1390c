// Tells what a rule means for the requests that are pending: they stay, since the rule holds for new ones.

export function WouldRefuse({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="rule-would">
      Bu kuralla şu an bekleyen {count} istek reddedilirdi. Bekleyenlere siz karar verirsiniz.
    </p>
  );
}
