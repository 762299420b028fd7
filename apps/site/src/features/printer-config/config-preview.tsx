import type { Dpi } from '@yunbiao/label';
import { computeRowWidthMm } from '@yunbiao/label/stock';
import { Bench } from '@yunbiao/ui/label/bench.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { Fragment, useMemo } from 'react';
import { DotCanvas } from '../../kit/label/dot-canvas.tsx';
import { drawLabelOrExplain } from '../../kit/label/engine/draw-label.ts';
import { LabelPlaceholder } from '../../kit/label/label-placeholder.tsx';
import { useLabelEngine } from '../../kit/label/engine/use-engine.ts';
import s from './config.module.css';
import {
  computeContentFrame,
  convertMmToDots,
  createMediaFromPaper,
  describeOffset,
  createSpecimenTemplate,
  type Paper,
} from './geometry.ts';

/** Visible liner next to the labels, and visible part of neighbour labels, mm. */
const LINER_MM = 2;
const NEIGHBOUR_MM = 3;
/** Margin of the bench next to the liner, mm. */
const BENCH_MARGIN_MM = 2;
/** Maximum height of the preview, px, and maximum scale, px per mm. */
const MAX_HEIGHT_PX = 420;
const MAX_PX_PER_MM = 6;

/** The specimen, drawn for this head and paper, including cut-off content. */
const Specimen = ({ paper, dpi }: { paper: Paper; dpi: Dpi }) => {
  const state = useLabelEngine();
  const attempt = useMemo(
    () =>
      state.phase === 'ready'
        ? drawLabelOrExplain(
            state.engine,
            createSpecimenTemplate(paper),
            {},
            createMediaFromPaper(paper, dpi),
          )
        : null,
    [state, paper, dpi],
  );
  if (!attempt) return <LabelPlaceholder state={state} small={paper.heightMm < 15} />;
  if (attempt.problem !== null) return <p className={s.problem}>{attempt.problem}</p>;
  return (
    <div className={s.specimen}>
      <DotCanvas
        drawn={attempt.drawn}
        widthPx={0}
        heightPx={0}
        title={`${paper.widthMm} × ${paper.heightMm} 毫米的样张，按打印头的点画出`}
      />
    </div>
  );
};

const PaperRollPreview = ({ paper, dpi }: { paper: Paper; dpi: Dpi }) => {
  const { widthMm, heightMm, gapMm, columns, columnGapMm } = paper;
  const rowMm = computeRowWidthMm(paper);
  const lefts = Array.from({ length: columns }, (_, column) => column * (widthMm + columnGapMm));
  const above = gapMm + NEIGHBOUR_MM;
  const frame = computeContentFrame(paper);
  const pxPerMm = Math.min(MAX_PX_PER_MM, MAX_HEIGHT_PX / (heightMm + 2 * above));
  return (
    <Bench
      pxPerMm={pxPerMm}
      fitWidthMm={rowMm + 2 * (LINER_MM + BENCH_MARGIN_MM)}
      origin={{ xMm: LINER_MM + BENCH_MARGIN_MM, yMm: above }}
      widthMm={widthMm}
      heightMm={heightMm}
      highlight={{ x: { from: 0, length: widthMm }, y: { from: 0, length: heightMm } }}
    >
      <div
        className={`placed ${s.liner}`}
        style={toCssVars({
          x: -LINER_MM,
          y: -above,
          w: rowMm + 2 * LINER_MM,
          h: heightMm + 2 * above,
        })}
      />
      {lefts.map((x) => (
        <Fragment key={x}>
          <div
            className={`placed ${s.paper} ${s.before}`}
            style={toCssVars({ x, y: -above, w: widthMm, h: NEIGHBOUR_MM })}
          />
          {x > 0 && (
            <div
              className={`placed ${s.paper}`}
              style={toCssVars({ x, y: 0, w: widthMm, h: heightMm })}
            />
          )}
          <div
            className={`placed ${s.paper} ${s.after}`}
            style={toCssVars({ x, y: heightMm + gapMm, w: widthMm, h: NEIGHBOUR_MM })}
          />
        </Fragment>
      ))}
      <div
        className={`placed ${s.paper}`}
        style={toCssVars({ x: 0, y: 0, w: widthMm, h: heightMm })}
      >
        <Specimen paper={paper} dpi={dpi} />
      </div>
      {frame.isOver && (
        <div
          className={`placed ${s.frame}`}
          style={toCssVars({ x: frame.xMm, y: frame.yMm, w: frame.widthMm, h: frame.heightMm })}
        />
      )}
    </Bench>
  );
};

type ConfigPreviewProps = {
  /** Null while the size in the form is invalid. */
  paper: Paper | null;
  dpi: Dpi;
};

/** The label on its liner, to scale, with the effect of the settings. */
export const ConfigPreview = ({ paper, dpi }: ConfigPreviewProps) => {
  const offsetText = paper ? describeOffset(paper) : '';
  return (
    <figure aria-label="标签预览">
      <div className="plate">
        <header>
          <b>预览</b>
          <span className="faint">走纸方向 ↑</span>
          {paper && (
            <span className="push-end faint">
              底纸 {Number((computeRowWidthMm(paper) + 2 * LINER_MM).toFixed(2))} mm
            </span>
          )}
        </header>
        {paper ? (
          <PaperRollPreview paper={paper} dpi={dpi} />
        ) : (
          <div className={s.nopaper}>
            <Status kind="uncertain">填好标签的宽和高，这里按比例画出来</Status>
          </div>
        )}
        {paper && (
          <footer>
            <span>
              {convertMmToDots(paper.widthMm, dpi)} × {convertMmToDots(paper.heightMm, dpi)} 点
            </span>
            <span>{dpi} dpi</span>
            <span className="push-end">
              {paper.columns > 1 && `一排 ${paper.columns} 张 · `}
              {paper.gapMm > 0 ? `间隙 ${paper.gapMm} mm` : '连续纸'}
              {paper.pitchScale !== 100 && ` · 走纸 ${paper.pitchScale} %`}
            </span>
          </footer>
        )}
      </div>
      <figcaption>
        <b>样张</b>
        <span>
          {offsetText
            ? `虚线是偏移后的内容框：${offsetText}。超出模切线的部分打印不到标签上。`
            : '没有偏移，内容正对模切线。'}
        </span>
      </figcaption>
    </figure>
  );
};
