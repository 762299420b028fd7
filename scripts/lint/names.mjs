/** A bound must be named MAX_… or MIN_… (AGENTS.md, Rules). */
const BOUND = /^(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST)_/;
/**
 * Names such as `keyOf`, which name the result and not the action. Types and components start with a capital letter.
 */
const ENDS_IN_OF = /^[a-z]\w*[a-z0-9]Of$/;
/** Names defined by the language and libraries. */
const GIVEN = new Set(['indexOf', 'lastIndexOf', 'isPrototypeOf', 'anyOf', 'oneOf', 'allOf']);
/** Participles, adjectives, adverbs and prepositions, which are no verbs when they stand alone. */
const NO_VERB =
  /^(?:made|kept|told|said|taken|asked|wrote|seen|drawn|worked|given|held|found|known|left|lost|sent|begun|opened|shown|fitted|staged|wanted|written|gone|born|learned|heard|packed|placed|turned|moved|stored|named|own|whose|plain|whole|careful|tidy|once|again|usual|within|beside|over|under|away|together|alike|noted|counted|good|bad|converted|listed|answered|changed|chosen|added|before|after|between|without|among|along|across|around|above|below|beyond|behind|inside|outside|upon|into|onto|at|of|by|in|as|for)$/;

/** Reason why a declared name is refused; null when it is allowed. `isStrict`: for production code. */
export const checkName = ({ name, isFunction, isStrict = true }) => {
  if (BOUND.test(name)) return `Call a bound MAX_… or MIN_…, not ${name}.`;
  if (!isFunction) return null;
  if (ENDS_IN_OF.test(name) && !GIVEN.has(name))
    return `A function is named by a verb: get…, find…, list…, to…, not ${name}.`;
  if (isStrict && NO_VERB.test(name))
    return `A function is named by a verb, or a verb and a noun, not ${name}.`;
  return null;
};
