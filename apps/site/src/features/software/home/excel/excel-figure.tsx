import { Link } from '@tanstack/react-router';
import { LabelReference } from '@yunbiao/ui/label/label-paper.tsx';
import { Section } from '@yunbiao/ui/section.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { ShownLabel } from '../../shown-label.ts';
import css from './excel-figure.module.css';
import type { ExcelRows } from './excel-rows.ts';

/** Number of labels beside the worksheet. The strip above draws them. */
const LABELS = 3;
/** Row that is marked, from 0, and its label. */
const MARKED = 1;
/** Height of the worksheet, and of its row of column letters, px. */
const HEIGHT = 268;
const LETTERS_HEIGHT = 28;

/** Widest and narrowest column, in half-width characters. */
const COLUMN_WIDTH = { min: 6, max: 16 } as const;
/** Space beside the text of a cell, in half-width characters. */
const CELL_PADDING = 2;

const sumNumbers = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Width of a text in half-width characters; Chinese ones count twice. */
const measureText = (text: string): number =>
  Array.from(text).reduce((width, character) => width + (character > '\u2e7f' ? 2 : 1), 0);

/** Relative widths of the columns, by their longest text. */
const computeColumnWidths = ({ heads, rows }: ExcelRows): number[] =>
  heads.map((head, column) => {
    const widest = Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map(measureText));
    return Math.min(COLUMN_WIDTH.max, Math.max(COLUMN_WIDTH.min, widest)) + CELL_PADDING;
  });

const ExcelWorksheet = ({ heads, rows }: ExcelRows) => (
  <table
    className={css.sheet}
    style={toCssVars({ row: `${(HEIGHT - LETTERS_HEIGHT) / (rows.length + 1)}px` })}
  >
    <colgroup>
      <col />
      {computeColumnWidths({ heads, rows }).map((width, column, widths) => (
        <col key={column} style={{ width: `${(width / sumNumbers(widths)) * 100}%` }} />
      ))}
    </colgroup>
    <thead>
      <tr aria-hidden="true">
        <td />
        {heads.map((head, index) => (
          <td key={head}>{String.fromCodePoint(65 + index)}</td>
        ))}
      </tr>
      <tr>
        <td aria-hidden="true">1</td>
        {heads.map((head) => (
          <th key={head} scope="col" title={head}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index} className={index === MARKED ? css.marked : undefined}>
          <td aria-hidden="true">{index + 2}</td>
          {row.map((value, column) => (
            <td key={column} title={value}>
              {value}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Lines from the first rows to their labels. */
const RowToLabelLines = ({ rowCount }: { rowCount: number }) => {
  const rowHeight = (HEIGHT - LETTERS_HEIGHT) / (rowCount + 1);
  return (
    <svg
      className={css.wires}
      viewBox={`0 0 40 ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {Array.from({ length: LABELS }, (_, index) => {
        const from = LETTERS_HEIGHT + rowHeight * (index + 1.5);
        const to = (HEIGHT / LABELS) * (index + 0.5);
        return (
          <path
            key={index}
            className={index === MARKED ? css.markedWire : undefined}
            d={`M0 ${Math.round(from) + 0.5}h${12 + index * 8}V${Math.round(to) + 0.5}H40`}
          />
        );
      })}
    </svg>
  );
};

/** A worksheet whose rows are labels of the strip above, drawn a second time. */
export const ExcelFigure = ({
  alias,
  label,
  table,
  figure,
}: {
  alias: string;
  label: ShownLabel;
  table: ExcelRows;
  figure: number;
}) => (
  <Section
    title={
      <>
        Excel 的一行，
        <wbr />
        就是一张标签
      </>
    }
    paragraphs={[
      '在设计器里打开 Excel、CSV，或者直接粘贴。列名和标签上的栏对得上，一行打印一张。',
      '货号开头的 0 要是丢了，会先问你；长数字不会变成科学计数。文件只在你的浏览器里读，不上传。',
    ]}
    link={
      <Link
        className="link"
        to="/$soft/tools/design-{$id}.html"
        params={{ soft: alias, id: label.id }}
        hash="data"
      >
        用 Excel 填这张标签
      </Link>
    }
  >
    <figure>
      <div className="plate">
        <header>
          <b className={css.name}>示例表格.xlsx</b>
          <span className="faint hide">{table.rows.length} 行</span>
          <span className="push-end">
            <Status kind="ok">列名都对上了</Status>
          </span>
        </header>
        <div
          className={css.merge}
          style={toCssVars({ W: label.widthMm, H: label.heightMm, height: `${HEIGHT}px` })}
        >
          <ExcelWorksheet {...table} />
          <RowToLabelLines rowCount={table.rows.length} />
          <div className={css.labels} aria-hidden="true">
            {label.pictures.slice(0, LABELS).map((picture, index) => (
              <div key={picture.id} className={index === MARKED ? css.markedLabel : undefined}>
                <LabelReference
                  paperId={picture.id}
                  widthDots={picture.widthDots}
                  heightDots={picture.heightDots}
                />
              </div>
            ))}
          </div>
        </div>
      </div>
      <figcaption>
        <b>图 {figure}</b>
        <span>列名和栏名一样，就自动对上；哪一行缺了字、哪一行放不下，打印前就指给你看。</span>
      </figcaption>
    </figure>
  </Section>
);
