import type { Dpi } from '@yunbiao/label';
import { rowWidthMm } from '@yunbiao/label/stock';
import { Bench } from '@yunbiao/ui/bench.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { vars } from '@yunbiao/ui/vars.ts';
import { Fragment, useMemo } from 'react';
import { DotCanvas } from '../../kit/label/dot-canvas.tsx';
import { drawLabel } from '../../kit/label/draw-label.ts';
import { LabelWait } from '../../kit/label/label-wait.tsx';
import { useEngine } from '../../kit/label/use-engine.ts';
import s from './config.module.css';
import { contentFrame, listDots, getMedia, offsetWords, specimen, type Paper } from './geometry.ts';

/** Bare liner beside the labels, and how much of the neighbours is seen, mm. */
const LINER_MM = 2;
const PEEK_MM = 3;
/** Bench beside the liner, mm. */
const AROUND_MM = 2;
/** The preview is at most this tall, px, and this large, px per mm. */
const TALLEST_PX = 420;
const LARGEST_PX_PER_MM = 6;

/** The specimen, drawn for this head and this paper: what is cut off is cut off there. */
const Specimen = ({ paper, dpi }: { paper: Paper; dpi: Dpi }) => {
  const state = useEngine();
  const attempt = useMemo(
    () =>
      state.phase === 'ready'
        ? drawLabel(state.engine, specimen(paper), {}, getMedia(paper, dpi))
        : null,
    [state, paper, dpi],
  );
  if (!attempt) return <LabelWait state={state} small={paper.heightMm < 15} />;
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

const Roll = ({ paper, dpi }: { paper: Paper; dpi: Dpi }) => {
  const { widthMm: w, heightMm: h, gapMm, columns, columnGapMm } = paper;
  const rowMm = rowWidthMm(paper);
  const lefts = Array.from({ length: columns }, (_, column) => column * (w + columnGapMm));
  const above = gapMm + PEEK_MM;
  const frame = contentFrame(paper);
  const pxPerMm = Math.min(LARGEST_PX_PER_MM, TALLEST_PX / (h + 2 * above));
  return (
    <Bench
      pxPerMm={pxPerMm}
      fitMm={rowMm + 2 * (LINER_MM + AROUND_MM)}
      origin={{ xMm: LINER_MM + AROUND_MM, yMm: above }}
      widthMm={w}
      heightMm={h}
      mark={{ x: { from: 0, length: w }, y: { from: 0, length: h } }}
    >
      <div
        className={`placed ${s.liner}`}
        style={vars({ x: -LINER_MM, y: -above, w: rowMm + 2 * LINER_MM, h: h + 2 * above })}
      />
      {lefts.map((x) => (
        <Fragment key={x}>
          <div
            className={`placed ${s.paper} ${s.before}`}
            style={vars({ x, y: -above, w, h: PEEK_MM })}
          />
          {x > 0 && <div className={`placed ${s.paper}`} style={vars({ x, y: 0, w, h })} />}
          <div
            className={`placed ${s.paper} ${s.after}`}
            style={vars({ x, y: h + gapMm, w, h: PEEK_MM })}
          />
        </Fragment>
      ))}
      <div className={`placed ${s.paper}`} style={vars({ x: 0, y: 0, w, h })}>
        <Specimen paper={paper} dpi={dpi} />
      </div>
      {frame.isOver && (
        <div
          className={`placed ${s.frame}`}
          style={vars({ x: frame.xMm, y: frame.yMm, w: frame.widthMm, h: frame.heightMm })}
        />
      )}
    </Bench>
  );
};

type ConfigPreviewProps = {
  /** Null while the size in the form is not one. */
  paper: Paper | null;
  dpi: Dpi;
};

/** The label on its liner, to scale, with what the settings do to it. */
export const ConfigPreview = ({ paper, dpi }: ConfigPreviewProps) => {
  const moved = paper ? offsetWords(paper) : '';
  return (
    <figure aria-label="标签预览">
      <div className="plate">
        <header>
          <b>预览</b>
          <span className="faint">走纸方向 ↑</span>
          {paper && (
            <span className="push-end faint">
              底纸 {Number((rowWidthMm(paper) + 2 * LINER_MM).toFixed(2))} mm
            </span>
          )}
        </header>
        {paper ? (
          <Roll paper={paper} dpi={dpi} />
        ) : (
          <div className={s.nopaper}>
            <Status kind="uncertain">填好标签的宽和高，这里按比例画出来</Status>
          </div>
        )}
        {paper && (
          <footer>
            <span>
              {listDots(paper.widthMm, dpi)} × {listDots(paper.heightMm, dpi)} 点
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
          {moved
            ? `虚线是偏移后的内容框：${moved}。超出模切线的部分印不到标签上。`
            : '没有偏移，内容正对模切线。'}
        </span>
      </figcaption>
    </figure>
  );
};
