// Where personal data is asked for, the way to the notice about it (KVKK 6698, md. 10).

export function PrivacyLink() {
  return (
    <p className="field-hint">
      Kişisel verilerinizin nasıl işlendiği{" "}
      {/* Out of the panel, in a tab of its own: what was typed here stays. */}
      <a href="/aydinlatma-metni" target="_blank" rel="noopener">aydınlatma metninde</a> yazar.
    </p>
  );
}
