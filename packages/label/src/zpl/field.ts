import { decodeZplText } from './encoding.ts';
import type { FieldData } from './field-data.ts';
import type { TextContent, ZplContent, ZplField } from './label.ts';
import type { ReportNotice } from './notice.ts';
import type { Draft } from './printer.ts';

/** Builds the field at the end of its format; undefined when it draws nothing. */
export function buildZplField(
  draft: Draft,
  values: ReadonlyMap<number, FieldData>,
  reportNotice: ReportNotice,
): ZplField | undefined {
  const { place, number, serial } = draft;
  // White does not invert anything.
  if (draft.isLost || (draft.isReversed && draft.isWhite)) return undefined;
  // The value of its `^FN` number takes precedence over its own data.
  const value = (number === undefined ? undefined : values.get(number)) ?? draft.data;
  const content = draft.shape ?? (value && buildFieldContent(draft, value));
  if (content === undefined) {
    if (number !== undefined && value === undefined)
      reportNotice('note', place, `^FN${number} 没有给值，空着`);
    else if (draft.code !== undefined)
      reportNotice('warning', place, '条码没有内容（^FD），没有画');
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

function buildFieldContent(
  { code, font, block, spacing }: Draft,
  { bytes, text }: FieldData,
): ZplContent | undefined {
  if (bytes.length === 0) return undefined;
  if (code !== undefined)
    return { kind: 'code', code, data: bytes, text: getScannedCodeText(text, bytes) };
  if (font === undefined) return undefined;
  const content: TextContent = { kind: 'text', text, font, spacing };
  return block === undefined ? content : { ...content, block };
}

const UTF8 = { set: 28, table: '' };

/** Content a scanner shows: UTF-8 where valid, independent of the printer's encoding. */
function getScannedCodeText(text: string, bytes: Uint8Array): string {
  const asUtf8 = decodeZplText(bytes, UTF8);
  return asUtf8.includes('\ufffd') ? text : asUtf8;
}
