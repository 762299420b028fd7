import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../kit/guide/trouble-guides.ts';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import type { Config } from './draft.ts';

/** Loads on first use. */
export const CalibrateOnDemand = createOnDemandComponent(
  async () => (await import('./calibrate-dialog.tsx')).CalibrateDialog,
);

/** Button to calibrate a configuration. */
export const CalibrateRow = ({
  config,
  isDirty,
  onOpen,
  onUndo,
}: {
  /** Null for an unsaved configuration. */
  config: Config | null;
  isDirty: boolean;
  onOpen: () => void;
  onUndo: () => void;
}) => {
  if (!config)
    return (
      <div className="field span-6">
        <p className="small quiet">先保存配置，再打印一张校准标签，量两个数，这里就自动填好。</p>
      </div>
    );
  return (
    <div className="field span-6">
      <div className="row">
        <button type="button" className="button compact" disabled={isDirty} onClick={onOpen}>
          按实测校准
        </button>
        {config.calibratedFrom && (
          <button type="button" className="bare small" disabled={isDirty} onClick={onUndo}>
            撤回校准
          </button>
        )}
        <span className="small faint">
          {isDirty ? '有未保存的修改，先保存再校准' : '打印一张，拿尺子量两个数，不用试来试去'}
        </span>
        <GuideLink guide={PLACE_GUIDES.calibration}>打印偏了怎么办</GuideLink>
      </div>
    </div>
  );
};
