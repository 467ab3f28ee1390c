// How exact the rules of a simulated evening are. Each number has its reason, and none is there to make a test pass.

/** Silence that needs no reason: what docs promises when nothing is wrong. A listen is 250 ms off at either side. */
export const SILENCE_MS = 5_500;
/**
 * A person's hand on the account's own app is known with the next look, 30 s later at most, and the look may be followed
 * by two more, 2 s apart, if it shows nothing.
 */
export const LOOK_MS = 37_000;
/** What a person chose ends in silence for 15 s before the queue goes on, and looks are 30 s apart. */
export const HUMAN_MS = 15_000 + LOOK_MS;
/**
 * After calls have failed the service is left alone for 5 s, doubling to 60 (docs/conductor.md#states). A player that then
 * shows nothing is looked at three times, 2 s apart.
 */
export const FAILED_MS = 68_000;
/** So long it is left alone at the least: nothing of what plays then can be known. */
export const REST_MS = 5_000;
export const BLOCKED_MS = 70_000;
/** A process that has started again takes its leases at once, and asks what became of an order for 5 s at most. */
export const RESTART_MS = 12_000;
/** A page hears of a change at once, fetches the song, and lets the old one fade out in 300 ms. */
export const PAGE_MS = 5_000;
/** A page that is told of its end says so; one that is killed is missed 15 s after its last report, by a look each 5 s. */
export const LOST_MS = 21_000;
/** A page that is killed holds its lease for 90 s. */
export const LEASE_MS = 95_000;
/** Two musics at once: pausing the one takes a call, and the other is listened to every 250 ms. */
export const TOGETHER_MS = 2_500;
/** A song stands in one place at any moment: one probe is one answer after the other, with nothing in between. */
export const PROBES_AFTER_ORDER = 4;
/** So much of a song was heard that a second beginning is heard as a repetition. */
export const TWICE_MS = 4_000;
/** A song that begins this near to its start begins anew. */
export const START_MS = 3_000;
/** What is audible at all: shorter is not told from a click. */
export const AUDIBLE_MS = 1_000;
/** The next song is ordered 1.5 s before the end, and its look and its order take their time. */
export const END_MS = 4_000;
/** A tip is earned for 30 s heard; positions are known to some seconds (docs/speaker.md: 3 s). */
export const TIP_MS = 30_000;
export const TIP_SLACK_MS = 4_000;
/** After the clock was set back, what was heard since the page's last report is not known, and it reports each 10 s. */
export const REPORT_MS = 10_000;
/** The same for the account's player, which is looked at 30 s apart at most (docs/playback.md#heard). */
export const LOOKS_APART_MS = 30_000;
/** A request waits for the end of what plays and, with autoplay, for one more song: so much music that is not a guest's. */
export const WAITS_SONGS = 2.3;
/** The product's own bound of calls in 30 s, with the token's beside. */
export const MAX_CALLS_IN_30_S = 34;
/** A page reports each 10 s, asks each 20 s, and begins and ends songs; each change in the cafe makes it ask once more. */
export const MAX_PAGE_CALLS_IN_10_S = 16;
/** After a press that was answered with a song's name, its song is heard. */
export const PRESSED_MS = 8_000;
