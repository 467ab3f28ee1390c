// The colours of the account's pages, which are the product's.

export const PALETTE = `
:root {
  color-scheme: light dark;
  --ground: #f6ede0; --card: #fffaf2; --ink: #2b1d14; --soft: #6a5343; --line: #e5d5c0;
  --edge: #8d7560; --amber: #a65009; --on-amber: #fffaf2; --disc: #2b1d14; --groove: #4a372a;
  --board: #24170f; --board-lifted: #332217; --board-ink: #f8ecda; --board-soft: #cbb49c;
  --board-line: #8f7864; --glow: #f2a33a; --on-glow: #2a1705;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #17100b; --card: #231912; --ink: #f6ead9; --soft: #c4ae98; --line: #3d2e23;
    --edge: #8f7864; --amber: #f2a33c; --on-amber: #231404; --disc: #0d0906; --groove: #3a2b20;
    --board: #2a1d14; --board-lifted: #3a291d;
  }
}
@media (prefers-contrast: more) {
  :root { --soft: #4a3729; --line: #7c6653; --edge: #5c4636; --amber: #7c3a04; --board-soft: #e8d6c1; }
}
@media (prefers-contrast: more) and (prefers-color-scheme: dark) {
  :root { --soft: #e5d5c2; --line: #a08872; --edge: #c9b49f; --amber: #f9c674; }
}
* { box-sizing: border-box; }
`;
