import { LabelError } from '../../errors.ts';
import { parseGs1 } from '../../gs1/parse.ts';
import { listParts, PREDEFINED } from '../../gs1/table.ts';

const SEPARATOR = '\u001d';

/** Identifiers in brackets of what a GS1 symbol says; undefined for what GS1 would not have like that. */
export function listBrackets(message: string): string | undefined {
  let text = '';
  let at = 0;
  while (at < message.length) {
    const ai = [2, 3, 4]
      .map((length) => message.slice(at, at + length))
      .find((one) => listParts(one));
    if (ai === undefined) return undefined;
    at += ai.length;
    const separator = message.indexOf(SEPARATOR, at);
    const end = separator < 0 ? message.length : separator;
    const fixed = (listParts(ai) ?? []).reduce((sum, { max }) => sum + max, 0);
    const to = PREDEFINED.test(ai) ? Math.min(end, at + fixed) : end;
    text += `(${ai})${message.slice(at, to).replaceAll(/[()]/g, '\\$&')}`;
    at = to === separator ? to + 1 : to;
  }
  return text !== '' && saysTheSame(text, message) ? text : undefined;
}

function saysTheSame(brackets: string, message: string): boolean {
  try {
    const bare = (one: string): string => one.replaceAll(SEPARATOR, '');
    return bare(parseGs1(brackets).message) === bare(message);
  } catch (error) {
    if (error instanceof LabelError) return false;
    throw error;
  }
}
