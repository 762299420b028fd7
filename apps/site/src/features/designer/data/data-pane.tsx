import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import { restoreZero } from '@yunbiao/label/lost-zeros';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { addField } from '../model/edit.ts';
import { LostZeros, useSettled } from '../../../kit/data/lost-zeros.tsx';
import { onDemand } from '../../../kit/site/on-demand.ts';
import { useDesigner } from '../designer.ts';
import { DataBar } from './data-bar.tsx';
import { DataGrid } from './data-grid.tsx';
import css from './data.module.css';
import { EncodingChoice } from './encoding-choice.tsx';
import { emptyFields, fieldFor, mapped, rowsLeftOut, rowsWith, unusedColumns } from './sheet.ts';
import type { Data } from './use-data.ts';
import { useOpening } from './use-opening.ts';
import { useWarned } from './use-warned.ts';

const PasteDialog = onDemand(async () => (await import('./paste-dialog.tsx')).PasteDialog);

/** Which rows are in view: with the text, and with something to be said of them. */
const useVisible = (data: Data, warned: readonly number[], isOnlyWarned: boolean) => {
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => rowsWith(data.body, wanted), [data.body, wanted]);
  const visible = useMemo(() => {
    if (!isOnlyWarned) return found;
    const has = found && new Set(found);
    return has ? warned.filter((at) => has.has(at)) : warned;
  }, [found, warned, isOnlyWarned]);
  return { filter, setFilter, visible };
};

/** The rows below the canvas: a bar while there are none, a table once there are. */
export const DataPane = ({
  data,
  isOpen,
  menu,
}: {
  data: Data;
  isOpen: boolean;
  /** What the bar at the top has no room for on a phone. */
  menu: ReactNode;
}) => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const [isFolded, setFolded] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const stopPasting = useCallback(() => setPasting(false), []);
  const [isOnlyWarned, setOnlyWarned] = useState(false);
  const { sheet, rows } = data;
  const hasRows = sheet.cells.length > 0;
  const checks = useWarned(rows, hasRows);
  const warned = useMemo(
    () =>
      rows.flatMap((row, at) => (checks.warnings.has(row) || checks.troubles.has(row) ? [at] : [])),
    [rows, checks],
  );
  const isOnly = isOnlyWarned && warned.length > 0;
  const { filter, setFilter, visible } = useVisible(data, warned, isOnly);
  const [openings, setOpenings] = useState(0);
  const settled = useSettled(JSON.stringify([openings, sheet.columns]));
  const opened = (): void => {
    setOpenings((count) => count + 1);
    setFilter('');
    setOnlyWarned(false);
    setFolded(false);
  };
  const opening = useOpening(data, template.fields, opened);
  const addFields = (columns: readonly number[]): void => {
    let next = data.sheet.columns;
    let fields = template.fields;
    for (const column of columns) {
      const field = fieldFor(sheet, column, fields);
      fields = [...fields, field];
      next = next.map((name, at) => (at === column ? field.name : name));
    }
    const added = fields.slice(template.fields.length);
    designer.act('加一栏', (doc) => added.reduce((now, field) => addField(field)(now), doc));
    data.set({ columns: next });
  };
  const unused = useMemo(
    () => (hasRows ? unusedColumns(sheet, template) : []),
    [hasRows, sheet, template],
  );
  const leftOut = rowsLeftOut(sheet);
  const empty = hasRows ? emptyFields(template, sheet.columns) : [];
  return (
    <section
      className={css.pane}
      aria-label="数据"
      data-open={isOpen || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        event.preventDefault();
        if (file) void opening.open(file);
      }}
    >
      <DataBar
        {...{ data, warned, visible, filter, isFolded, opening, menu }}
        isChecking={checks.checked < rows.length}
        isOnlyWarned={isOnly}
        onFilter={setFilter}
        onOnlyWarned={setOnlyWarned}
        onFold={setFolded}
        onPaste={() => setPasting(true)}
      />
      {hasRows && !isFolded && (
        <>
          <p className={css.notes}>
            <label className="check">
              <input
                type="checkbox"
                checked={sheet.hasHeader}
                onChange={({ target: { checked } }) => {
                  const { columns } = mapped(sheet.cells, template.fields, checked);
                  data.set({ hasHeader: checked, columns, picked: [], current: 0 });
                }}
              />
              第一行是列名
            </label>
            {data.file && <EncodingChoice file={data.file} opening={opening} />}
            <LostZeros
              template={template}
              rows={rows}
              settled={settled}
              onFill={({ name }, lost) =>
                data.editColumn({ rows: lost, column: sheet.columns.indexOf(name) }, restoreZero)
              }
            />
            {leftOut > 0 && (
              <Status kind="uncertain">
                {`最后 ${leftOut} 行没有放进来：一批最多 ${MAX_ROWS.toLocaleString('zh-CN')} 行`}
              </Status>
            )}
            {unused.length > 0 && (
              <button type="button" className="bare" onClick={() => addFields(unused)}>
                <Icon name="plus" />
                没用的 {unused.length} 列都变成新的一栏
              </button>
            )}
            {empty.length > 0 && (
              <span className="quiet">
                {empty.map((name) => `“${name}”`).join('、')}没有列，空着
              </span>
            )}
          </p>
          <DataGrid
            {...{ data, template, checks, visible }}
            onNewField={(column) => addFields([column])}
          />
        </>
      )}
      {isPasting && (
        <PasteDialog
          onClose={stopPasting}
          onGiveUp={stopPasting}
          onCells={(cells) => {
            data.take(
              { name: '粘贴的行', cells, sheets: [], sheet: 0, file: null },
              template.fields,
            );
            opened();
          }}
        />
      )}
    </section>
  );
};
