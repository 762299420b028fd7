/** What a TSPL printer sends: single bytes, and frames of four. */
export type ReplyEvents = {
  onByte: (byte: number) => void;
  onFrame: (frame: [number, number, number, number]) => void;
};

export type ReplyReader = {
  read: (chunk: Uint8Array) => void;
  /** Whether an 02 may be the beginning of a frame, and not only a paper jam. Not at first. */
  expectFrames: (expected: boolean) => void;
};

const STX = 0x02;
const ETX = 0x03;
const CR = 0x0d;
const LF = 0x0a;
const FRAME = 4;
/** Bytes of a frame are 40 and more; a status byte behind an 02 is hardly ever. */
const LEAST = 0x40;

/** Tells bytes and frames apart, however the stream is cut. An 02 is known for what it is by the byte behind it. */
export const createReplyReader = (events: ReplyEvents): ReplyReader => {
  let framed = false;
  let held: number[] | null = null;
  /** CR and LF behind a frame belong to it. */
  let lineEnds = 0;

  const giveUp = (bytes: readonly number[]): void => {
    held = null;
    events.onByte(STX);
    for (const byte of bytes) take(byte);
  };
  const inFrame = (bytes: number[], byte: number): void => {
    if (bytes.length < FRAME) {
      if (byte < LEAST || byte > 0x7f) return giveUp([...bytes, byte]);
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
      return giveUp([...bytes, byte]);
    held = null;
    lineEnds = 2;
    events.onFrame([message, warning, error, media]);
  };
  const take = (byte: number): void => {
    if (held) return inFrame(held, byte);
    if (lineEnds > 0 && (byte === CR || byte === LF)) {
      lineEnds -= 1;
      return;
    }
    lineEnds = 0;
    if (byte === STX && framed) held = [];
    else events.onByte(byte);
  };

  return {
    read: (chunk) => {
      for (const byte of chunk) take(byte);
    },
    expectFrames: (expected) => {
      framed = expected;
      if (held && !expected) giveUp(held);
    },
  };
};
