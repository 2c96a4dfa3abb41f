// @ts-check
/** Four colours of suits instead of two, as the reader of this browser prefers. */

const KEPT = "samba.four";

/** Lets `button` choose how the cards below `root` are drawn. @param {HTMLElement} button @param {HTMLElement} root */
export function fourColours(button, root) {
  const draw = () => {
    const four = Boolean(localStorage.getItem(KEPT));
    root.classList.toggle("four", four);
    button.setAttribute("aria-pressed", String(four));
  };
  button.addEventListener("click", () => {
    localStorage.setItem(KEPT, localStorage.getItem(KEPT) ? "" : "1");
    draw();
  });
  draw();
}
