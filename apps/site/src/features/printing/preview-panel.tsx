import type { LabelData, LabelWarning, Media, Template } from '@yunbiao/label';
import { Icon, Status } from '@yunbiao/ui';
import { useMemo } from 'react';
import { drawLabel } from '../../kit/label/draw-label.ts';
import { LabelPreview } from '../../kit/label/label-preview.tsx';
import { useEngine } from '../../kit/label/use-engine.ts';
import { type Scan, useScan } from '../../kit/label/use-scan.ts';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';
import css from './print.module.css';
import { ScanLines, Scans, warningsBeside } from '../../kit/label/scans.tsx';

type PreviewPanelProps = {
  template: Template;
  media: Media;
  data: LabelData;
  /** When formulas are worked out: now, to the minute. */
  at: string;
  /** Row in view, from 0, and how many there are. */
  row: number;
  rows: number;
  onRow: (row: number) => void;
  title: string;
};

const Stepper = ({ row, rows, onRow }: Pick<PreviewPanelProps, 'row' | 'rows' | 'onRow'>) => (
  <>
    <span className="small no-wrap">
      第 <b>{row + 1}</b> / {rows.toLocaleString('zh-CN')} 行
    </span>
    <span className="push-end row" style={{ gap: 0 }}>
      <button
        type="button"
        className="icon-button"
        aria-label="上一行"
        disabled={row === 0}
        onClick={() => onRow(row - 1)}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="下一行"
        disabled={row >= rows - 1}
        onClick={() => onRow(row + 1)}
      >
        <Icon name="right" />
      </button>
    </span>
  </>
);

/** Left out of the label, or too long to be taken at all. */
const isRefused = ({ level, code }: LabelWarning): boolean =>
  level === 'error' || code === 'field-too-long';

const Said = ({ warnings, scan }: { warnings: readonly LabelWarning[]; scan: Scan }) => (
  <ul className={css.said} aria-live="polite">
    {warningsBeside(warnings, scan).map((warning) => (
      <li key={warning.elementId + warning.code + warning.message}>
        <Status kind={isRefused(warning) ? 'failed' : 'uncertain'}>{warning.message}</Status>
      </li>
    ))}
    {scan.phase === 'read' && <ScanLines grades={scan.grades} />}
  </ul>
);

const hasToSay = (warnings: readonly LabelWarning[], scan: Scan): boolean =>
  warnings.length > 0 ||
  (scan.phase === 'read' && scan.grades.some(({ grade }) => grade !== 'ample'));

/** The label exactly as the printer will get it, one row at a time. */
export const PreviewPanel = (props: PreviewPanelProps) => {
  const { template, media, data, at } = props;
  const state = useEngine();
  const attempt = useMemo(
    () =>
      state.phase === 'ready' ? drawLabel(state.engine, template, data, media, at) : undefined,
    [state, template, data, media, at],
  );
  const drawn = attempt?.drawn ?? null;
  const scan = useScan(drawn);
  const turned = media.rotation === 90 || media.rotation === 270;
  const size = {
    widthMm: turned ? template.heightMm : template.widthMm,
    heightMm: turned ? template.widthMm : template.heightMm,
    dotsPerMm: getDotsPerMm(media.dpi),
  };
  return (
    <figure>
      <div className="plate">
        <header>
          <b>预览</b>
          {props.rows > 1 && <Stepper {...props} />}
        </header>
        {attempt?.problem ? (
          <p className={css.problem} role="alert">
            {attempt.problem}
          </p>
        ) : (
          <LabelPreview
            state={state}
            drawn={drawn}
            size={size}
            title={props.title}
            footer={(scale) => (
              <footer className={css.caption}>
                {drawn && (
                  <>
                    <span>
                      {drawn.widthDots} × {drawn.heightDots} 点
                    </span>
                    <Scans drawn={drawn} scan={scan} />
                  </>
                )}
                <span className="push-end">
                  {media.dpi} dpi · {scale}
                </span>
              </footer>
            )}
          />
        )}
      </div>
      {drawn && hasToSay(drawn.warnings, scan) && <Said warnings={drawn.warnings} scan={scan} />}
    </figure>
  );
};
