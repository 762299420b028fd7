import type { PrintEvent } from '@yunbiao/contract/events';

/** Each there is: another one does not compile until it is read here, too. */
const TYPES: Readonly<Record<PrintEvent['type'], true>> = {
  batch: true,
  detail: true,
  moved: true,
  client: true,
  printer: true,
  roll: true,
  found: true,
  notice: true,
  order: true,
  resync: true,
};

/** One dispatched block of a server-sent event stream, or null when it is not one of ours. */
const toEvent = (name: string, data: string): PrintEvent | null => {
  if (!Object.hasOwn(TYPES, name)) return null;
  if (name === 'resync') return { type: 'resync' };
  try {
    const body: unknown = JSON.parse(data);
    return typeof body === 'object' && body !== null
      ? ({ ...body, type: name } as PrintEvent)
      : null;
  } catch {
    return null;
  }
};

/**
 * Reads server-sent events from text that arrives in arbitrary pieces. Comments, unknown fields and unknown event
 * names are skipped (HTML Standard, 9.2.6 "Interpreting an event stream").
 */
export const createEventParser = (
  onEvent: (event: PrintEvent) => void,
): ((chunk: string) => void) => {
  let rest = '';
  let name = '';
  let data: string[] = [];

  const takeLine = (line: string): void => {
    if (line === '') {
      const event = name || data.length > 0 ? toEvent(name, data.join('\n')) : null;
      name = '';
      data = [];
      if (event) onEvent(event);
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  };

  return (chunk) => {
    const text = rest + chunk;
    // A CR at the very end may be the first half of a CRLF: it waits for the next piece.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + text.slice(end);
    for (const line of lines) takeLine(line);
  };
};
