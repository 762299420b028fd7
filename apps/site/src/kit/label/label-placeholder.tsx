import { Icon } from '@yunbiao/ui';
import { type EngineState, startLoadingEngine } from './engine/engine.ts';
import css from './label.module.css';

/** Placeholder on the paper while the engine is loading. */
export const LabelPlaceholder = ({
  state,
  small = false,
}: {
  state: EngineState;
  small?: boolean;
}) => {
  if (state.phase === 'failed')
    return (
      <div className={css.wait} role="alert">
        {!small && <span>字体没取到，请检查网络</span>}
        <button type="button" className="bare" onClick={startLoadingEngine}>
          <Icon name="retry" />
          重试
        </button>
      </div>
    );
  if (small) return null;
  const share = state.phase === 'loading' ? state.share : 0;
  return (
    <div className={css.wait}>
      <span>正在取字体 {Math.round(share * 100)} %</span>
      <progress value={share} aria-label="取字体的进度" />
    </div>
  );
};
