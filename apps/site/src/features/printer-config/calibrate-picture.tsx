import { calibrationMarks, calibrationTemplate } from '@yunbiao/label/calibration';
import { useMemo } from 'react';
import { DotCanvas } from '../../kit/label/dot-canvas.tsx';
import { drawLabel } from '../../kit/label/draw-label.ts';
import { LabelWait } from '../../kit/label/label-wait.tsx';
import { useEngine } from '../../kit/label/use-engine.ts';
import { vars } from '@yunbiao/ui/vars.ts';
import s from './config.module.css';
import type { Config } from './draft.ts';

/** The label that is measured, as it should come out. */
export const CalibratePicture = ({ config }: { config: Config }) => {
  const state = useEngine();
  const attempt = useMemo(() => {
    const marks = calibrationMarks(config);
    if (state.phase !== 'ready' || !marks) return null;
    return drawLabel(state.engine, calibrationTemplate(config, marks), {}, { dpi: config.dpi });
  }, [state, config]);
  return (
    <div
      className={s.measured}
      style={vars({
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
        <LabelWait state={state} small />
      )}
    </div>
  );
};
