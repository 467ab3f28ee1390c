// The page's script: it moves the bar, shows what changes, and sends forms without leaving the page. Without it the page
// works by plain forms.

export const PLAYER_SCRIPT = `
const ASK_EVERY_MS = 2000;
const MOVE_EVERY_MS = 250;

/** The parts of the page as the server wrote them, by their ids. */
const written = new Map(parts(document).map((part) => [part.id, part.innerHTML]));
let writtenAt = performance.now();
let writtenMs = bar()?.value ?? 0;
/** How often the page was asked for. An answer that a later one has overtaken is dropped. */
let asked = 0;

function parts(from) {
  return [...from.querySelectorAll("[data-live]")];
}

function bar() {
  return document.querySelector("progress");
}

function moveBar() {
  const progress = bar();
  if (progress?.dataset.moves !== "yes") return;
  const ms = Math.min(progress.max, writtenMs + performance.now() - writtenAt);
  progress.value = ms;
  const seconds = Math.floor(ms / 1000);
  document.querySelector("[data-elapsed]").textContent =
    Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
}

/** Replaces the parts that have changed, and keeps the focus. */
function show(page) {
  const focused = document.activeElement;
  for (const part of parts(document)) {
    const fresh = page.getElementById(part.id)?.innerHTML;
    if (fresh === undefined || fresh === written.get(part.id)) continue;
    written.set(part.id, fresh);
    part.innerHTML = fresh;
  }
  writtenAt = performance.now();
  writtenMs = Number(page.querySelector("progress")?.getAttribute("value") ?? 0);
  moveBar();
  if (focused?.isConnected || !focused?.id) return;
  const successor = document.getElementById(focused.id);
  if (successor && !successor.disabled) successor.focus();
  else document.querySelector("h1").focus();
}

async function ask(address, init) {
  const turn = ++asked;
  const response = await fetch(address, init);
  if (!response.ok) throw new Error("The page answers " + response.status);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (turn === asked) show(page);
  return page;
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (form.method !== "post") return;
  event.preventDefault();
  const address = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action;
  const body = new URLSearchParams(new FormData(form, submitter));
  try {
    const page = await ask(address, { method: "POST", body });
    document.getElementById("notice").innerHTML = page.getElementById("notice").innerHTML;
  } catch {
    location.assign(location.pathname);
  }
});

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-sends-itself]")) target.form.querySelector("output").value = target.value;
});

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-sends-itself]")) target.form.requestSubmit();
});

setInterval(moveBar, MOVE_EVERY_MS);
setInterval(() => {
  if (!document.hidden) ask(location.pathname).catch(() => {});
}, ASK_EVERY_MS);
`;
