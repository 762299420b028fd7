import type { Answer } from './decode.ts';
import { encodeRequest, name, uri } from './encode.ts';
import type { SentAttributes } from './encode.ts';
import { ask } from './request.ts';
import type { Line } from './request.ts';
import type { Operation } from './tags.ts';

/** A printer, or a queue, that speaks IPP. */
export type Ipp = {
  /**
   * Asks it for something, behind the request a document.
   * @throws UnreachableError when no byte was sent, LostAnswerError when it may have been carried out
   */
  ask: (
    operation: Operation,
    request?: {
      about?: SentAttributes;
      job?: SentAttributes;
      document?: Uint8Array;
      /** Called right before the first byte. */
      onStart?: (() => void) | undefined;
    },
  ) => Promise<Answer>;
};

export type IppTarget = {
  line: Line;
  /** As it calls itself: `ipp://host/ipp/print`. */
  printerUri: string;
  /** Who asks. */
  user: string;
  /** In what language its words for people are wanted. */
  language: 'zh-cn' | 'en';
};

const MAX_ID = 0x7fffffff;

export const createIpp = ({ line, printerUri, user, language }: IppTarget): Ipp => {
  let id = 0;
  return {
    ask: (operation, { about = [], job = [], document, onStart } = {}) => {
      id = id === MAX_ID ? 1 : id + 1;
      const request = encodeRequest({
        operation,
        id,
        language,
        about: [['printer-uri', uri(printerUri)], ['requesting-user-name', name(user)], ...about],
        job,
      });
      return ask(line, document ? [request, document] : [request], onStart);
    },
  };
};
