// The privacy notice that Turkish law requires (KVKK 6698, art. 10).
import { Brand } from "../components/Brand.tsx";

export function PrivacyPage() {
  return (
    <>
      <header className="page-top">
        <a href="/" className="brand-link">
          <Brand />
        </a>
      </header>
      <main className="prose">
        <h1>Aydınlatma metni</h1>
        <p className="lead">
          6698 sayılı Kişisel Verilerin Korunması Kanunu'nun 10. maddesi uyarınca.
        </p>
        <h2>Veri sorumlusu</h2>
        <p>
          Veri sorumlusu, bu hizmeti işleten işletmedir. Sorularınızı kafeye veya hizmeti size sunan
          işletmeye iletebilirsiniz.
        </p>
        <h2>Şarkı isteyen misafirler</h2>
        <p>
          Adınızı, telefonunuzu veya e-postanızı sormayız. Kafe sayfasını açtığınızda tarayıcınıza
          12 saat geçerli, rastgele bir kimlik taşıyan tek bir çerez yerleştirilir; size kendi
          isteklerinizi göstermek ve aşırı istek gönderilmesini önlemek için kullanılır. İstediğiniz
          şarkı, bahşiş tutarı ve saati bu rastgele kimlikle birlikte saklanır. Reddedilen
          isteklerdeki kimlik 30 gün sonra silinir. Bahşiş isteğe bağlıdır; bu sayfada ödeme ve kart
          bilgisi alınmaz. İnternet adresiniz yalnızca sınırlamalar için kısa süre bellekte tutulur;
          çerez kabul etmeyen bir tarayıcının isteği iki kez kaydedilmesin diye adresin kendisi
          değil, anahtarlı bir özeti bir gün saklanır.
        </p>
        <h2>Kafe sahipleri</h2>
        <p>
          Sözleşmenin kurulması ve ödemelerin yapılabilmesi için kafe adınız, e-posta adresiniz,
          telefon numaranız ve girdiyseniz IBAN ile hesap sahibinin adı işlenir. Şifreniz geri
          döndürülemez biçimde, müzik hesabınızın izinleri şifrelenmiş olarak saklanır.
          Doğrulanmayan kayıtlar 7 gün sonra silinir. Ödeme kayıtları, yasal yükümlülükler gereği
          kişisel bilgilerden arındırılmış olarak saklanmaya devam eder.
        </p>
        <h2>Kimlerle paylaşılır</h2>
        <p>
          Ödemeyi yapan yönetici, ödeme için gerekli bilgileri görür. Kafe bir Spotify hesabı
          bağladığında çalınacak şarkılar Spotify'a iletilir; misafirler hakkında bilgi iletilmez.
          Bunun dışında üçüncü kişilerle paylaşılmaz, reklam ve izleme için kullanılmaz.
        </p>
        <h2>Haklarınız</h2>
        <p>
          Kanunun 11. maddesi uyarınca verilerinizin işlenip işlenmediğini öğrenebilir,
          düzeltilmesini veya silinmesini isteyebilirsiniz. Kafe sahipleri, hesaplarındaki bütün
          verileri panelden dışa aktarabilir ve hesaplarını silebilir.
        </p>
      </main>
    </>
  );
}
