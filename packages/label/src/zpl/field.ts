import { decodeText } from './encoding.ts';
import type { FieldData } from './field-data.ts';
import type { TextContent, ZplContent, ZplField } from './label.ts';
import type { Tell } from './notice.ts';
import type { Draft } from './printer.ts';

/** A field as it is drawn, once its format has ended; undefined for one that draws nothing. */
export function finishField(
  draft: Draft,
  values: ReadonlyMap<number, FieldData>,
  tell: Tell,
): ZplField | undefined {
  const { place, number, serial } = draft;
  // White turns nothing round.
  if (draft.isLost || (draft.isReversed && draft.isWhite)) return undefined;
  // Its number's value, wherever that is given, goes before its own.
  const value = (number === undefined ? undefined : values.get(number)) ?? draft.data;
  const content = draft.shape ?? (value && getContent(draft, value));
  if (content === undefined) {
    if (number !== undefined && value === undefined)
      tell('note', place, `^FN${number} 没有给值，空着`);
    else if (draft.code !== undefined) tell('warning', place, '条码没有内容（^FD），没有画');
    return undefined;
  }
  return {
    place,
    x: draft.x,
    y: draft.y,
    origin: draft.origin ?? 'corner',
    ...(draft.isFollowing ? { isFollowing: true } : {}),
    isRight: draft.isRight,
    rotation: draft.shape === undefined ? (draft.rotation ?? 0) : 0,
    ink: draft.isReversed ? 'reversed' : draft.isWhite ? 'white' : 'black',
    content,
    ...(number === undefined ? {} : { number }),
    ...(serial === undefined ? {} : { serial }),
  };
}

function getContent(
  { code, font, block, spacing }: Draft,
  { bytes, text }: FieldData,
): ZplContent | undefined {
  if (bytes.length === 0) return undefined;
  if (code !== undefined) return { kind: 'code', code, data: bytes, text: plainText(text, bytes) };
  if (font === undefined) return undefined;
  const content: TextContent = { kind: 'text', text, font, spacing };
  return block === undefined ? content : { ...content, block };
}

const UTF8 = { set: 28, table: '' };

/** What a reader of the code shows: its bytes are UTF-8 where they can be, whatever the printer takes text for. */
function plainText(text: string, bytes: Uint8Array): string {
  const asUtf8 = decodeText(bytes, UTF8);
  return asUtf8.includes('\ufffd') ? text : asUtf8;
}
