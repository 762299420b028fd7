import { LabelError } from '../../errors.ts';
import { parseGs1 } from '../../gs1/parse.ts';
import { listAiValueParts, PREDEFINED_LENGTH } from '../../gs1/table.ts';

const SEPARATOR = '\u001d';

/** GS1 message in bracket notation; undefined when it is not valid GS1. */
export function toGs1BracketText(message: string): string | undefined {
  let text = '';
  let at = 0;
  while (at < message.length) {
    const ai = [2, 3, 4]
      .map((length) => message.slice(at, at + length))
      .find((candidate) => listAiValueParts(candidate));
    if (ai === undefined) return undefined;
    at += ai.length;
    const separator = message.indexOf(SEPARATOR, at);
    const end = separator < 0 ? message.length : separator;
    const fixed = (listAiValueParts(ai) ?? []).reduce((sum, { max }) => sum + max, 0);
    const to = PREDEFINED_LENGTH.test(ai) ? Math.min(end, at + fixed) : end;
    text += `(${ai})${message.slice(at, to).replaceAll(/[()]/g, '\\$&')}`;
    at = to === separator ? to + 1 : to;
  }
  return text !== '' && hasSameMessage(text, message) ? text : undefined;
}

function hasSameMessage(brackets: string, message: string): boolean {
  try {
    const removeSeparators = (text: string): string => text.replaceAll(SEPARATOR, '');
    return removeSeparators(parseGs1(brackets).message) === removeSeparators(message);
  } catch (error) {
    if (error instanceof LabelError) return false;
    throw error;
  }
}
