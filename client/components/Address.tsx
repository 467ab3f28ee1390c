// An address as text, which breaks before its last part.

export interface AddressProps {
  url: string;
  /** As people type it: without `http://`. */
  short?: boolean;
}

export function Address({ url, short = false }: AddressProps) {
  const last = url.lastIndexOf("/") + 1;
  return (
    <>
      {(short ? url.replace(/^https?:\/\//, "") : url).slice(0, last - url.length)}
      <wbr />
      {url.slice(last)}
    </>
  );
}
