/** @param {HTMLElement} main */
export async function learnPage(main) { main.replaceChildren("…"); }
