import type { Answer } from './decode.ts';
import { encodeRequest, tagNameValue, tagUri } from './encode.ts';
import type { TaggedAttributes } from './encode.ts';
import { sendIppRequest } from './request.ts';
import type { IppEndpoint } from './request.ts';
import type { Operation } from './constants.ts';

/** An IPP printer or queue. */
export type Ipp = {
  /**
   * Sends a request, followed by a document if given.
   * @throws UnreachableError when no byte was sent, LostAnswerError when it may have been executed
   */
  sendRequest: (
    operation: Operation,
    request?: {
      operationAttributes?: TaggedAttributes;
      jobAttributes?: TaggedAttributes;
      document?: Uint8Array;
      /** Called immediately before the first byte. */
      onStart?: (() => void) | undefined;
    },
  ) => Promise<Answer>;
};

export type IppTarget = {
  endpoint: IppEndpoint;
  /** The printer's URI: `ipp://host/ipp/print`. */
  printerUri: string;
  /** Value of `requesting-user-name`. */
  user: string;
  /** Language for messages. */
  language: 'zh-cn' | 'en';
};

const MAX_ID = 0x7fffffff;

export const createIppClient = ({ endpoint, printerUri, user, language }: IppTarget): Ipp => {
  let id = 0;
  return {
    sendRequest: (
      operation,
      { operationAttributes = [], jobAttributes = [], document, onStart } = {},
    ) => {
      id = id === MAX_ID ? 1 : id + 1;
      const request = encodeRequest({
        operation,
        id,
        language,
        operationAttributes: [
          ['printer-uri', tagUri(printerUri)],
          ['requesting-user-name', tagNameValue(user)],
          ...operationAttributes,
        ],
        jobAttributes,
      });
      return sendIppRequest(endpoint, document ? [request, document] : [request], onStart);
    },
  };
};
