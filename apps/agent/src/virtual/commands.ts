/** One ZPL command, `^XX` or `~XX`, with all that follows up to the next; or an SGD line `! U1 …`. */
export type Command = { name: string; parameters: string };

/** Longest command; beyond it the sender is not talking ZPL. */
const MAX_COMMAND = 32 * 1024 * 1024;
const SGD = '! U1 ';

/**
 * Cuts a byte stream into commands, however it arrives. A `^` command is complete when the next begins; a `~` command
 * and an SGD line at once, as a real printer answers them without waiting for more.
 */
export const createCommandReader = (
  onCommand: (command: Command) => void,
): ((chunk: Buffer) => void) => {
  let text = '';

  const getEnd = (from: number): number => {
    const next = /[\^~]|! U1 /.exec(text.slice(from));
    return next ? from + next.index : -1;
  };
  /** Takes one command off the front; false when more bytes are needed. */
  const step = (): boolean => {
    const start = text.search(/[\^~]|! U1 /);
    if (start === -1) {
      // The beginning of an SGD line may still be on the way.
      text = text.slice(-SGD.length);
      return false;
    }
    if (start > 0) text = text.slice(start);
    if (text.startsWith('!')) return line();
    if (text.length < 3) return false;
    if (text.startsWith('~')) return tilde();
    if (text.startsWith('^XA') || text.startsWith('^XZ')) return take(3, 3);
    const end = getEnd(1);
    return end === -1 ? false : take(3, end);
  };
  const take = (nameEnd: number, end: number): boolean => {
    const command = {
      name: text.slice(0, nameEnd).toUpperCase(),
      parameters: text.slice(nameEnd, end).trim(),
    };
    text = text.slice(end);
    onCommand(command);
    return true;
  };
  const line = (): boolean => {
    const end = text.search(/[\r\n]/);
    return end === -1 ? false : take(SGD.length, end);
  };
  const tilde = (): boolean => {
    const digits = /^~[A-Z]{2}\d*/i.exec(text)?.[0].length ?? 3;
    return take(3, text.startsWith('~SD') ? Math.min(digits, 5) : 3);
  };

  return (chunk) => {
    text += chunk.toString('latin1');
    while (step());
    if (text.length > MAX_COMMAND) text = '';
  };
};
