import type { CallOutput } from '@yunbiao/contract';
import { MEASURED_MM } from '@yunbiao/contract/limits/print-config';
import { BATCH_STATE_WORDS } from '@yunbiao/contract/print-words';
import { Dialog, toast } from '@yunbiao/ui';
import { NumberField } from '@yunbiao/ui/field.tsx';
import { readNumber } from '@yunbiao/ui/number.ts';
import { useEffect, useRef, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { callWithKey } from '../../kit/printing/keyed-call.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { randomKey } from '../../kit/site/random-key.ts';
import { useApi } from '../../kit/site/site.tsx';
import { CalibratePicture } from './calibrate-picture.tsx';
import { correctionWords } from './calibrate-words.ts';
import s from './config.module.css';
import type { Config } from './draft.ts';

type Printed = CallOutput<'calibratePrint'>;
type Measured = { leftMm: string; topMm: string; spanMm: string };

const NOTHING: Measured = { leftMm: '', topMm: '', spanMm: '' };

/** Prints the label to be measured, and hears how far it is. */
const usePrinted = (config: Config) => {
  const api = useApi();
  const [printed, setPrinted] = useState<Printed | null>(null);
  const [said, setSaid] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  /** Of a label whose answer was lost: asked for again, it is the same one. */
  const key = useRef('');
  usePrintEvents((event) => {
    if (event.type === 'batch' && event.batchNo === printed?.batchNo)
      setSaid(`校准标签：${BATCH_STATE_WORDS[event.state]}`);
  });
  const print = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    key.current ||= randomKey();
    const reply = await callWithKey(api, 'calibratePrint', {
      id: config.id,
      idempotencyKey: key.current,
    });
    setIsBusy(false);
    if (reply.state === 'fail') return sayFailure(reply);
    key.current = '';
    setPrinted(reply.data);
    setSaid('校准标签：排队');
  };
  return { printed, said, isBusy, print };
};

type CalibrateProps = {
  config: Config;
  onChanged: (config: Config) => void;
  onClose: () => void;
};

/** What the numbers came to, and the ways from there. */
const Corrected = ({
  config,
  onAgain,
  onUndo,
  onClose,
}: {
  config: Config;
  onAgain: () => void;
  onUndo: () => void;
  onClose: () => void;
}) => (
  <div className={s.steps}>
    <p className="medium">改好了：{correctionWords(config)}。</p>
    <p className="small quiet">再打一张看看：框到两边的距离和框里写的一样，就准了。</p>
    <div className={s.presses}>
      <button type="button" className="bare small" onClick={onUndo}>
        撤回校准
      </button>
      <button type="button" className="button" onClick={onAgain}>
        再打一张看看
      </button>
      <button type="button" className="button primary" onClick={onClose} data-autofocus>
        完成
      </button>
    </div>
  </div>
);

/** 按实测校准: a label is printed, measured with a ruler, and two or three numbers are typed. */
export const CalibrateDialog = ({ config, onChanged, onClose }: CalibrateProps) => {
  const api = useApi();
  const { printed, said, isBusy, print } = usePrinted(config);
  const [isDone, setIsDone] = useState(false);
  const form = useForm<Measured>(NOTHING);
  const { values, errors } = form;
  useEffect(prepareValidation, []);
  const save = async (): Promise<Errors | null> => {
    if (!printed) return {};
    const spanMm = values.spanMm.trim();
    const sent = await sendForm(api, 'calibrate', {
      id: config.id,
      batchNo: printed.batchNo,
      leftMm: readNumber(values.leftMm) ?? values.leftMm,
      topMm: readNumber(values.topMm) ?? values.topMm,
      ...(spanMm === '' ? {} : { spanMm: readNumber(spanMm) ?? spanMm }),
    });
    if (!sent.data) return sent.errors;
    onChanged(sent.data);
    setIsDone(true);
    return null;
  };
  const undo = async (): Promise<void> => {
    const reply = await api.call('calibrateUndo', { id: config.id });
    if (reply.state === 'fail') return sayFailure(reply);
    onChanged(reply.data);
    toast.success(`撤回了：${correctionWords(reply.data)}`);
    onClose();
  };
  const again = (): void => {
    form.put(NOTHING);
    setIsDone(false);
    void print();
  };
  const number = (name: keyof Measured, label: string, hint: string) => (
    <NumberField
      label={label}
      name={name}
      unit="mm"
      hint={hint}
      step={0.1}
      {...MEASURED_MM[name]}
      value={values[name]}
      error={errors[name]}
      onChange={(typed) => form.set({ [name]: typed })}
    />
  );
  return (
    <Dialog title="按实测校准" shape="wide" maxWidth={560} onClose={onClose}>
      {isDone ? (
        <Corrected config={config} onAgain={again} onUndo={() => void undo()} onClose={onClose} />
      ) : (
        <form className={s.steps} {...form.props(save)}>
          <CalibratePicture config={config} />
          <div className={s.presses}>
            <p className="small quiet push-end" aria-live="polite">
              {said || '从装着这种标签纸的打印机打一张，算一张标签的量。'}
            </p>
            <button
              type="button"
              className={printed ? 'button compact' : 'button compact primary'}
              aria-disabled={isBusy}
              onClick={() => void print()}
            >
              {printed ? '重新打一张' : '打一张校准标签'}
            </button>
          </div>
          {printed && (
            <>
              <p className="small">拿尺子量框的外沿，纸从哪边出来都按字是正的看。</p>
              <div className={s.sizes}>
                {number('leftMm', '标签左边到框', `应该是 ${printed.marks.leftMm} mm`)}
                {number('topMm', '标签上边到框', `应该是 ${printed.marks.topMm} mm`)}
                {number('spanMm', '框高', `应该是 ${printed.marks.spanMm} mm，一样就不填`)}
              </div>
              <div className={s.presses}>
                <button type="button" className="button" onClick={onClose}>
                  取消
                </button>
                <button type="submit" className="button primary" aria-disabled={form.isBusy}>
                  按这些数校准
                </button>
              </div>
            </>
          )}
        </form>
      )}
    </Dialog>
  );
};
