import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';
import { buildSampleData } from '@yunbiao/label/placeholders';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  previewSerialNumbers,
  createInitialSerialState,
} from '../../../kit/data/serial-preview.ts';
import {
  createRowNamesForMessages,
  type SheetRowNumbers,
  copyRowWithSheetRowNumber,
} from '../../../kit/data/sheet-rows.ts';
import { assignFieldToColumn } from '../../../kit/data/columns.ts';
import {
  getDataDraftName,
  parseStoredSheetData,
  NO_DATA,
  type SheetData,
  packSheetData,
} from '../../../kit/data/stored-data.ts';
import { removeDraft, getDraftOwner, storeDraft } from '../../../kit/form/drafts.ts';
import { guessTableShapeForNewFields, type TableShape } from '../../../kit/data/table-shape.ts';
import { type Form, useForm } from '../../../kit/form/use-form.ts';
import { useStoredDraft } from '../../../kit/form/use-stored-draft.ts';
import { useSite } from '../../../kit/site/site.tsx';
import { type Designer, useDesigner } from '../designer.ts';
import { renameFieldAfterColumn } from '@yunbiao/designer/fields';
import {
  changeShape,
  listBodyRowIndexes,
  editColumn,
  editCell,
  createFieldForColumn,
  remapRenamedFields,
  getColumnName,
  guessColumnMapping,
  createRowConverter,
  unmapMissingFields,
} from './sheet.ts';

/** Rows read from a file or the clipboard. The file is stored to open another of its sheets. */
type ReadTable = Pick<SheetData, 'name' | 'cells' | 'rowNumbers' | 'sheets' | 'sheet'> & {
  file: File | null;
};

/**
 * Rows per design. A template that is saved for the first time gets a new URL, and its rows must
 * follow.
 */
const sheetsByDesigner = new WeakMap<Designer, { name: string; sheet: SheetData }>();

/** Moves the stored rows to the new URL of the same design and removes them from the old one. */
const useMoveStoredRows = (designer: Designer, form: Form<SheetData>, name: string): void => {
  const { values, markTouched } = form;
  const { session } = useSite().stores;
  useEffect(() => {
    const former = sheetsByDesigner.get(designer);
    if (!former || former.name === name || former.sheet.cells.length === 0) return;
    removeDraft(getDraftOwner(session.get()), former.name, 'tab');
    markTouched();
  }, [designer, name, session, markTouched]);
  useEffect(
    () => void sheetsByDesigner.set(designer, { name, sheet: values }),
    [designer, name, values],
  );
};

/**
 * The rows of a template, stored per member in this tab so that they survive a reload, if the
 * browser has room.
 */
const useStoredSheet = (alias: string, id: string) => {
  const designer = useDesigner();
  const form = useForm(() => sheetsByDesigner.get(designer)?.sheet ?? NO_DATA);
  const hasWarned = useRef(false);
  useMoveStoredRows(designer, form, getDataDraftName(alias, id));
  useStoredDraft(form, {
    name: getDataDraftName(alias, id),
    area: 'tab',
    pick: (sheet) => (sheet.cells.length > 0 ? sheet : null),
    store: (leave, name, sheet) => {
      const packedSheet = packSheetData(sheet);
      const isStored = storeDraft(leave, name, packedSheet, 'tab') && packedSheet !== null;
      if (!isStored && !hasWarned.current) {
        hasWarned.current = true;
        toast.warn('行太多，浏览器存不下：刷新这一页以后要重新打开文件');
      }
      return isStored;
    },
    restore: ({ value }) => parseStoredSheetData(value),
  });
  return form;
};

/** Rows as label data. An unchanged row keeps its object, so that it is not checked again. */
const useLabelRows = (
  body: SheetData['cells'],
  bodyRowNumbers: SheetRowNumbers,
  columns: SheetData['columns'],
): readonly LabelData[] => {
  const memory = useRef<{ key: string; seen: WeakMap<readonly string[], LabelData> }>(undefined);
  return useMemo(() => {
    const key = JSON.stringify(columns);
    if (memory.current?.key !== key) memory.current = { key, seen: new WeakMap() };
    const { seen } = memory.current;
    const read = createRowConverter(columns);
    return body.map((row, at) => {
      const labelRow = seen.get(row) ?? copyRowWithSheetRowNumber(read(row), bodyRowNumbers[at]);
      seen.set(row, labelRow);
      return labelRow;
    });
  }, [body, bodyRowNumbers, columns]);
};

/** The rows of data that can be labels: as cells, as label data, and their names in messages. */
const useRows = ({ cells, shape, rowNumbers, columns }: SheetData) => {
  const bodyRows = useMemo(() => listBodyRowIndexes({ cells, shape }), [cells, shape]);
  const body = useMemo(() => bodyRows.map((at) => cells[at] ?? []), [bodyRows, cells]);
  const bodyRowNumbers = useMemo(
    () => bodyRows.map((at) => rowNumbers[at] ?? null),
    [bodyRows, rowNumbers],
  );
  const rows = useLabelRows(body, bodyRowNumbers, columns);
  const names = useMemo(() => createRowNamesForMessages(rows), [rows]);
  return { body, rows, names };
};

const useRemapRenamedFields = (
  { columns }: SheetData,
  { fields }: Template,
  set: (columns: SheetData['columns']) => void,
): void => {
  const fieldsBefore = useRef<readonly TemplateField[]>(fields);
  useEffect(() => {
    const next = remapRenamedFields(columns, fieldsBefore.current, fields);
    fieldsBefore.current = fields;
    if (next !== columns) set(next);
  }, [columns, fields, set]);
};

/**
 * Gives a field without a custom name the name of the column that fills it. The mapping follows.
 */
const autoNameField = (
  designer: Designer,
  sheet: SheetData,
  column: number,
  name: string | null,
) => {
  if (name === null || getColumnName(sheet, column) === '') return;
  const { fields } = designer.getDoc().template;
  const otherFields = fields.filter((field) => field.name !== name);
  const command = renameFieldAfterColumn(
    fields,
    name,
    createFieldForColumn(sheet, column, otherFields),
  );
  if (command) designer.execute('重命名栏', command);
};

/** The sheet without the columns of removed fields. */
const useMappedSheet = (values: SheetData, fields: Template['fields']): SheetData => {
  const columns = useMemo(
    () => unmapMissingFields(values.columns, fields),
    [values.columns, fields],
  );
  return useMemo(() => ({ ...values, columns }), [values, columns]);
};

/** The data of the displayed label: the current row, or samples without rows. */
const useShownData = (
  template: Template,
  { rows, current, hasRows }: { rows: readonly LabelData[]; current: number; hasRows: boolean },
): LabelData =>
  useMemo(() => {
    const numbers = previewSerialNumbers(createInitialSerialState(template), {
      row: hasRows ? current : 0,
      copies: 1,
    });
    if (!hasRows) return { ...buildSampleData(template), ...numbers };
    const empty = listFillableFields(template).map(({ name }) => [name, '']);
    return { ...Object.fromEntries(empty), ...rows[current], ...numbers };
  }, [template, hasRows, rows, current]);

/** Replaces the rows by read ones and maps their columns to fields. */
const useLoadRows = (
  designer: Designer,
  set: Form<SheetData>['set'],
  setFile: (file: File | null) => void,
) =>
  useCallback(
    ({ file, ...read }: ReadTable, fields: readonly TemplateField[]): void => {
      setFile(file);
      const shape = guessTableShapeForNewFields(read.cells, fields);
      const openedSheet = {
        ...NO_DATA,
        ...read,
        ...guessColumnMapping(read.cells, shape, fields),
        guessed: shape,
      };
      set(openedSheet);
      // If the number of columns equals the number of fields, they match by position. Otherwise the
      // mapping is only a guess.
      if (openedSheet.columns.length === listFillableFields({ fields: [...fields] }).length)
        openedSheet.columns.forEach((name, at) => autoNameField(designer, openedSheet, at, name));
    },
    [set, setFile, designer],
  );

/** The picked rows, or all when none are picked. */
const useTargetRows = (
  rows: readonly LabelData[],
  picked: SheetData['picked'],
): readonly LabelData[] =>
  useMemo(() => {
    const pickedRows = new Set(picked);
    return pickedRows.size > 0 ? rows.filter((_, at) => pickedRows.has(at)) : rows;
  }, [rows, picked]);

/** Data of the designer: opened rows, mapping of columns to fields, and the current row. */
export const useDesignerData = (alias: string, id: string, template: Template) => {
  const designer = useDesigner();
  const form = useStoredSheet(alias, id);
  const { set, getState, values } = form;
  const sheet = useMappedSheet(values, template.fields);
  const [file, setFile] = useState<File | null>(null);
  const { body, rows, names } = useRows(sheet);
  const setColumnMapping = useCallback(
    (next: SheetData['columns']) => set({ columns: next }),
    [set],
  );
  useRemapRenamedFields(values, template, setColumnMapping);
  const current = Math.min(sheet.current, Math.max(0, rows.length - 1));
  const hasRows = rows.length > 0 && !sheet.isSample;
  const shownData = useShownData(template, { rows, current, hasRows });
  const loadRows = useLoadRows(designer, set, setFile);
  /** Row and column are 0-based and exclude the header. */
  const edit = useCallback(
    (row: number, column: number, text: string): void =>
      set(editCell(getState().values, { row, column }, text)),
    [getState, set],
  );
  return {
    sheet,
    file,
    body,
    rows,
    names,
    current,
    hasRows,
    shown: shownData,
    targetRows: useTargetRows(rows, sheet.picked),
    set,
    take: loadRows,
    edit,
    editColumn: (
      place: { rows: readonly number[]; column: number },
      change: (text: string) => string,
    ): void => set(editColumn(getState().values, place, change)),
    changeShape: (shape: TableShape): void =>
      set(changeShape(getState().values, shape, template.fields)),
    mapColumn: (column: number, name: string | null) => {
      set({ columns: assignFieldToColumn(sheet.columns, column, name) });
      autoNameField(designer, sheet, column, name);
    },
    clear: () => {
      setFile(null);
      set(NO_DATA);
    },
  };
};

export type Data = ReturnType<typeof useDesignerData>;
