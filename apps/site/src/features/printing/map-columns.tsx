import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData, TemplateField } from '@yunbiao/label';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type Pasted, parseCells, type Separator } from '../../kit/data/cells.ts';
import {
  listColumns,
  guessMapping,
  type Mapping,
  takeRows,
  takenText,
  withColumn,
} from '../../kit/data/columns.ts';
import css from './map-columns.module.css';

const SEPARATOR_WORDS: readonly { value: Separator; label: string }[] = [
  { value: '\t', label: '制表符（从表格复制的）' },
  { value: ',', label: '逗号' },
  { value: ';', label: '分号' },
  { value: '|', label: '竖线' },
];

type Props = {
  pasted: Pasted;
  fields: readonly TemplateField[];
  /** Row of the grid the first pasted one goes to, from 0. */
  at: number;
  onTake: (rows: LabelData[], said: string) => void;
  onCancel: () => void;
};

const Columns = ({
  cells,
  fields,
  mapping,
  onMapping,
}: {
  cells: readonly string[][];
  fields: readonly TemplateField[];
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
}) => (
  <ol className={css.columns}>
    {listColumns(cells, mapping).map(({ name, samples }, at) => {
      const chosen = mapping.columns[at] ?? '';
      return (
        <li key={at} className={chosen ? undefined : css.off}>
          <span className={css.name}>
            <b>{name}</b>
            <small title={samples.join('\n')}>{samples.join('、') || '空的'}</small>
          </span>
          <span className="field-box compact">
            <select
              aria-label={`“${name}”这一列放进`}
              value={chosen}
              onChange={(event) => onMapping(withColumn(mapping, at, event.target.value || null))}
            >
              <option value="">忽略</option>
              {fields.map((field) => (
                <option key={field.name} value={field.name}>
                  {field.label}
                </option>
              ))}
            </select>
          </span>
        </li>
      );
    })}
  </ol>
);

/** Which pasted column is which field: guessed, shown with its first rows, and chosen before anything is taken. */
export const MapColumns = ({ pasted, fields, at, onTake, onCancel }: Props) => {
  const [separator, setSeparator] = useState(pasted.separator);
  const cells = useMemo(() => parseCells(pasted.text, separator), [pasted.text, separator]);
  const [mapping, setMapping] = useState(() => guessMapping(cells, fields));
  const taken = useMemo(() => takeRows(cells, mapping, MAX_ROWS - at), [cells, mapping, at]);
  const said = takenText(cells, mapping, fields, taken);
  const take = useRef<HTMLButtonElement>(null);
  useEffect(() => take.current?.focus(), []);

  const split = (by: Separator): void => {
    setSeparator(by);
    setMapping(guessMapping(parseCells(pasted.text, by), fields));
  };
  const use = (): void => {
    if (taken.rows.length > 0) onTake(taken.rows, said);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
    else use();
    event.preventDefault();
  };
  return (
    <section className={`span-6 ${css.map}`} aria-label="对列" onKeyDown={onKeyDown}>
      <header>
        <b>贴进来的列放进哪一栏</b>
        <label className="check small quiet">
          <input
            type="checkbox"
            checked={mapping.hasHeader}
            onChange={(event) => setMapping(guessMapping(cells, fields, event.target.checked))}
          />
          第一行是列名
        </label>
        <label className={css.split}>
          列之间是
          <span className="field-box compact">
            <select value={separator} onChange={(event) => split(event.target.value as Separator)}>
              {SEPARATOR_WORDS.map((word) => (
                <option key={word.value} value={word.value}>
                  {word.label}
                </option>
              ))}
            </select>
          </span>
        </label>
      </header>
      <Columns {...{ cells, fields, mapping }} onMapping={setMapping} />
      <footer>
        <p className="small quiet" aria-live="polite">
          {said}
          {at > 0 ? `；从第 ${at + 1} 行放起` : ''}。
        </p>
        <div className="row">
          <button
            ref={take}
            type="button"
            className="button primary compact"
            disabled={taken.rows.length === 0}
            data-wrong={taken.rows.length > 0 || undefined}
            onClick={use}
          >
            放进 {taken.rows.length.toLocaleString('zh-CN')} 行
          </button>
          <button type="button" className="button compact" data-wrong onClick={onCancel}>
            不贴了
          </button>
        </div>
      </footer>
    </section>
  );
};
