// A cafe's television page: its name, above an island with all the rest.
import type { ReactNode } from "react";

export interface TelevisionPageProps {
  name: string;
  island: ReactNode;
}

export function TelevisionPage({ name, island }: TelevisionPageProps) {
  return (
    <>
      <h1>{name}</h1>
      {island}
    </>
  );
}
