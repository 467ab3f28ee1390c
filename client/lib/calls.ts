// The API's calls as the client may make them: every name, input and reply follows from server/contract.
import type { LoginAccess } from "../../server/contract/access.ts";
import type { Answer, Params, Sent, Uploaded } from "../../server/contract/call.ts";
import type { CallName, CALLS } from "../../server/contract/calls.ts";

type Described<N extends CallName> = (typeof CALLS)[N];
type NamesOf<C> = { [N in CallName]: Described<N> extends C ? N : never }[CallName];

/** Addresses to go to or to open a socket at. They are not fetched. */
type AddressOnly = NamesOf<{ status: 101 | 302 }>;
export type LoginCall = NamesOf<{ access: LoginAccess }>;
export type OpenCall = Exclude<CallName, LoginCall | AddressOnly>;

/** The parts of the address that a call leaves open. */
type AddressInput<N extends CallName> =
  & Part<"params", keyof Params<N> extends never ? undefined : Params<N>>
  & Part<"query", Sent<Described<N>, "query">>;

/** What a call sends. A file has to be asked for as a file, and one that is sent names its media type. */
export type Input<N extends CallName> =
  & AddressInput<N>
  & (Uploaded<Described<N>> extends string ? { body: Blob; media: Uploaded<Described<N>> }
    : Part<"body", Sent<Described<N>, "body">>)
  & (Described<N> extends { attachment: true } ? { file: true } : unknown);

/** What a call resolves to. */
export type Reply<N extends CallName> = Described<N> extends { attachment: true } ? Blob
  : Answer<Described<N>>;

/** The arguments after the name: none are needed if nothing has to be sent. */
export type Arguments<I> = Record<never, never> extends I ? [input?: I] : [input: I];

type Part<Key extends string, T> = [T] extends [undefined] ? { [K in Key]?: undefined }
  : Record<never, never> extends T ? { [K in Key]?: T }
  : { [K in Key]: T };

// The address of a call, with what it leaves open filled in.

interface AddressParts {
  params?: Record<string, string>;
  query?: Record<string, string>;
}

/** The address of a call: "/api/requests/01K" for "PUT /api/requests/:id". */
export function addressOf<N extends CallName>(
  name: N,
  ...[input]: Arguments<AddressInput<N>>
): string {
  return fillAddress(name, input as AddressParts | undefined);
}

/** As `addressOf`, for a name that is not known to the types. */
export function fillAddress(
  name: string,
  { params = {}, query = {} }: AddressParts = {},
): string {
  const path = name.slice(name.indexOf(" ") + 1)
    .replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const search = String(new URLSearchParams(query));
  return search ? `${path}?${search}` : path;
}
