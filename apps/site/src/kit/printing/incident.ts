import type { CallInput, CallOutput } from '@yunbiao/contract';
import { toast } from '@yunbiao/ui';
import { formatCount } from '@yunbiao/ui/format.ts';
import { useRef, useState } from 'react';
import { sayFailure } from '../page/say-failure.ts';
import { useApi } from '../site/site.tsx';
import { type Agreed, askAgain, questionIn } from './ask-again.ts';

export type Incident = CallOutput<'incidentList'>['list'][number];
type Label = Incident['labels'][number];

/** Names said before the rest is a number. */
const NAMED = 2;

/** 苹果、梨等 5 张; labels that look alike are named once. */
export const incidentName = ({ labels }: Pick<Incident, 'labels'>): string => {
  const names = [...new Set(labels.map(({ title, sequence }) => title || `第 ${sequence} 行`))];
  const named = names.slice(0, NAMED).join('、');
  return names.length > NAMED ? `${named}等` : named;
};

/** The member's word, label by label. */
export type Word = {
  batchNo: string;
  printed?: readonly Label[];
  reprint?: readonly Label[];
};

type Input = CallInput<'incidentSettle'>;

const seen = (labels: readonly Label[] = []) => labels.map(({ id, attempt }) => ({ id, attempt }));

const getInput = ({ batchNo, printed, reprint }: Word): Input => ({
  batchNo,
  printed: seen(printed),
  reprint: seen(reprint),
});

/** What came of it: 3 张记为已打印，2 张排到后面重打. */
export const settledText = ({
  printed,
  reprint,
  unchanged,
}: CallOutput<'incidentSettle'>): string =>
  [
    ...(printed > 0 ? [`${formatCount(printed)} 张记为已打印`] : []),
    ...(reprint > 0 ? [`${formatCount(reprint)} 张排到后面重打`] : []),
    ...(unchanged > 0 ? [`${formatCount(unchanged)} 张先前已经定了，没有动`] : []),
  ].join('，');

/** Gives the member's word on an incident, once however often it is pressed. */
export const useSettleIncident = (onSettled: (word: Word) => void) => {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const settle = async (word: Word): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    let agreed: Agreed = {};
    let reply = await api.call('incidentSettle', getInput(word));
    for (let asked = questionIn(reply, agreed); asked; asked = questionIn(reply, agreed)) {
      if (reply.state === 'ok' || !(await askAgain(asked, reply))) break;
      agreed = { ...agreed, [asked]: true };
      reply = await api.call('incidentSettle', { ...getInput(word), ...agreed });
    }
    sending.current = false;
    setBusy(false);
    // Who was asked and said no has read why.
    if (reply.state === 'fail') return questionIn(reply, agreed) ? undefined : sayFailure(reply);
    toast.success(settledText(reply.data));
    onSettled(word);
  };
  return { busy, settle };
};
