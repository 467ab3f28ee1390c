// The address of a call, with what it leaves open filled in.
import type { CallName } from "../../server/contract/calls.ts";
import { type AddressInput, type Arguments } from "./calls.ts";

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
