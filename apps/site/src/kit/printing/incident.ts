import type { CallInput, CallOutput } from '@yunbiao/contract';
import { toast } from '@yunbiao/ui';
import { formatCount } from '@yunbiao/ui/format.ts';
import { useRef, useState } from 'react';
import { showFailure } from '../page/show-failure.ts';
import { useApi } from '../site/site.tsx';
import { formatLabelRow } from './label-places.ts';
import { type ReprintConsent, confirmReprint, findReprintQuestion } from './reprint-questions.ts';

export type Incident = CallOutput<'incidentList'>['list'][number];
type Label = Incident['labels'][number];

/** Number of labels that are named; further labels are only counted. */
const MAX_NAMED_LABELS = 2;

/** 苹果、梨等 5 张. Equal labels are named once. */
export const getIncidentName = ({ labels }: Pick<Incident, 'labels'>): string => {
  const names = [...new Set(labels.map((label) => label.title || formatLabelRow(label)))];
  const shownNames = names.slice(0, MAX_NAMED_LABELS).join('、');
  return names.length > MAX_NAMED_LABELS ? `${shownNames}等` : shownNames;
};

/** Decision of the member for each label. */
export type IncidentDecision = {
  batchNo: string;
  printed?: readonly Label[];
  reprint?: readonly Label[];
};

type Input = CallInput<'incidentSettle'>;

const toLabelAttempts = (labels: readonly Label[] = []) =>
  labels.map(({ id, attempt }) => ({ id, attempt }));

const toResolveIncidentInput = ({ batchNo, printed, reprint }: IncidentDecision): Input => ({
  batchNo,
  printed: toLabelAttempts(printed),
  reprint: toLabelAttempts(reprint),
});

/** Describes the result: 3 张记为已打印，2 张排到后面重新打印. */
export const describeIncidentResolution = ({
  printed,
  reprint,
  unchanged,
}: CallOutput<'incidentSettle'>): string =>
  [
    ...(printed > 0 ? [`${formatCount(printed)} 张记为已打印`] : []),
    ...(reprint > 0 ? [`${formatCount(reprint)} 张排到后面重新打印`] : []),
    ...(unchanged > 0 ? [`${formatCount(unchanged)} 张先前已经定了，没有动`] : []),
  ].join('，');

/** Sends the decision of the member on an incident. Ignores repeated clicks. */
export const useResolveIncident = (onSettled: (decision: IncidentDecision) => void) => {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const settleIncident = async (decision: IncidentDecision): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    let consent: ReprintConsent = {};
    let reply = await api.call('incidentSettle', toResolveIncidentInput(decision));
    for (
      let question = findReprintQuestion(reply, consent);
      question;
      question = findReprintQuestion(reply, consent)
    ) {
      if (reply.state === 'ok' || !(await confirmReprint(question, reply))) break;
      consent = { ...consent, [question]: true };
      reply = await api.call('incidentSettle', { ...toResolveIncidentInput(decision), ...consent });
    }
    sending.current = false;
    setBusy(false);
    // The member declined the question and already knows the reason.
    if (reply.state === 'fail')
      return findReprintQuestion(reply, consent) ? undefined : showFailure(reply);
    toast.success(describeIncidentResolution(reply.data));
    onSettled(decision);
  };
  return { busy, settle: settleIncident };
};
