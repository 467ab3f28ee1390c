// What ending a membership or taking an invitation back is asked and told with.
import type { TeamMember } from "../../../server/contract/team.ts";
import type { Question } from "../../lib/confirmation.ts";

export function endQuestion({ name, email, joined }: TeamMember): Question {
  return joined
    ? {
      title: `${name} ekipten çıkarılsın mı?`,
      text:
        `${name} bu kafeden hemen çıkış yapmış olur: istekleri ve oynatıcıyı artık göremez. Hesabı silinmez; isterseniz yeniden davet edersiniz.`,
      action: "Ekipten çıkar",
      danger: true,
    }
    : {
      title: "Davet geri alınsın mı?",
      text: `${email} adresine giden bağlantı artık çalışmaz.`,
      action: "Daveti geri al",
      danger: true,
    };
}

export function endDone({ name, joined }: TeamMember): string {
  return joined ? `${name} artık ekibinizde değil.` : "Davet geri alındı.";
}
