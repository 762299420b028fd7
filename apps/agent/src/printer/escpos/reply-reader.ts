/** What an ESC/POS printer sends, as far as it was asked for here. */
export type ReplyEvents = {
  /** The answer to a `DLE EOT n`: one byte, which does not say to which n. */
  onStatus: (byte: number) => void;
  /** A process ID response: the four characters that stood in the stream. */
  onEcho: (id: string) => void;
};

const HEADER = 0x37;
const PROCESS_ID = 0x22;
const ID_LENGTH = 4;
const NUL = 0x00;

/** Bits 1 and 4 are always set, 0 and 7 never (Epson's ESC/POS reference, "DLE EOT"); nothing else sent is so. */
const isStatus = (byte: number): boolean => (byte & 0x93) === 0x12;

/**
 * Tells status bytes and process IDs apart, however the stream is cut. Unasked-for statuses (`GS a`), and flow
 * control are passed over. The IDs are ours and have no byte that could be a status: a status byte in the
 * middle of a response, as a clone may send it, is one.
 */
export const createReplyReader = (events: ReplyEvents): ((chunk: Uint8Array) => void) => {
  /** What came of a response; null: none has begun. */
  let held: number[] | null = null;

  const take = (byte: number): void => {
    if (isStatus(byte)) return events.onStatus(byte);
    if (byte === HEADER) {
      held = [];
      return;
    }
    if (!held) return;
    const at = held.length;
    if (at <= ID_LENGTH && (at > 0 || byte === PROCESS_ID)) {
      held.push(byte);
      return;
    }
    const [, ...id] = held;
    held = null;
    if (at > ID_LENGTH && byte === NUL) events.onEcho(String.fromCharCode(...id));
  };

  return (chunk) => {
    for (const byte of chunk) take(byte);
  };
};
