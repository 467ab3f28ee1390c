// What the panel says about each source besides its name, which the server gives.

/** What it is for. */
export const PURPOSES: Record<string, string> = {
  spotify: "Spotify Premium hesabınızdan çalar. Müşteriler Spotify'daki şarkılardan ister.",
  library: "Kendi müzik dosyalarınızdan çalar, üyelik gerekmez.",
  manual: "Şarkıları kendi sisteminizde siz çalarsınız. Sıradaki istekleri toplar ve sıraya koyar.",
};
