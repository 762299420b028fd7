/** Maximum line length. A line of a bill has some hundred characters. */
const MAX_LINE_LENGTH = 20_000;

/**
 * Streams the lines of a file without line ends. Truncates overlong lines: they are unreadable
 * anyway, and a file with a single line must not fill the memory.
 */
export const readLines = async function* (
  bytes: AsyncIterable<Uint8Array>,
  encoding: 'utf-8' | 'gbk',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let remainder = '';
  for await (const chunk of bytes) {
    const lines = (remainder + decoder.decode(chunk, { stream: true })).split('\n');
    remainder = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  remainder += decoder.decode();
  if (remainder !== '') yield remainder.replace(/\r$/, '');
};

/** Bills use full-width and ASCII parentheses. */
const replaceFullWidthParentheses = (head: string): string =>
  head.replace('（', '(').replace('）', ')');

/** Returns a function that reads a column by name; '' if the bill lacks the column. */
export const createBillColumnReader = (
  headers: readonly string[],
): ((row: readonly string[], name: string) => string) => {
  const places = new Map(headers.map((head, place) => [replaceFullWidthParentheses(head), place]));
  return (row, name) => row[places.get(name) ?? -1] ?? '';
};
