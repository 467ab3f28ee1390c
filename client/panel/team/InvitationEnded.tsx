// What is said of an invitation's link that works no more.
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/Button.tsx";
import { PageHeading } from "../../components/PageHeading.tsx";

export function InvitationEnded() {
  return (
    <>
      <PageHeading
        title="Bu davet artık geçerli değil"
        lead="Bağlantı daha önce kullanılmış, geri alınmış ya da 7 günlük süresi dolmuş olabilir. Ekibe katıldıysanız giriş yapın; katılmadıysanız kafe sahibinden yeni bir davet isteyin."
      />
      <Link to="/panel/login" className={buttonClass("primary")}>Girişe git</Link>
    </>
  );
}
