import type { LabelData, Template } from '@yunbiao/label';
import { useMemo } from 'react';
import { DotCanvas } from './dot-canvas.tsx';
import { drawLabelOrExplain } from './engine/draw-label.ts';
import css from './label.module.css';
import { LabelPlaceholder } from './label-placeholder.tsx';
import { useLabelEngine } from './engine/use-engine.ts';

type LabelThumbProps = {
  template: Template;
  data: LabelData;
  title: string;
  /** Maximum size on the page, CSS px. Small labels are not scaled above 2.5 px per mm. */
  maxWidthPx: number;
  maxHeightPx: number;
  maxPxPerMm?: number;
};

/** Thumbnail of a label, drawn by the print engine and scaled down smoothly. */
export const LabelThumb = (props: LabelThumbProps) => {
  const { template, data } = props;
  const state = useLabelEngine();
  const attempt = useMemo(
    () =>
      state.phase === 'ready'
        ? drawLabelOrExplain(state.engine, template, data, { dpi: 203 })
        : undefined,
    [state, template, data],
  );
  const pxPerMm = Math.min(
    props.maxPxPerMm ?? 2.5,
    props.maxWidthPx / template.widthMm,
    props.maxHeightPx / template.heightMm,
  );
  const widthPx = Math.round(template.widthMm * pxPerMm);
  const heightPx = Math.round(template.heightMm * pxPerMm);
  return (
    <div className={`${css.paper} ${css.tiny}`} style={{ width: widthPx, height: heightPx }}>
      {attempt?.drawn ? (
        <DotCanvas
          drawn={attempt.drawn}
          widthPx={widthPx}
          heightPx={heightPx}
          title={props.title}
        />
      ) : attempt ? null : (
        <LabelPlaceholder state={state} small />
      )}
    </div>
  );
};
