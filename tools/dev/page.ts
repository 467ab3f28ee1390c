// What each page loads first in development: React's refresh, and the server's word that what it renders has changed.
import "@vitejs/plugin-react/preamble";

import.meta.hot?.on("siradaki:served", () => {
  if (!/^\/(panel|admin)\//.test(location.pathname)) location.reload();
});
