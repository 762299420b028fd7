/** Replies of a TSPL printer: single bytes and frames of four bytes. */
export type ReplyEvents = {
  onByte: (byte: number) => void;
  onFrame: (frame: [number, number, number, number]) => void;
};

export type ReplyReader = {
  read: (chunk: Uint8Array) => void;
  /** Sets whether 02 may start a frame or is only a paper jam. Initially false. */
  expectFrames: (expected: boolean) => void;
};

const STX = 0x02;
const ETX = 0x03;
const CR = 0x0d;
const LF = 0x0a;
const FRAME_BYTES = 4;
/** Lowest byte of a frame. A status byte after 02 is hardly ever as high. */
const MIN_FRAME_BYTE = 0x40;

/** Separates bytes and frames for any chunking. The byte after 02 decides. */
export const createReplyReader = (events: ReplyEvents): ReplyReader => {
  let mayReceiveFrames = false;
  let heldBytes: number[] | null = null;
  /** Number of CR and LF bytes after a frame that may belong to it. */
  let lineEnds = 0;

  const flushAsBytes = (bytes: readonly number[]): void => {
    heldBytes = null;
    events.onByte(STX);
    for (const byte of bytes) processReplyByte(byte);
  };
  const readFrameByte = (bytes: number[], byte: number): void => {
    if (bytes.length < FRAME_BYTES) {
      if (byte < MIN_FRAME_BYTE || byte > 0x7f) return flushAsBytes([...bytes, byte]);
      bytes.push(byte);
      return;
    }
    const [message, warning, error, media] = bytes;
    if (
      byte !== ETX ||
      message === undefined ||
      warning === undefined ||
      error === undefined ||
      media === undefined
    )
      return flushAsBytes([...bytes, byte]);
    heldBytes = null;
    lineEnds = 2;
    events.onFrame([message, warning, error, media]);
  };
  const processReplyByte = (byte: number): void => {
    if (heldBytes) return readFrameByte(heldBytes, byte);
    if (lineEnds > 0 && (byte === CR || byte === LF)) {
      lineEnds -= 1;
      return;
    }
    lineEnds = 0;
    if (byte === STX && mayReceiveFrames) heldBytes = [];
    else events.onByte(byte);
  };

  return {
    read: (chunk) => {
      for (const byte of chunk) processReplyByte(byte);
    },
    expectFrames: (expected) => {
      mayReceiveFrames = expected;
      if (heldBytes && !expected) flushAsBytes(heldBytes);
    },
  };
};
