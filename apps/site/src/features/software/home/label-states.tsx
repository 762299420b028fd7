import { LabelPaper } from '@yunbiao/ui/label/label-paper.tsx';
import { Section } from '@yunbiao/ui/section.tsx';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { Picture, ShownLabel } from '../shown-label.ts';
import { formatTemplateSize } from '../template.ts';
import css from './label-states.module.css';

type Shown = { kind: StatusKind; name: string; why: string };

/** The five labels of the strip in print order. */
const STRIP: readonly Shown[] = [
  { kind: 'ok', name: '已打印', why: '打印机应答：已空闲' },
  { kind: 'sent', name: '已送达', why: '收下了，没有凭据' },
  { kind: 'uncertain', name: '待确认', why: '连接断了，请看一眼' },
  { kind: 'running', name: '正在打印', why: '已发出，等应答' },
  { kind: 'queued', name: '排队', why: '还没有发出' },
];

/** Cells of the illustrated batch: one cell per label, with counts. */
const CELLS: readonly { mark: string; name: string; count: number }[] = [
  { mark: '', name: '已打印', count: 34 },
  { mark: 'sent', name: '已送达，无凭据', count: 6 },
  { mark: 'uncertain', name: '待确认', count: 1 },
  { mark: 'printing', name: '正在打印', count: 1 },
  { mark: 'waiting', name: '排队', count: 18 },
];
const TOTAL = CELLS.reduce((sum, cell) => sum + cell.count, 0);
const DONE = CELLS.slice(0, 3).reduce((sum, cell) => sum + cell.count, 0);

/** A label that is waiting, half printed, or printed. */
const RollLabel = ({ kind, paper, title }: Pick<Shown, 'kind'> & Picture) => (
  <div className={css.place}>
    {(kind === 'queued' || kind === 'running') && <div className={css.blank} />}
    {kind !== 'queued' && (
      <div className={kind === 'running' ? css.half : undefined}>
        <LabelPaper paper={paper} title={title} />
      </div>
    )}
    {kind === 'running' && <span className={css.head} />}
  </div>
);

const LabelStrip = ({ label }: { label: ShownLabel }) => {
  const { pictures } = label;
  return (
    <div
      className={css.frame}
      style={toCssVars({
        W: label.widthMm,
        H: label.heightMm,
        ratio: `${label.widthMm} / ${label.heightMm}`,
      })}
      tabIndex={0}
      role="group"
      aria-label="五张标签和它们的状态"
    >
      <div className={css.roll}>
        {STRIP.map((label, index) => {
          const picture = pictures[index % pictures.length];
          return picture && <RollLabel key={label.name} kind={label.kind} {...picture} />;
        })}
      </div>
      <ul className={css.notes}>
        {STRIP.map((label) => (
          <li key={label.name}>
            <Status kind={label.kind}>{label.name}</Status>
            <span className="faint">{label.why}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

const BatchCells = () => (
  <div className={css.cells} aria-hidden="true">
    {CELLS.flatMap((cell) =>
      Array.from({ length: cell.count }, (_, index) => (
        <i key={`${cell.name} ${index}`} className={cell.mark && css[cell.mark]} />
      )),
    )}
  </div>
);

/** Explains label states with an illustrated batch. */
export const LabelStates = ({ label, figure }: { label: ShownLabel; figure: number }) => (
  <Section
    title={
      <>
        一张一张地打印，
        <wbr />
        一张一张地记
      </>
    }
    paragraphs={[
      '标签不是文档，错一张就是错一箱货。一批拆成一张一张，每一张都有自己的状态和凭据。',
      '打印机在同一条连接上回答“已空闲”，或者你亲眼看见了，才算已打印。',
    ]}
  >
    <figure>
      <div className="plate">
        <header>
          <b className={css.name}>示例批次</b>
          <span className="faint hide ellipsis" title={label.name}>
            {label.name}
          </span>
          <span className="faint hide">
            {formatTemplateSize(label)}，{TOTAL}&nbsp;张
          </span>
          <span className="push-end">
            <Status kind="running">
              正在打印 {DONE + 1} / {TOTAL}
            </Status>
          </span>
        </header>
        <LabelStrip label={label} />
        <BatchCells />
        <footer className={css.key}>
          {CELLS.map((cell) => (
            <span key={cell.name}>
              <i className={cell.mark && css[cell.mark]} />
              {cell.name} {cell.count}
            </span>
          ))}
        </footer>
      </div>
      <figcaption>
        <b>图 {figure}</b>
        <span>
          一格是一张标签，涂满的有凭据。没有凭据的，绝不写成“已打印”；待确认的留给你定，绝不自动重新打印。
        </span>
      </figcaption>
    </figure>
  </Section>
);
