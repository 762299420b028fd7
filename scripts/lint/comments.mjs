/** Words of a private idiom: a comment that needs one can be said in plain present tense (AGENTS.md, Rules). */
const PRIVATE =
  /\b(?:[Ww]hoever|[Ww]hatever|[Ww]hichever|[Ss]omebody|[Nn]obody|[Mm]eanwhile|so often|the like|[Ww]hat is|[Ww]ho (?:is|has|may)|anew|beside it|[Oo]nce more|as it were|thereby|such a one)\b/;

/** The private word of a comment, or null. */
export const findPrivateWord = (comment) => PRIVATE.exec(comment)?.[0] ?? null;
