// What a row of the queue says of a song that does not stand where its tip would put it.

interface Placed {
  /** The team put it before all others (docs/requests.md#first). */
  first: boolean;
  /** Patience has put it before songs with higher tips (docs/house.md#order). */
  outOfTurn?: true;
}

export const whyHere = ({ first, outOfTurn }: Placed): string | undefined =>
  first ? "Kafe öne aldı" : outOfTurn && "Çok beklemesin diye önde";
