import { agentMessage } from '@yunbiao/contract/gateway/gateway';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { isJsonWithinLimits } from './measure-frame.ts';

/** Frames larger than this are scanned before they are parsed, bytes. */
const MEASURE_FROM_BYTES = 4 * 1024;

/**
 * Databases cannot store lone surrogates or NUL. Texts of printers may be cut anywhere and contain
 * any character.
 */
const removeUnstorableCharacters = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

/**
 * Returns null if the text is not a valid message. A frame is UTF-8, so only an escape can contain
 * such a character.
 */
export const parseClientMessage = (text: string): AgentMessage | null => {
  try {
    return agentMessage.parse(
      JSON.parse(text, text.includes('\\u') ? removeUnstorableCharacters : undefined),
    );
  } catch {
    return null;
  }
};

/** Parses a frame; null if it is not a valid message or exceeds the limits. */
export const parseFrame = (frame: Buffer): AgentMessage | null =>
  frame.length > MEASURE_FROM_BYTES && !isJsonWithinLimits(frame)
    ? null
    : parseClientMessage(frame.toString());
