// The footer of every public page.

export function Footer() {
  return (
    <footer className="footer">
      <a href="/aydinlatma-metni">Kişisel veriler hakkında aydınlatma metni</a>
    </footer>
  );
}
