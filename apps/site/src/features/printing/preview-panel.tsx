import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { findLabelGuide } from '../../kit/guide/trouble-guides.ts';
import type { LabelData, LabelWarning, Media, Template } from '@yunbiao/label';
import { Icon, Status } from '@yunbiao/ui';
import { useMemo } from 'react';
import { drawLabelOrExplain } from '../../kit/label/engine/draw-label.ts';
import { LabelPreview } from '../../kit/label/label-preview.tsx';
import { useLabelEngine } from '../../kit/label/engine/use-engine.ts';
import { type Scan, useCodeScan } from '../../kit/label/scan/use-scan.ts';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';
import css from './print.module.css';
import {
  ScanLines,
  ScanStatus,
  selectUnresolvedWarnings,
} from '../../kit/label/scan/scan-results.tsx';

type PreviewPanelProps = {
  template: Template;
  media: Media;
  data: LabelData;
  /** Time used by formulas: now, to the minute. */
  at: string;
  /** Row in view, 0-based, and the number of rows. */
  row: number;
  rows: number;
  /** Name of the row in view when it comes from a sheet, else ''. */
  sheetRowName: string;
  onRow: (row: number) => void;
  title: string;
};

type StepperProps = Pick<PreviewPanelProps, 'row' | 'rows' | 'sheetRowName' | 'onRow'>;

const RowStepper = ({ row, rows, sheetRowName, onRow }: StepperProps) => (
  <>
    <span className="small">
      {sheetRowName && <span className="no-wrap">{sheetRowName}，</span>}
      <span className="no-wrap">
        第 <b>{row + 1}</b> / {rows.toLocaleString('zh-CN')} {sheetRowName ? '张' : '行'}
      </span>
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

/** The element is omitted from the label, or the value is too long to be accepted. */
const isBlockingWarning = ({ level, code }: LabelWarning): boolean =>
  level === 'error' || code === 'field-too-long';

const WarningList = ({ warnings, scan }: { warnings: readonly LabelWarning[]; scan: Scan }) => {
  const unresolved = selectUnresolvedWarnings(warnings, scan);
  const grades = scan.phase === 'read' ? scan.grades : [];
  const guide = findLabelGuide(
    unresolved,
    grades.map(({ grade }) => grade),
  );
  return (
    <ul className={css.said} aria-live="polite">
      {unresolved.map((warning) => (
        <li key={warning.elementId + warning.code + warning.message}>
          <Status kind={isBlockingWarning(warning) ? 'failed' : 'uncertain'}>
            {warning.message}
          </Status>
        </li>
      ))}
      <ScanLines grades={grades} />
      {guide && (
        <li>
          <GuideLink guide={guide} />
        </li>
      )}
    </ul>
  );
};

const hasPreviewMessages = (warnings: readonly LabelWarning[], scan: Scan): boolean =>
  warnings.length > 0 ||
  (scan.phase === 'read' && scan.grades.some(({ grade }) => grade !== 'ample'));

/** Shows one row's label exactly as the printer will receive it. */
export const PreviewPanel = (props: PreviewPanelProps) => {
  const { template, media, data, at } = props;
  const state = useLabelEngine();
  const attempt = useMemo(
    () =>
      state.phase === 'ready'
        ? drawLabelOrExplain(state.engine, template, data, media, at)
        : undefined,
    [state, template, data, media, at],
  );
  const drawnLabel = attempt?.drawn ?? null;
  const scan = useCodeScan(drawnLabel);
  const isTurned = media.rotation === 90 || media.rotation === 270;
  const size = {
    widthMm: isTurned ? template.heightMm : template.widthMm,
    heightMm: isTurned ? template.widthMm : template.heightMm,
    dotsPerMm: getDotsPerMm(media.dpi),
  };
  return (
    <figure>
      <div className="plate">
        <header>
          <b>预览</b>
          {props.rows > 1 && <RowStepper {...props} />}
        </header>
        {attempt?.problem ? (
          <p className={css.problem} role="alert">
            {attempt.problem}
          </p>
        ) : (
          <LabelPreview
            state={state}
            drawn={drawnLabel}
            size={size}
            title={props.title}
            renderFooter={(scale) => (
              <footer className={css.caption}>
                {drawnLabel && (
                  <>
                    <span>
                      {drawnLabel.widthDots} × {drawnLabel.heightDots} 点
                    </span>
                    <ScanStatus drawn={drawnLabel} scan={scan} />
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
      {drawnLabel && hasPreviewMessages(drawnLabel.warnings, scan) && (
        <WarningList warnings={drawnLabel.warnings} scan={scan} />
      )}
    </figure>
  );
};
