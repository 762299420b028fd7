import type { CallOutput } from '@yunbiao/contract';
import { BATCH_STATE_LABELS } from '@yunbiao/contract/printing/print-labels';
import { toast } from '@yunbiao/ui';
import { parseNumber } from '@yunbiao/ui/number.ts';
import { useEffect, useRef, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { callWithIdempotencyKey } from '../../kit/printing/idempotent-call.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { createRandomKey } from '../../kit/site/random-key.ts';
import { useApi } from '../../kit/site/site.tsx';
import { describeCorrection } from './calibration-messages.ts';
import type { Config } from './draft.ts';

export type PrintedCalibration = CallOutput<'calibratePrint'>;
/** Lengths as they are typed, mm. */
export type MeasuredCalibration = { leftMm: string; topMm: string; spanMm: string };

const NOTHING: MeasuredCalibration = { leftMm: '', topMm: '', spanMm: '' };

/** Prints the calibration label and tracks its progress. */
const useCalibrationPrint = (config: Config) => {
  const api = useApi();
  const [printed, setPrinted] = useState<PrintedCalibration | null>(null);
  const [statusText, setStatusText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  /** Idempotency key, so that a repeated request prints the same label. */
  const key = useRef('');
  usePrintEvents((event) => {
    if (event.type === 'batch' && event.batchNo === printed?.batchNo)
      setStatusText(`校准标签：${BATCH_STATE_LABELS[event.state]}`);
  });
  const printRuler = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    key.current ||= createRandomKey();
    const reply = await callWithIdempotencyKey(api, 'calibratePrint', {
      id: config.id,
      idempotencyKey: key.current,
    });
    setIsBusy(false);
    if (reply.state === 'fail') return showFailure(reply);
    key.current = '';
    setPrinted(reply.data);
    setStatusText('校准标签：排队');
  };
  return { printed, status: statusText, isBusy, print: printRuler };
};

export type CalibrateProps = {
  config: Config;
  onChanged: (config: Config) => void;
  onClose: () => void;
};

/** Steps of the calibration: print, enter what was measured, and then undo or print again. */
export const useCalibration = ({ config, onChanged, onClose }: CalibrateProps) => {
  const api = useApi();
  const calibrationPrint = useCalibrationPrint(config);
  const { printed, print } = calibrationPrint;
  const [isDone, setIsDone] = useState(false);
  const form = useForm<MeasuredCalibration>(NOTHING);
  useEffect(preloadValidationSchemas, []);
  const saveCalibration = async (): Promise<Errors | null> => {
    if (!printed) return {};
    const { values } = form;
    const spanMm = values.spanMm.trim();
    const reply = await sendForm(api, 'calibrate', {
      id: config.id,
      batchNo: printed.batchNo,
      leftMm: parseNumber(values.leftMm) ?? values.leftMm,
      topMm: parseNumber(values.topMm) ?? values.topMm,
      ...(spanMm === '' ? {} : { spanMm: parseNumber(spanMm) ?? spanMm }),
    });
    if (!reply.data) return reply.errors;
    onChanged(reply.data);
    setIsDone(true);
    return null;
  };
  const undoCalibration = async (): Promise<void> => {
    const reply = await api.call('calibrateUndo', { id: config.id });
    if (reply.state === 'fail') return showFailure(reply);
    onChanged(reply.data);
    toast.success(`撤回了：${describeCorrection(reply.data)}`);
    onClose();
  };
  const printAgain = (): void => {
    form.replaceValues(NOTHING);
    setIsDone(false);
    void print();
  };
  return {
    ...calibrationPrint,
    form,
    isDone,
    save: saveCalibration,
    undo: undoCalibration,
    printAgain,
  };
};
