import { CALIBRATION_MEASUREMENTS_MM } from '@yunbiao/contract/limits/print-config';
import { Dialog } from '@yunbiao/ui';
import { NumberField } from '@yunbiao/ui/field.tsx';
import type { Form } from '../../kit/form/use-form.ts';
import { CalibratePicture } from './calibrate-picture.tsx';
import { describeCorrection } from './calibration-messages.ts';
import s from './config.module.css';
import type { Config } from './draft.ts';
import {
  type CalibrateProps,
  type MeasuredCalibration,
  type PrintedCalibration,
  useCalibration,
} from './use-calibration.ts';
import { DialogButtons } from '../../kit/form/dialog-buttons.tsx';

/** Calculated correction, with further actions. */
const CorrectionResult = ({
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
    <p className="medium">改好了：{describeCorrection(config)}。</p>
    <p className="small quiet">再打印一张看看：框到两边的距离和框里写的一样，就准了。</p>
    <div className={s.presses}>
      <button type="button" className="bare small" onClick={onUndo}>
        撤回校准
      </button>
      <button type="button" className="button" onClick={onAgain}>
        再打印一张看看
      </button>
      <button type="button" className="button primary" onClick={onClose} data-autofocus>
        完成
      </button>
    </div>
  </div>
);

type PrintStepProps = { status: string; isPrinted: boolean; isBusy: boolean; onPrint: () => void };

/** Prints the label that is measured. */
const PrintStep = ({ status, isPrinted, isBusy, onPrint }: PrintStepProps) => (
  <div className={s.presses}>
    <p className="small quiet push-end" aria-live="polite">
      {status || '从装着这种标签纸的打印机打印一张，算一张标签的量。'}
    </p>
    <button
      type="button"
      className={isPrinted ? 'button compact' : 'button compact primary'}
      aria-disabled={isBusy}
      onClick={onPrint}
    >
      {isPrinted ? '重新打印一张' : '打印一张校准标签'}
    </button>
  </div>
);

type MeasureStepProps = {
  form: Form<MeasuredCalibration>;
  marks: PrintedCalibration['marks'];
  onClose: () => void;
};

/** Fields for the lengths measured on the label. */
const MeasureStep = ({ form, marks, onClose }: MeasureStepProps) => {
  const renderNumberField = (name: keyof MeasuredCalibration, label: string, hint: string) => (
    <NumberField
      label={label}
      name={name}
      unit="mm"
      hint={hint}
      step={0.1}
      {...CALIBRATION_MEASUREMENTS_MM[name]}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(value) => form.set({ [name]: value })}
    />
  );
  return (
    <>
      <p className="small">拿尺子量框的外沿，纸从哪边出来都按字是正的看。</p>
      <div className={s.sizes}>
        {renderNumberField('leftMm', '标签左边到框', `应该是 ${marks.leftMm} mm`)}
        {renderNumberField('topMm', '标签上边到框', `应该是 ${marks.topMm} mm`)}
        {renderNumberField('spanMm', '框高', `应该是 ${marks.spanMm} mm，一样就不填`)}
      </div>
      <div className={s.presses}>
        <DialogButtons act="按这些数校准" isBusy={form.isBusy} onCancel={onClose} />
      </div>
    </>
  );
};

/** 按实测校准: print a label, measure it with a ruler, enter two or three numbers. */
export const CalibrateDialog = (props: CalibrateProps) => {
  const { config, onClose } = props;
  const { printed, status, isBusy, print, form, isDone, save, undo, printAgain } =
    useCalibration(props);
  return (
    <Dialog title="按实测校准" shape="wide" maxWidth={560} onClose={onClose}>
      {isDone ? (
        <CorrectionResult
          config={config}
          onAgain={printAgain}
          onUndo={() => void undo()}
          onClose={onClose}
        />
      ) : (
        <form className={s.steps} {...form.getFormProps(save)}>
          <CalibratePicture config={config} />
          <PrintStep
            status={status}
            isPrinted={printed !== null}
            isBusy={isBusy}
            onPrint={() => void print()}
          />
          {printed && <MeasureStep form={form} marks={printed.marks} onClose={onClose} />}
        </form>
      )}
    </Dialog>
  );
};
