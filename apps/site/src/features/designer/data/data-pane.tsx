import type { LabelData, Template } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { type ReactNode, useCallback, useState } from 'react';
import { useDeclinedZeroQuestions } from '../../../kit/data/lost-zeros.tsx';
import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import { type Designer, useDesigner } from '../designer.ts';
import { addField } from '@yunbiao/designer/edit';
import { DataBar } from './data-bar.tsx';
import { DataGrid } from './data-grid.tsx';
import { DataNotes } from './data-notes.tsx';
import css from './data.module.css';
import { createFieldForColumn } from './sheet.ts';
import type { Data } from './use-data.ts';
import { useFileOpening } from '../../../kit/data/open/use-file-opening.ts';
import { describeUnprinted, useUnprintedFinder } from '../use-unprinted.ts';
import { useSheetChecks } from './use-sheet-checks.ts';
import { useVisibleRows } from './use-visible-rows.ts';

const PasteDialog = createOnDemandComponent(
  async () => (await import('./paste-dialog.tsx')).PasteDialog,
);

/** Adds a field for each of the columns, which then fill them. */
const addFieldsForColumns = (
  designer: Designer,
  data: Data,
  template: Template,
  columns: readonly number[],
): void => {
  const { sheet } = data;
  let next = sheet.columns;
  let fields = template.fields;
  for (const column of columns) {
    const field = createFieldForColumn(sheet, column, fields);
    fields = [...fields, field];
    next = next.map((name, at) => (at === column ? field.name : name));
  }
  const addedFields = fields.slice(template.fields.length);
  designer.execute('添加一栏', (doc) =>
    addedFields.reduce((now, field) => addField(field)(now), doc),
  );
  data.set({ columns: next });
};

/** Describes what a row does not print. */
const useRowDescription = (template: Template): ((row: LabelData | undefined) => string) => {
  const find = useUnprintedFinder(template);
  return useCallback(
    (row) => (find && row ? describeUnprinted(find(row), template) : ''),
    [find, template],
  );
};

type DataPaneProps = {
  data: Data;
  isOpen: boolean;
  /** Menu for which the top bar has no room on a phone. */
  menu: ReactNode;
};

/** The rows below the canvas: a bar without rows, a table with rows. */
export const DataPane = ({ data, isOpen, menu }: DataPaneProps) => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const [isFolded, setFolded] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const closePasteDialog = useCallback(() => setPasting(false), []);
  const { sheet, rows } = data;
  const hasRows = sheet.cells.length > 0;
  const checks = useSheetChecks(rows, hasRows);
  const { warned, visible, filter, isOnlyWarned, ...view } = useVisibleRows(data, checks);
  const describeRow = useRowDescription(template);
  const shownUnprinted = describeRow(sheet.isSample ? undefined : rows[data.current]);
  const [openings, setOpenings] = useState(0);
  const dismissed = useDeclinedZeroQuestions(JSON.stringify([openings, sheet.columns]));
  const revealOpenedRows = (): void => {
    setOpenings((count) => count + 1);
    view.showAll();
    setFolded(false);
  };
  const opening = useFileOpening((file, { cells, rowNumbers, sheets, sheet: openSheet }) => {
    data.take(
      { name: file.name, cells, rowNumbers, sheets, sheet: openSheet, file },
      template.fields,
    );
    revealOpenedRows();
  });
  const addFields = (columns: readonly number[]): void =>
    addFieldsForColumns(designer, data, template, columns);
  return (
    <section
      className={css.pane}
      aria-label="数据"
      data-tour="data"
      data-open={isOpen || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        event.preventDefault();
        if (file) void opening.open(file);
      }}
    >
      <DataBar
        {...{ data, warned, visible, filter, isOnlyWarned, isFolded, opening, menu }}
        isChecking={checks.checked < rows.length}
        onFilter={view.setFilter}
        onOnlyWarned={view.setOnlyWarned}
        onFold={setFolded}
        onPaste={() => setPasting(true)}
      />
      {hasRows && !isFolded && (
        <>
          <DataNotes {...{ data, template, opening, settled: dismissed }} onNewFields={addFields} />
          {shownUnprinted && <p className={css.unprintedNote}>{shownUnprinted}</p>}
          <DataGrid
            {...{ data, template, checks, visible, describeRow }}
            onNewField={(column) => addFields([column])}
          />
        </>
      )}
      {isPasting && (
        <PasteDialog
          onClose={closePasteDialog}
          onGiveUp={closePasteDialog}
          onCells={(cells) => {
            data.take(
              { name: '粘贴的行', cells, rowNumbers: [], sheets: [], sheet: 0, file: null },
              template.fields,
            );
            revealOpenedRows();
          }}
        />
      )}
    </section>
  );
};
