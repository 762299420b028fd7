import { computeCalibrationFrame, createCalibrationTemplate } from '@yunbiao/label/calibration';
import { useMemo } from 'react';
import { DotCanvas } from '../../kit/label/dot-canvas.tsx';
import { drawLabelOrExplain } from '../../kit/label/engine/draw-label.ts';
import { LabelPlaceholder } from '../../kit/label/label-placeholder.tsx';
import { useLabelEngine } from '../../kit/label/engine/use-engine.ts';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import s from './config.module.css';
import type { Config } from './draft.ts';

/** Picture of the calibration label as a correctly adjusted printer prints it. */
export const CalibratePicture = ({ config }: { config: Config }) => {
  const state = useLabelEngine();
  const attempt = useMemo(() => {
    const marks = computeCalibrationFrame(config);
    if (state.phase !== 'ready' || !marks) return null;
    return drawLabelOrExplain(
      state.engine,
      createCalibrationTemplate(config, marks),
      {},
      { dpi: config.dpi },
    );
  }, [state, config]);
  return (
    <div
      className={s.measured}
      style={toCssVars({
        ratio: `${config.widthMm} / ${config.heightMm}`,
        wide: String(config.widthMm / config.heightMm),
      })}
    >
      {attempt?.drawn ? (
        <DotCanvas
          drawn={attempt.drawn}
          widthPx={0}
          heightPx={0}
          title="校准标签：一个框，两边有尺子，框里写着它到标签左边、上边应有的距离和框高"
        />
      ) : (
        <LabelPlaceholder state={state} small />
      )}
    </div>
  );
};
