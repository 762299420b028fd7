/** Maximum lines of a function, without blank lines and comments. */
const MAX_LINES = 80;
/** Maximum lines of a function without a stated reason. Markup (JSX) does not count. */
const MAX_LINES_WITHOUT_REASON = 50;

const listLines = ({ start, end }) =>
  Array.from({ length: end.line - start.line + 1 }, (_, index) => start.line + index);

/**
 * Counts the lines of code of a file's functions.
 * @param {{ text: string, comments: { start, end }[], markup: { start, end }[] }} file locations of
 *   all comments and of the outermost JSX elements; lines count from 1
 */
export const createLineCounter = ({ text, comments, markup }) => {
  const codeLines = text.split('\n');
  for (const { start, end } of comments)
    for (const line of listLines({ start, end })) {
      const code = codeLines[line - 1];
      const from = line === start.line ? start.column : 0;
      const to = line === end.line ? end.column : code.length;
      codeLines[line - 1] = code.slice(0, from) + ' '.repeat(to - from) + code.slice(to);
    }
  const isCode = (line) => codeLines[line - 1].trim() !== '';
  const markupLines = new Set(markup.flatMap(listLines));
  return (location) => {
    const lines = listLines(location).filter(isCode);
    return { lines: lines.length, statements: lines.filter((n) => !markupLines.has(n)).length };
  };
};

/** The message for a function that is too long, or null. */
export const checkFunctionLength = ({ lines }) =>
  lines > MAX_LINES
    ? `A function of ${lines} lines: at most ${MAX_LINES}. Split it; no reason makes it longer.`
    : null;

/** The message for a function that needs a reason for its length, or null. */
export const checkStatedReason = ({ lines, statements }) =>
  lines <= MAX_LINES && statements > MAX_LINES_WITHOUT_REASON
    ? `A function of ${statements} lines without markup: over ${MAX_LINES_WITHOUT_REASON} only with a reason, \`// oxlint-disable-next-line house/function-length -- reason\`.`
    : null;
