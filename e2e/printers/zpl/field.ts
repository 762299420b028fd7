/** An element that is not drawn as dots: there are no fonts and bar codes here. */
export type Look = {
  /** `^FD`, or the command that draws it. */
  what: string;
  x: number;
  y: number;
  data: string;
  /** ^A, ^CF, ^B…, ^FW, ^BY and ^CI that apply to it. */
  with: string;
};

/** The current field, from one ^FS to the next. */
export type Field = {
  x: number;
  y: number;
  flip: boolean;
  hex: string | null;
  /** ^FN */
  number: string | null;
  /** ^A and ^B…, as received. */
  parts: string[];
  hasData: boolean;
};

export const createField = (at: { x: number; y: number }): Field => ({
  ...at,
  flip: false,
  hex: null,
  number: null,
  parts: [],
  hasData: false,
});

/** ^FH: an indicator and two hex digits are a byte. */
export const decodeHex = (data: Buffer, hex: string | null): string => {
  const mark = hex?.charCodeAt(0);
  const bytes: number[] = [];
  for (let at = 0; at < data.length; at++) {
    const pair = data.toString('latin1', at + 1, at + 3);
    if (data[at] === mark && /^[0-9a-fA-F]{2}$/.test(pair)) {
      bytes.push(Number.parseInt(pair, 16));
      at += 2;
    } else bytes.push(data[at] ?? 0);
  }
  return Buffer.from(bytes).toString('utf8');
};
