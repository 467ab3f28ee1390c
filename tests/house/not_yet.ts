// Files that do not keep a rule yet. The lists may only become shorter.

export const IMPORTS_STRAY: string[] = [];

export const CITES_ELSEWHERE: string[] = [
  "client/panel/field_rules.ts",
  "tests/browser/cafe_page_test.ts",
  "tests/browser/panel_accounts_test.ts",
  "tests/browser/panel_dashboard_test.ts",
  "tests/browser/panel_frame_test.ts",
  "tests/browser/panel_music_test.ts",
  "tests/music/search_test.ts",
  "tests/support/music/fault_table.ts",
];

export const SPEAKS_DIALECT: string[] = [
  "tests/browser/landing_page_test.ts",
  "tests/browser/panel_accounts_test.ts",
  "tests/browser/panel_admin_test.ts",
  "tests/browser/panel_another_owner_test.ts",
  "tests/browser/panel_frame_test.ts",
  "tests/browser/panel_music_test.ts",
  "tests/music/bounded_fetch_test.ts",
  "tests/music/demo_consent_test.ts",
  "tests/music/demo_search_test.ts",
  "tests/music/music_faults_test.ts",
  "tests/music/search_test.ts",
  "tests/music/staying_connected_test.ts",
  "tests/playback/crash_test.ts",
  "tests/playback/play_next_test.ts",
  "tests/playback/player_test.ts",
  "tests/support/browser/evening.ts",
  "tests/support/browser/lighthouse.ts",
  "tests/support/browser/panel.ts",
  "tests/support/music/demo_listener.ts",
  "tests/support/music/fault_table.ts",
];
