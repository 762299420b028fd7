/** Private words. A comment that contains one can be written in plain present tense (AGENTS.md, Rules). */
const PRIVATE =
  /\b(?:[Ww]hoever|[Ww]hatever|[Ww]hichever|[Ss]omebody|[Nn]obody|[Mm]eanwhile|so often|the like|[Ww]hat is|[Ww]ho (?:is|has|may)|anew|beside it|[Oo]nce more|as it were|thereby|such a one)\b/;

/** First private word of a comment; null without one. */
export const findPrivateWord = (comment) => PRIVATE.exec(comment)?.[0] ?? null;
