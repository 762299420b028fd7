import type { PrintEvent } from '@yunbiao/contract/api/events';

/** All event types. The type makes a new event type a compile error until it is added here. */
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

/** Parses one event of the stream. Returns null for unknown events. */
const parsePrintEvent = (name: string, data: string): PrintEvent | null => {
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
 * Parses server-sent events from text in arbitrary pieces. Ignores comments, unknown fields and
 * unknown event names (HTML Standard, 9.2.6 "Interpreting an event stream").
 */
export const createEventParser = (
  onEvent: (event: PrintEvent) => void,
  /** Called with the reconnection time that the server sets, ms. */
  onRetry: (delayMs: number) => void = () => {},
): ((chunk: string) => void) => {
  let pendingText = '';
  let name = '';
  let data: string[] = [];

  const processLine = (line: string): void => {
    if (line === '') {
      const event = name || data.length > 0 ? parsePrintEvent(name, data.join('\n')) : null;
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
    else if (field === 'retry' && /^\d{1,6}$/.test(value)) onRetry(Number(value));
  };

  return (chunk) => {
    const text = pendingText + chunk;
    // A CR at the end may be the first half of a CRLF, so keep it for the next piece.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    pendingText = (lines.pop() ?? '') + text.slice(end);
    for (const line of lines) processLine(line);
  };
};
