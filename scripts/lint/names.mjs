/** A bound is MAX_ or MIN_ (AGENTS.md, Rules). */
const BOUND = /^(?:MOST|LEAST)_/;
/** `keyOf`: what comes out is the name of a function's result, not of what it does. Types and components begin large. */
const ENDS_IN_OF = /^[a-z]\w*[a-z0-9]Of$/;
/** Names the language and its libraries have. */
const GIVEN = new Set(['indexOf', 'lastIndexOf', 'isPrototypeOf', 'anyOf', 'oneOf', 'allOf']);

/** Why a name that is bound here is refused, or null. */
export const refuseName = ({ name, isFunction }) => {
  if (BOUND.test(name)) return `Call a bound MAX_… or MIN_…, not ${name}.`;
  if (isFunction && ENDS_IN_OF.test(name) && !GIVEN.has(name))
    return `A function is named by a verb: get…, find…, list…, to…, not ${name}.`;
  return null;
};
