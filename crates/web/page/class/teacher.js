// A class as its teacher sees it: who is there, all boards, and what is played next.

import { opened, options, words } from "../api.js";
import { among, clock, player, radios } from "../controls.js";
import { STRENGTHS, called } from "../describe.js";
import { ask, show } from "../dialog.js";
import { button, capital, copier, h, labelled } from "../dom.js";
import { follow } from "../live.js";
import * as prefs from "../prefs.js";
import { qr } from "../qr.js";
import { given, t } from "../text.js";
import * as requests from "./requests.js";
import { SmallBoard } from "./small.js";

/**
 * @param {HTMLElement} main
 * @param {string} link
 */
export async function teacherPage(main, link) {
  const api = requests.teacher(link);
  const error = h("p", { class: "error", role: "alert" });
  const lost = h("p", { class: "error", role: "alert" });
  /** @type {Class | null} */
  let known = null;
  const act = async (/** @type {string} */ name, /** @type {object} */ body = {}) => {
    error.textContent = "";
    try {
      take(await api.act(name, body));
      return true;
    } catch (failure) {
      error.textContent = capital(words(failure));
      return false;
    }
  };
  const head = h("div", { class: "class-head" });
  const said = h("p", { class: "unseen", role: "status" });
  const next = await plan(act);
  const pupils = new Pupils(act);
  const boards = new Boards(link);
  const played = h("tbody", {});
  const table = h(
    "details",
    { class: "card" },
    h("summary", {}, t("class-games")),
    h("div", { class: "forms" }, h("table", {}, h("thead", {}, h("tr", {}, ...["white", "black", "result", "plies", "measured"].map((one) => h("th", { scope: "col" }, t(`class-games-${one}`))))), played)),
  );
  const end = async () => {
    const yes = await ask(t("class-end-ask"), t("class-end-about"), [{ label: t("class-end"), value: true }]);
    if (yes) await act("end");
  };
  const stop = async () => {
    const count = known?.games.filter(({ result }) => !result).length ?? 0;
    const yes = count === 0 || (await ask(t("class-stop-ask"), t("class-stop-about", { count }), [{ label: t("class-stop"), value: true }]));
    if (yes) await act("stop");
  };
  const deeds = h(
    "div",
    { class: "row" },
    button(t("class-pair"), () => void act("pairs", { everyone: "pupils", computer: next.computer() }), { class: "primary" }),
    button(t("class-computer"), () => void act("pairs", { everyone: "computer", computer: next.opponent() })),
    button(t("class-stop"), () => void stop()),
    button(t("class-end"), () => void end()),
  );
  // Who is there comes first, and what pairs them before all of it: neither is scrolled for.
  const aside = h("div", {}, pupils.element, next.element);
  const view = h("div", { class: "class-view" }, aside, h("div", {}, boards.element, table));

  const take = (/** @type {TeacherState} */ state) => {
    if (state.class) {
      // What was refused may be possible by now.
      error.textContent = "";
      const { title, code, open, over, round } = state.class;
      const name = title || t("class");
      document.title = t("page-title", { title: name });
      const before = known;
      if (!before || before.open !== open || before.over !== over || before.round !== round) {
        const heading = h("h1", {}, t("class-heading", { title: name, round }));
        head.replaceChildren(heading, over ? h("p", {}, t("class-over")) : invitation(code, open, act));
      }
      deeds.hidden = over;
      aside.hidden = over;
      view.classList.toggle("over", over);
      if (over) table.open = true;
      next.show(state.class);
      pupils.draw(state.class);
      boards.games(state.class);
      played.replaceChildren(...[...state.class.games].reverse().map(row));
      const here = (/** @type {Class} */ one) => one.pupils.filter((pupil) => pupil.here).length;
      if (before && here(before) !== here(state.class)) said.textContent = t("class-here", { count: here(state.class) });
      known = state.class;
    }
    boards.draw(state.boards);
  };
  take(await api.state());
  main.replaceChildren(h("section", { class: "class" }, head, lost, error, said, deeds, view));
  follow(api.events, {
    ask: () => api.state(),
    state: take,
    contact: (contact) => {
      lost.textContent = contact === "lost" ? t("note-lost") : contact === "gone" ? t("class-gone") : "";
      if (contact === "gone") prefs.forgetClass(link);
    },
  });
}

/** @param {ClassPlayer} seat */
const named = ({ pupil, name }) => (pupil === null ? called(name) : name);

/** @param {ClassPlayer} seat */
const short = ({ pupil, name }) => (pupil === null ? t("class-strength") : name);

/**
 * What pupils need to join.
 * @param {string} code
 * @param {boolean} open
 * @param {(name: string, body: object) => Promise<boolean>} act
 */
function invitation(code, open, act) {
  const address = `${location.origin}/class/${code}`;
  const door = h("input", { type: "checkbox", onchange: () => void act("door", { open: door.checked }) });
  door.checked = open;
  return h(
    "div",
    { class: "invitation" },
    h("p", {}, t("class-invite", { address: `${location.host}/class` })),
    h("strong", { "aria-label": [...code].join(" ") }, `${code.slice(0, 3)} ${code.slice(3)}`),
    copier(t("copy-link"), () => address),
    button(t("class-qr"), () => large(code, address)),
    h("label", { class: "choice" }, door, t("class-door")),
  );
}

/**
 * What a whole room can read.
 * @param {string} code
 * @param {string} address
 */
function large(code, address) {
  const dialog = show(t("class-join"), [
    qr(address, t("class-qr-alt")),
    h("p", {}, t("class-invite", { address: `${location.host}/class` }), " ", h("strong", {}, `${code.slice(0, 3)} ${code.slice(3)}`)),
    button(t("close"), () => dialog.close()),
  ]);
  dialog.classList.add("beamer");
}

/**
 * Moves as lists of moves number them, one of both sides each.
 * @param {number} plies
 */
const counted = (plies) => Math.ceil(plies / 2);

/** @param {ClassGame} game */
function row({ white, black, watch, result }) {
  const outcome = result ? (result.stopped ? "stopped" : result.status) : "in_progress";
  const link = h("a", { href: `/g/${watch}` }, t("class-result", { outcome }));
  return h("tr", {}, h("td", {}, named(white)), h("td", {}, named(black)), h("td", {}, link), h("td", {}, result ? counted(result.plies) : ""), h("td", {}, result?.measured ?? ""));
}

/**
 * The form of what is played next. Each change is sent at once.
 * @param {(name: string, body: object) => Promise<boolean>} act
 */
async function plan(act) {
  const { games, players } = await options();
  const fields = h("div", { class: "plan" });
  const time = clock();
  const select = h("select", {}, ...games.map(({ name, title }) => h("option", { value: name }, given(`game-${name}`, title))));
  /** @type {{ key: string, field: import("../controls.js").Control }[]} */
  let chosen = [];
  const fill = (/** @type {GamePlan | null} */ plan) => {
    const game = games.find(({ name }) => name === select.value);
    chosen = (game?.fields ?? []).map((one) => {
      const usual = game?.settings.find(({ key }) => key === one.key)?.default ?? null;
      return { key: one.key, field: among(select.value, one, plan?.settings?.[one.key] ?? usual), usual };
    });
    fields.replaceChildren(...chosen.map(({ field }) => field.element));
  };
  const computers = players.filter(({ name }) => name !== "person");
  const easy = STRENGTHS.find(({ name }) => name === "easy")?.player ?? "random";
  const computer = player(t("class-strength"), computers, easy, () => {});
  const odd = radios(t("class-odd"), "odd", ["computer", "wait"].map((value) => ({ value, label: t(`class-odd-${value}`) })), "computer");
  let sent = "";
  const send = () => {
    const values = chosen.map(({ key, field }) => [key, field.value()]).filter(([, value]) => value);
    const plan = { game: select.value, preset: null, settings: Object.fromEntries(values), time: time.value() };
    if (JSON.stringify(plan) === sent) return;
    sent = JSON.stringify(plan);
    void act("plan", plan);
  };
  select.addEventListener("change", () => fill(null));
  const choices = h("div", { onchange: send }, labelled(t("class-game"), select), fields, time.element);
  const element = h("details", { class: "card" }, h("summary", {}, t("class-plan")), choices, computer.element, odd.element);
  let shown = false;
  let played = false;
  return {
    element,
    /** Who plays the odd one out, if anybody. */
    computer: () => (odd.value() === "computer" ? computer.value() : null),
    opponent: () => computer.value(),
    /** @param {Class} state */
    show: ({ plan, games }) => {
      // Once something is played, the pupils are what matters.
      if (!shown || (!played && games.length > 0)) element.open = games.length === 0;
      played = games.length > 0;
      if (shown) return;
      shown = true;
      if (plan.game) select.value = plan.game;
      fill(plan);
    },
  };
}

/** The pupils: two that are picked are paired. */
class Pupils {
  /** @type {number | null} */
  #picked = null;
  /** @type {Class | null} */
  #class = null;
  #drawn = "";

  /** @param {(name: string, body: object) => Promise<boolean>} act */
  constructor(act) {
    this.act = act;
    this.title = h("h2", {});
    this.hint = h("p", { class: "quiet", role: "status" });
    this.list = h("ul", { class: "pupils" });
    this.element = h("section", { class: "card" }, this.title, this.hint, this.list);
  }

  /** @param {Class} state */
  draw(state) {
    this.#class = state;
    const key = JSON.stringify([state.pupils, this.#picked]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (!state.pupils.some(({ number, playing }) => number === this.#picked && !playing)) this.#picked = null;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["of"] : undefined;
    const picked = state.pupils.find(({ number }) => number === this.#picked);
    this.title.textContent = t("class-pupils", { count: state.pupils.length });
    this.hint.textContent = state.pupils.length === 0 ? t("class-pupils-none") : picked ? t("class-pick-other", { name: picked.name }) : t("class-pick");
    this.list.replaceChildren(...state.pupils.map((pupil) => this.#row(pupil)));
    // The list is built anew: what had the focus has it again.
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-of="${focused}"]`))?.focus();
  }

  /** @param {ClassPupil} pupil */
  #row({ number, name, here, playing }) {
    const stands = t("class-stands", { stands: playing ? "plays" : here ? "here" : "away" });
    const pick = h(
      "button",
      { type: "button", class: "pick", "data-of": `pick-${number}`, "aria-pressed": String(this.#picked === number), disabled: playing, onclick: () => this.#pick(number) },
      h("span", {}, name),
      h("small", {}, stands),
    );
    return h("li", {}, pick, button("⋯", () => this.#more(number, name, playing), { class: "quiet", "aria-label": t("class-more", { name }), "data-of": `more-${number}` }));
  }

  /** @param {number} number */
  #pick(number) {
    const other = this.#picked;
    this.#picked = other === null ? number : null;
    if (other !== null && other !== number) void this.act("pairs", { pairs: [{ white: other, black: number }] });
    if (this.#class) this.draw(this.#class);
  }

  /**
   * @param {number} number
   * @param {string} name
   * @param {boolean} playing
   */
  #more(number, name, playing) {
    const field = h("input", { type: "text", value: name, maxlength: 24, required: true, autocomplete: "off" });
    const deed = (/** @type {string} */ act, /** @type {object} */ body) => {
      dialog.close();
      void this.act(act, body);
    };
    const rename = (/** @type {Event} */ event) => {
      event.preventDefault();
      deed("rename", { pupil: number, name: field.value });
    };
    const games = this.#class?.games ?? [];
    const game = games.find(({ white, black, result }) => !result && (white.pupil === number || black.pupil === number));
    const dialog = show(name, [
      h("form", { onsubmit: rename }, labelled(t("class-nickname"), field), h("p", {}, h("button", { type: "submit" }, t("class-rename")))),
      h(
        "div",
        { class: "answers" },
        playing && game ? button(t("class-stop-one"), () => deed("stop", { game: game.number })) : null,
        button(t("class-remove"), () => deed("remove", { pupil: number })),
        button(t("cancel"), () => dialog.close(), { class: "quiet" }),
      ),
    ]);
  }
}

/** The boards of this round, drawn small. */
class Boards {
  /** @type {Map<number, { item: HTMLElement, place: HTMLElement, white: HTMLElement, black: HTMLElement, words: HTMLElement, link: HTMLElement, board: Promise<SmallBoard>, glance: BoardGlance | null, names: string[], stopped: boolean }>} */
  #shown = new Map();

  /** @param {string} teacher the link of the class */
  constructor(teacher) {
    this.teacher = teacher;
    this.none = h("p", { class: "quiet" }, t("class-boards-none"));
    this.list = h("ul", { class: "boards" });
    this.element = h("section", { class: "card", "aria-label": t("class-boards") }, h("h2", {}, t("class-boards")), this.none, this.list);
  }

  /** @param {Class} state */
  games({ games, round, over }) {
    const now = games.filter((game) => game.round === round);
    for (const [number, { item }] of this.#shown) {
      if (now.some((game) => game.number === number)) continue;
      item.remove();
      this.#shown.delete(number);
    }
    for (const game of now) this.#game(game);
    this.element.hidden = over && now.length === 0;
    this.none.hidden = now.length > 0;
  }

  /** @param {ClassGame} game */
  #game({ number, white, black, watch, result }) {
    const known = this.#shown.get(number);
    const names = [short(white), short(black)];
    if (known) {
      known.names = names;
      known.stopped = result?.stopped ?? false;
      this.#words(known);
      return;
    }
    const seat = (/** @type {Side} */ side) => h("div", { class: `seat ${side}` }, h("span", {}, h("span", { class: "unseen" }, `${t("side", { side })}: `), h("span", {})));
    const shown = { place: h("div", { class: "board of-class" }), white: seat("white"), black: seat("black"), words: h("p", {}) };
    const link = h("a", { href: `/g/${watch}`, onclick: () => prefs.setWatched(watch, this.teacher) }, shown.black, shown.place, shown.white, shown.words);
    const item = h("li", {}, link);
    const board = opened(watch)
      .description()
      .then((description) => {
        const made = new SmallBoard(description);
        shown.place.replaceChildren(made.element);
        return made;
      });
    const entry = { ...shown, item, link, board, glance: null, names, stopped: result?.stopped ?? false };
    this.#shown.set(number, entry);
    this.list.append(item);
    this.#words(entry);
  }

  /** @param {BoardGlance[]} boards */
  draw(boards) {
    for (const glance of boards) {
      const known = this.#shown.get(glance.number);
      if (!known) continue;
      known.glance = glance;
      void known.board.then((board) => board.draw(known.glance ?? glance)).catch(() => {});
      this.#words(known);
    }
  }

  /** @param {{ item: HTMLElement, white: HTMLElement, black: HTMLElement, words: HTMLElement, glance: BoardGlance | null, names: string[], stopped: boolean }} entry */
  #words({ item, white, black, words, glance, names, stopped }) {
    const [first = "", second = ""] = names;
    for (const [seat, name, side] of /** @type {[HTMLElement, string, Side][]} */ ([[white, first, "white"], [black, second, "black"]])) {
      const label = seat.firstElementChild?.lastElementChild;
      if (label) label.textContent = name;
      seat.classList.toggle("turn", glance?.status === "in_progress" && glance.turn === side);
    }
    if (!glance) return;
    const over = glance.status !== "in_progress";
    item.classList.toggle("over", over);
    const standing = t("class-result", { outcome: stopped ? "stopped" : glance.status });
    words.textContent = t("class-board", { status: over ? standing : t("status-turn", { side: glance.turn }), plies: counted(glance.plies), measured: glance.measured });
  }
}
