// The search: sections that have all words, the best first. The index is loaded when it is asked for first.

"use strict";

(() => {
  const LIMIT = 30;
  /** So many letters of a section are shown around what was found. */
  const SNIPPET = 150;
  const field = document.getElementById("site-search");
  const results = document.getElementById("site-results");
  let sections = null;
  let chosen = -1;

  addEventListener("keydown", (event) => {
    const isWriting = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  field.addEventListener("focus", load);
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    else if (event.key === "Enter") results.children[Math.max(chosen, 0)]?.querySelector("a")?.click();
    else if (event.key === "Escape") close();
    else return;
    if (event.key !== "Enter") event.preventDefault();
  });
  addEventListener("pointerdown", ({ target }) => {
    if (!results.contains(target) && target !== field) close();
  });

  /** Loads the index as a script, which works without a server too. */
  function load() {
    if (sections || document.getElementById("site-search-index")) return;
    const script = document.createElement("script");
    script.id = "site-search-index";
    script.src = "assets/search-index.js";
    script.addEventListener("load", () => {
      const { pages, sections: read } = window.searchIndex;
      sections = read.map(([page, anchor, title, text]) => {
        const [file, name, group] = pages[page];
        const where = anchor ? `${group} › ${name}` : group;
        const [low, lowTitle, lowPage] = [text, title, name].map((one) => one.toLowerCase());
        return { address: anchor ? `${file}#${anchor}` : file, title, where, text, group, low, lowTitle, lowPage };
      });
      show();
    });
    document.head.append(script);
  }

  function wordsOf(text) {
    return text.toLowerCase().split(/\s+/).filter(Boolean);
  }

  /** The best place of a word in a text: whole, at the beginning of one, inside of one; null if it is not there. */
  function found(text, word) {
    let best = null;
    for (let at = text.indexOf(word), count = 0; at >= 0 && count < 64; at = text.indexOf(word, at + 1), count++) {
      const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
      const ends = !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? " ");
      const rank = begins && ends ? 3 : begins ? 2 : 1;
      if (!best || rank > best.rank) best = { rank, at };
      if (rank === 3) break;
    }
    return best;
  }

  /** The matches of words in a section: `{section, parts}`, a part for each word; null if one is missing. */
  function matched(section, words) {
    const parts = [];
    for (const word of words) {
      const [title, text, page] = [section.lowTitle, section.low, section.lowPage].map((one) => found(one, word));
      if (!title && !text && !page) return null;
      parts.push({ title: title?.rank ?? 0, text: text?.rank ?? 0, page: page?.rank ?? 0, at: text?.at ?? -1 });
    }
    return { section, parts };
  }

  /** The score of a section. Rare words count more (inverse document frequency, Sparck Jones 1972). */
  function scored({ section, parts }, words, weights) {
    let score = 0;
    parts.forEach(({ title, text, page }, index) => {
      score += weights[index] * (12 * title + 3 * text + 2 * page);
    });
    const whole = words.join(" ");
    if (section.lowTitle === whole) score += 200;
    if (words.length > 1 && section.low.includes(whole)) score += 30;
    // The number of an error begins its row.
    if (section.low.startsWith(whole)) score += 60;
    // A transcript shows what pages say; pages come first.
    if (section.group === "Transcript") score *= 0.5;
    const rarest = weights.indexOf(Math.max(...weights));
    const at = parts[rarest].at >= 0 ? parts[rarest].at : Math.max(...parts.map((part) => part.at));
    return { section, score, at };
  }

  function matches(words) {
    const weights = words.map((word) => {
      const count = sections.filter(({ low, lowTitle }) => low.includes(word) || lowTitle.includes(word)).length;
      return Math.log(1 + sections.length / (1 + count));
    });
    const all = sections.map((section) => matched(section, words)).filter(Boolean);
    const ranked = all.map((match) => scored(match, words, weights));
    return ranked.sort((one, other) => other.score - one.score).slice(0, LIMIT);
  }

  function show() {
    const words = wordsOf(field.value);
    if (!sections || words.length === 0) return close();
    const all = matches(words);
    results.replaceChildren(...all.map((match, index) => rowOf(match, words, index)));
    if (all.length === 0) {
      const none = document.createElement("li");
      none.textContent = "Nothing found";
      none.className = "none";
      results.append(none);
    }
    results.hidden = false;
    field.setAttribute("aria-expanded", "true");
    chosen = -1;
    if (all.length > 0) choose(0);
  }

  function rowOf({ section, at }, words, index) {
    const row = document.createElement("li");
    row.id = `result${index}`;
    row.setAttribute("role", "option");
    const link = document.createElement("a");
    link.href = section.address;
    link.tabIndex = -1;
    link.addEventListener("click", close);
    const title = document.createElement("b");
    title.append(...marked(section.title, words));
    const where = document.createElement("span");
    where.textContent = section.where;
    const snippet = document.createElement("p");
    const begin = Math.max(0, Math.min(at - SNIPPET / 3, section.text.length - SNIPPET));
    const shown = section.text.slice(begin, begin + SNIPPET);
    snippet.append(begin > 0 ? "…" : "", ...marked(shown, words), begin + SNIPPET < section.text.length ? "…" : "");
    link.append(title, where, snippet);
    row.append(link);
    return row;
  }

  /** A text with its words marked. */
  function marked(text, words) {
    const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "iu");
    return text.split(pattern).map((part, index) => {
      if (index % 2 === 0) return part;
      const mark = document.createElement("mark");
      mark.textContent = part;
      return mark;
    });
  }

  function choose(index) {
    const rows = results.querySelectorAll("[role=option]");
    if (rows.length === 0) return;
    chosen = (index + rows.length) % rows.length;
    for (const [at, row] of rows.entries()) row.setAttribute("aria-selected", String(at === chosen));
    field.setAttribute("aria-activedescendant", rows[chosen].id);
    rows[chosen].scrollIntoView({ block: "nearest" });
  }

  function close() {
    results.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }
})();
