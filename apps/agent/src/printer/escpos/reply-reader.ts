/** Replies of an ESC/POS printer to our queries. */
export type ReplyEvents = {
  /** Answer to `DLE EOT n`: one byte without the n. */
  onStatus: (byte: number) => void;
  /** Process ID response: the four characters from the stream. */
  onEcho: (id: string) => void;
};

const HEADER = 0x37;
const PROCESS_ID = 0x22;
const ID_LENGTH = 4;
const NUL = 0x00;

/**
 * Bits 1 and 4 are always set, 0 and 7 never (Epson's ESC/POS reference, "DLE EOT"). No other data
 * has this pattern.
 */
const isStatusByte = (byte: number): boolean => (byte & 0x93) === 0x12;

/**
 * Separates status bytes and process ID responses for any chunking. Ignores automatic status (`GS
 * a`) and flow control. Our IDs contain no byte that could be a status, so a status byte inside a
 * response, as some clones send, is a status.
 */
export const createReplyReader = (events: ReplyEvents): ((chunk: Uint8Array) => void) => {
  /** Bytes of the current response; null when none has started. */
  let response: number[] | null = null;

  const processReplyByte = (byte: number): void => {
    if (isStatusByte(byte)) return events.onStatus(byte);
    if (byte === HEADER) {
      response = [];
      return;
    }
    if (!response) return;
    const at = response.length;
    if (at <= ID_LENGTH && (at > 0 || byte === PROCESS_ID)) {
      response.push(byte);
      return;
    }
    const [, ...id] = response;
    response = null;
    if (at > ID_LENGTH && byte === NUL) events.onEcho(String.fromCharCode(...id));
  };

  return (chunk) => {
    for (const byte of chunk) processReplyByte(byte);
  };
};
