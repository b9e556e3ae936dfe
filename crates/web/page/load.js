// A recorded game, chosen as a file or pasted, to go on with.

import { button, h } from "./dom.js";
import { labelled } from "./controls.js";

/** The largest record that the server reads, in bytes. */
const MOST = 4 << 20;

/**
 * @param {RecordForm[]} forms beside that of every game
 * @param {(record: string) => void} load
 */
export function loader(forms, load) {
  const text = h("textarea", { rows: 6, spellcheck: "false", autocomplete: "off", placeholder: '{"format":"cheqqers", …' });
  const extensions = ["jsonl", "json", ...forms.flatMap((form) => form.extensions), "txt"];
  const file = h("input", { type: "file", accept: [...extensions.map((one) => `.${one}`), "text/plain"].join() });
  const note = h("p", { class: "error", role: "alert" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    const large = chosen.size > MOST;
    note.textContent = large ? `${chosen.name} is larger than 4 MiB: is it one game?` : "";
    text.value = large ? "" : await chosen.text();
  });
  const go = () => {
    note.textContent = text.value.trim() ? "" : "Choose a file, or paste a record.";
    if (text.value.trim()) load(text.value);
  };
  const others = forms.map(({ about }) => `, a ${about}`).join("");
  return h(
    "details",
    { class: "load" },
    h("summary", {}, "Load a game"),
    h(
      "p",
      { class: "quiet" },
      "It goes on where its record stands, with the players chosen above. One that is over can be walked through, and played on from any ply.",
    ),
    labelled("File", file),
    labelled("Record", text, `as downloaded from a game, or of selfplay --trace${others}; one game`),
    note,
    h("div", { class: "row" }, button("Load", go)),
  );
}
