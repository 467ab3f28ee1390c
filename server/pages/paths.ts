// The paths of the pages that are the same for every visitor.

export const PRIVACY_PATH = "/aydinlatma-metni";

/** The paths of the panel's screens. Other paths are 404. */
export const PANEL_PATHS = [
  "/panel/login",
  "/panel/register",
  "/panel/verify",
  "/panel/forgot-password",
  "/panel/reset-password/:token",
  "/panel/dashboard",
  "/panel/music",
  "/panel/player",
  "/panel/rules",
  "/panel/till",
  "/panel/team",
  "/panel/join/:token",
  "/panel/cafes",
  "/panel/owners-only",
  "/panel/payouts",
  "/panel/evenings",
  "/panel/profile",
  "/panel/sessions",
  "/panel/share",
  "/admin/payouts",
  "/admin/sessions",
];
