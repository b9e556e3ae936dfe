// A recorded game, chosen as a file or pasted, to go on with.

import { button, h, labelled } from "./dom.js";
import { either, given, t } from "./text.js";

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
    note.textContent = large ? t("load-large", { name: chosen.name }) : "";
    text.value = large ? "" : await chosen.text();
  });
  const go = () => {
    note.textContent = text.value.trim() ? "" : t("load-empty");
    if (text.value.trim()) load(text.value);
  };
  const others = either(forms.map(({ name, about }) => given(`form-${name}`, about)));
  return h(
    "details",
    { class: "load" },
    h("summary", {}, t("load")),
    h(
      "p",
      { class: "quiet" },
      t("load-about"),
    ),
    labelled(t("load-file"), file),
    labelled(t("record"), text, others ? t("load-record-about-forms", { forms: others }) : t("load-record-about")),
    note,
    h("div", { class: "row" }, button(t("load-go"), go)),
  );
}
