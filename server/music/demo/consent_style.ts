// The style sheet of the consent page, in the product's colours.

export const CONSENT_STYLE = `
:root {
  --ground: #f6ede0; --card: #fffaf2; --ink: #2b1d14; --soft: #75604f; --line: #e5d5c0;
  --amber: #b4570a; --on-amber: #fffaf2; --disc: #2b1d14; --groove: #4a372a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #17100b; --card: #231912; --ink: #f6ead9; --soft: #bda58e; --line: #3d2e23;
    --amber: #f2a33c; --on-amber: #231404; --disc: #0d0906; --groove: #3a2b20;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 24px 16px; display: flex; flex-direction: column;
  align-items: center; justify-content: center; gap: 20px; background: var(--ground);
  color: var(--ink); font: 17px/1.5 system-ui, sans-serif;
}
main {
  width: 100%; max-width: 450px; padding: 36px 32px 28px; background: var(--card);
  border: 1px solid var(--line); border-radius: 20px; text-align: center;
}
.disc { width: 104px; height: 104px; }
.vinyl { fill: var(--disc); }
.groove { fill: none; stroke: var(--groove); stroke-width: 1.5; }
.label { fill: var(--amber); }
.hole { fill: var(--card); }
.kicker {
  margin: 18px 0 0; color: var(--amber); font-size: 14px; font-weight: 600; letter-spacing: 0.04em;
}
h1 { margin: 4px 0 12px; font: 600 28px/1.2 Georgia, "Times New Roman", serif; }
.lead { margin: 0 0 16px; }
ul { margin: 0 0 24px; padding: 0; list-style: none; border-top: 1px solid var(--line); text-align: left; }
li { padding: 12px 4px; border-bottom: 1px solid var(--line); }
form { display: flex; flex-direction: column; gap: 10px; }
button {
  min-height: 52px; border-radius: 14px; border: 1px solid transparent; font: inherit;
  font-weight: 600; cursor: pointer;
}
.allow { background: var(--amber); color: var(--on-amber); }
.deny { background: transparent; border-color: var(--line); color: var(--ink); }
button:focus-visible { outline: 3px solid var(--amber); outline-offset: 3px; }
.small, footer { color: var(--soft); font-size: 14px; }
.small { margin: 20px 0 0; }
footer { max-width: 450px; text-align: center; }
`;
