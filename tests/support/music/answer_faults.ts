// Faults of the music service that stand in the JSON of its answers. What was asked is done.
import { type Behaviour, send } from "./fault_table.ts";

export const PLAYER = /^GET .*\/me\/player$/;
export const PLAYLIST = /^GET .*\/playlists\/\w+$/;

type Json = Record<string, unknown>;

/** Each with the calls that it meets by default. */
const answerFaults = {
  "204 while playing": {
    path: PLAYER,
    behave: async ({ wire, perform }) => {
      await (await perform()).body?.cancel();
      await send(wire, new Response(null, { status: 204 }));
    },
  },
  "null progress": rewrites(PLAYER, (player) => ({ ...player, progress_ms: null })),
  /** The track's uri and id are others, and `linked_from` names those that were asked for. */
  "relinked": rewrites(PLAYER, (player) => {
    const { id, type, uri, href, external_urls } = player.item as Json;
    const linked_from = { id, type, uri, href, external_urls };
    return { ...player, item: { ...relinked(player.item as Json), linked_from } };
  }),
  "relinked without linked_from": rewrites(
    PLAYER,
    (player) => ({ ...player, item: relinked(player.item as Json) }),
  ),
  /** As for a playlist that belongs to another account: name and picture, but no length. */
  "playlist without its length": rewrites(PLAYLIST, ({ tracks: _, items: __, ...rest }) => rest),
} satisfies Record<string, { path: RegExp; behave: Behaviour }>;

export type AnswerFault = keyof typeof answerFaults;

/** The fault with this name, if it is one of these. */
export function findAnswerFault(name: string) {
  return Object.hasOwn(answerFaults, name) ? answerFaults[name as AnswerFault] : undefined;
}

/** The uri under which a relinked track is shown. */
export function relinkedUri(uri: string): string {
  return uri.split("").with(-1, uri.endsWith("0") ? "1" : "0").join("");
}

function relinked(item: Json): Json {
  const uri = relinkedUri(String(item.uri));
  const href = String(item.href).replace(String(item.id), uri.slice(-22));
  return { ...item, uri, id: uri.slice(-22), href, external_urls: { spotify: href } };
}

/** Answers with other JSON. An answer without a body stays as it is. */
function rewrites(path: RegExp, rewrite: (json: Json) => Json): {
  path: RegExp;
  behave: Behaviour;
} {
  return {
    path,
    behave: async ({ wire, perform }) => {
      const real = await perform();
      const isJson = real.headers.get("content-type")?.startsWith("application/json");
      await send(wire, real.ok && isJson ? Response.json(rewrite(await real.json())) : real);
    },
  };
}
