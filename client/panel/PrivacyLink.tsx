// The link to the privacy notice, for forms that ask for personal data (KVKK 6698, art. 10).

export function PrivacyLink() {
  return (
    <p className="field-hint">
      Kişisel verilerinizin nasıl işlendiği{" "}
      {/* In a tab of its own, so that what was typed is not lost. */}
      <a href="/aydinlatma-metni" target="_blank" rel="noopener">aydınlatma metninde</a> yazar.
    </p>
  );
}
