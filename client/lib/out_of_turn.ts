// What a row of the queue says of a song that patience has put before songs with higher tips (docs/house.md#order).

export const OUT_OF_TURN = "Çok beklemesin diye önde";
