/** Verbs that end call names and start function names. */
const VERBS = new Set(
  (
    'accept add ask bind cancel change check close confirm copy count delete end export follow get hide import issue like ' +
    'list load look mark move pay poll preview print read register remove rename reset resend resolve restore revoke save ' +
    'search send set settle share show start stop submit suspend switch take test undo unbind update upload'
  ).split(' '),
);

const toPlural = (noun) => {
  if (noun.endsWith('s')) return noun;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
};

const capitalizeWord = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Function name of a call: `noteAdd` → `addNote`, `noteList` → `listNotes`; a GET call without a verb: `note` →
 * `getNote`.
 */
export const toVerb = (call, method) => {
  const words = call.split(/(?=[A-Z])/).map((word) => word.charAt(0).toLowerCase() + word.slice(1));
  const noun = words.slice(0, -1).map(capitalizeWord).join('');
  const last = words.at(-1);
  if (noun !== '' && last === 'list') return `list${toPlural(noun)}`;
  if (noun !== '' && VERBS.has(words[0])) return call;
  if (noun !== '' && VERBS.has(last)) return `${last}${noun}`;
  return method === 'GET' ? `get${capitalizeWord(call)}` : call;
};

/** Verb and noun for the function of a call, else the call's own name; undefined when both are taken. */
export const chooseVerb = (call, method, isTaken) =>
  [toVerb(call, method), call].find((name) => !isTaken(name));
