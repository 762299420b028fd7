/** One ZPL command, `^XX` or `~XX` with its parameters, or an SGD line `! U1 …`. */
export type ZplCommand = { name: string; parameters: string };

/** Maximum command length. Longer data is not ZPL. */
const MAX_COMMAND = 32 * 1024 * 1024;
const SGD = '! U1 ';

/**
 * Splits a byte stream into commands, for any chunking. A `^` command is complete when the next one
 * starts; a `~` command and an SGD line immediately, because a real printer answers them without
 * more data.
 */
export const createCommandReader = (
  onCommand: (command: ZplCommand) => void,
): ((chunk: Buffer) => void) => {
  let text = '';

  const findCommandEnd = (from: number): number => {
    const next = /[\^~]|! U1 /.exec(text.slice(from));
    return next ? from + next.index : -1;
  };
  /** Consumes one command. Returns false when more bytes are needed. */
  const consumeZplCommand = (): boolean => {
    const start = text.search(/[\^~]|! U1 /);
    if (start === -1) {
      // An SGD line may be incomplete yet.
      text = text.slice(-SGD.length);
      return false;
    }
    if (start > 0) text = text.slice(start);
    if (text.startsWith('!')) return consumeSgdCommand();
    if (text.length < 3) return false;
    if (text.startsWith('~')) return consumeTildeCommand();
    if (text.startsWith('^XA') || text.startsWith('^XZ')) return emitCommand(3, 3);
    const end = findCommandEnd(1);
    return end === -1 ? false : emitCommand(3, end);
  };
  const emitCommand = (nameEnd: number, end: number): boolean => {
    const command = {
      name: text.slice(0, nameEnd).toUpperCase(),
      parameters: text.slice(nameEnd, end).trim(),
    };
    text = text.slice(end);
    onCommand(command);
    return true;
  };
  const consumeSgdCommand = (): boolean => {
    const end = text.search(/[\r\n]/);
    return end === -1 ? false : emitCommand(SGD.length, end);
  };
  const consumeTildeCommand = (): boolean => {
    const digits = /^~[A-Z]{2}\d*/i.exec(text)?.[0].length ?? 3;
    return emitCommand(3, text.startsWith('~SD') ? Math.min(digits, 5) : 3);
  };

  return (chunk) => {
    text += chunk.toString('latin1');
    while (consumeZplCommand());
    if (text.length > MAX_COMMAND) text = '';
  };
};
