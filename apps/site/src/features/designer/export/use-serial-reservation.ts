import type { Template } from '@yunbiao/label';
import { useRef } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { callWithIdempotencyKey } from '../../../kit/printing/idempotent-call.ts';
import { createRandomKey } from '../../../kit/site/random-key.ts';
import { useApi, useSite } from '../../../kit/site/site.tsx';
import { getViewerZone } from '../../../kit/table/days.ts';
import { useDesigner } from '../designer.ts';
import type { Refusal } from './refusal.ts';
import { type NextSerials, refuseReservation } from './serial-numbers.ts';

/** First number of each serial field, and the time for formulas. */
type Reserved = { serials: NextSerials; at: string };

export type SerialReservation = {
  /** Why no numbers can be reserved for these labels; null when they can. */
  refuse: (template: Template, rows: number) => Promise<Refusal | null>;
  /** The next numbers; null when the server refused, which is shown. */
  preview: () => Promise<NextSerials | null>;
  /** Takes the numbers of as many rows; null when the server refused, which is shown. */
  reserve: (rows: number) => Promise<Reserved | null>;
};

/** Serial numbers of the saved template from the server. */
export const useSerialReservation = (): SerialReservation => {
  const designer = useDesigner();
  const api = useApi();
  const { session } = useSite();
  /** Key of a request without an answer: its repeat gets the numbers the first one took. */
  const unanswered = useRef<{ request: string; key: string }>(undefined);
  return {
    refuse: async (template, rows) => {
      const isMember = await session.ensureSession();
      return refuseReservation(designer.file.get(), { template, rows, isMember });
    },
    preview: async () => {
      const id = designer.file.get().source.id ?? '';
      const reply = await api.call('printTemplate', { id, tz: getViewerZone() });
      if (reply.state === 'ok') return reply.data.serials;
      showFailure(reply);
      return null;
    },
    reserve: async (rows) => {
      const { id, version } = designer.file.get().source;
      const wanted = { id: id ?? '', version, rows };
      const request = JSON.stringify(wanted);
      if (unanswered.current?.request !== request)
        unanswered.current = { request, key: createRandomKey() };
      const reply = await callWithIdempotencyKey(api, 'reserveSerials', {
        ...wanted,
        idempotencyKey: unanswered.current.key,
        tz: getViewerZone(),
      });
      if (reply.state === 'fail') {
        showFailure(reply);
        return null;
      }
      unanswered.current = undefined;
      const { ranges, localTime } = reply.data;
      return { serials: ranges.map(({ field, first }) => ({ field, next: first })), at: localTime };
    },
  };
};
