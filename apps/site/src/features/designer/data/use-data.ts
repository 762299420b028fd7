import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';
import { sampleData } from '@yunbiao/label/placeholders';
import { toast } from '@yunbiao/ui/toast.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { comingNumbers, fromTheStart } from '../../../kit/data/coming-numbers.ts';
import { withColumn } from '../../../kit/data/columns.ts';
import {
  dataDraft,
  fromStored,
  NO_DATA,
  type SheetData,
  toStored,
} from '../../../kit/data/stored-data.ts';
import { dropDraft, ownerIn, storeDraft } from '../../../kit/form/drafts.ts';
import { type Form, useForm } from '../../../kit/form/use-form.ts';
import { useStoredDraft } from '../../../kit/form/use-stored-draft.ts';
import { useSite } from '../../../kit/site/site.tsx';
import { type Designer, useDesigner } from '../designer.ts';
import { namedByColumn } from '../model/fields.ts';
import {
  getBody,
  editColumn,
  edited,
  fieldFor,
  followed,
  getHead,
  mapped,
  getReader,
  withFields,
} from './sheet.ts';

/** What was read, with its name; the file is kept for another of its sheets. */
export type Read = Pick<SheetData, 'name' | 'cells' | 'sheets' | 'sheet'> & { file: File | null };

/** What is open beside a design, which may get another address: a template that is saved for the first time. */
const carried = new WeakMap<Designer, { name: string; sheet: SheetData }>();

/** Takes the rows along to the new address of the same design, and leaves none at the old one. */
const useCarried = (designer: Designer, form: Form<SheetData>, name: string): void => {
  const { values, touch } = form;
  const { session } = useSite().stores;
  useEffect(() => {
    const former = carried.get(designer);
    if (!former || former.name === name || former.sheet.cells.length === 0) return;
    dropDraft(ownerIn(session.get()), former.name, 'tab');
    touch();
  }, [designer, name, session, touch]);
  useEffect(() => void carried.set(designer, { name, sheet: values }), [designer, name, values]);
};

/** The rows beside a template: kept across a reload for whoever they are, as far as the browser has room. */
const useSheet = (alias: string, id: string) => {
  const designer = useDesigner();
  const form = useForm(() => carried.get(designer)?.sheet ?? NO_DATA);
  const said = useRef(false);
  useCarried(designer, form, dataDraft(alias, id));
  useStoredDraft(form, {
    name: dataDraft(alias, id),
    area: 'tab',
    pick: (sheet) => (sheet.cells.length > 0 ? sheet : null),
    store: (leave, name, sheet) => {
      const stored = toStored(sheet);
      const isStored = storeDraft(leave, name, stored, 'tab') && stored !== null;
      if (!isStored && !said.current) {
        said.current = true;
        toast.warn('行太多，浏览器存不下：刷新这一页以后要重新打开文件');
      }
      return isStored;
    },
    restore: ({ value }) => fromStored(value),
  });
  return form;
};

/** Rows as the template takes them; a row that did not change is the same object, and is not checked again. */
const useLabelRows = (
  body: SheetData['cells'],
  columns: SheetData['columns'],
): readonly LabelData[] => {
  const memory = useRef<{ key: string; seen: WeakMap<readonly string[], LabelData> }>(undefined);
  return useMemo(() => {
    const key = JSON.stringify(columns);
    if (memory.current?.key !== key) memory.current = { key, seen: new WeakMap() };
    const { seen } = memory.current;
    const read = getReader(columns);
    return body.map((row) => {
      const known = seen.get(row) ?? read(row);
      seen.set(row, known);
      return known;
    });
  }, [body, columns]);
};

const useFollowed = (
  { columns }: SheetData,
  { fields }: Template,
  set: (columns: SheetData['columns']) => void,
): void => {
  const before = useRef<readonly TemplateField[]>(fields);
  useEffect(() => {
    const next = followed(columns, before.current, fields);
    before.current = fields;
    if (next !== columns) set(next);
  }, [columns, fields, set]);
};

/** A field nobody has named yet takes the name of the column that fills it; the columns follow. */
const nameBy = (designer: Designer, sheet: SheetData, column: number, name: string | null) => {
  if (name === null || getHead(sheet, column) === '') return;
  const { fields } = designer.doc().template;
  const others = fields.filter((field) => field.name !== name);
  const command = namedByColumn(fields, name, fieldFor(sheet, column, others));
  if (command) designer.act('栏改名', command);
};

/** The data of the designer: what was opened, how its columns fill the fields, and which row is shown. */
export const useData = (alias: string, id: string, template: Template) => {
  const designer = useDesigner();
  const form = useSheet(alias, id);
  const { set, now, values } = form;
  const columns = useMemo(
    () => withFields(values.columns, template.fields),
    [values.columns, template.fields],
  );
  const sheet = useMemo(() => ({ ...values, columns }), [values, columns]);
  const [file, setFile] = useState<File | null>(null);
  const { cells, hasHeader } = sheet;
  const body = useMemo(() => getBody({ cells, hasHeader }), [cells, hasHeader]);
  const rows = useLabelRows(body, columns);
  const setColumns = useCallback((next: SheetData['columns']) => set({ columns: next }), [set]);
  useFollowed(values, template, setColumns);
  const current = Math.min(sheet.current, Math.max(0, rows.length - 1));
  const hasRows = rows.length > 0 && !sheet.isSample;

  const shown = useMemo((): LabelData => {
    const numbers = comingNumbers(fromTheStart(template), {
      row: hasRows ? current : 0,
      copies: 1,
    });
    if (!hasRows) return { ...sampleData(template), ...numbers };
    const empty = typedFields(template).map(({ name }) => [name, '']);
    return { ...Object.fromEntries(empty), ...rows[current], ...numbers };
  }, [template, hasRows, rows, current]);

  const take = useCallback(
    ({ file: from, ...read }: Read, fields: readonly TemplateField[]): void => {
      setFile(from);
      const opened = { ...NO_DATA, ...read, ...mapped(read.cells, fields) };
      set(opened);
      // As many columns as there are to fill: each is the one in its place. Else it is a guess.
      if (opened.columns.length === typedFields({ fields: [...fields] }).length)
        opened.columns.forEach((name, at) => nameBy(designer, opened, at, name));
    },
    [set, designer],
  );
  /** Rows and cells are counted from 0, without the names of the columns. */
  const edit = useCallback(
    (row: number, column: number, text: string): void =>
      set(edited(now().values, { row, column }, text)),
    [now, set],
  );
  return {
    sheet,
    file,
    body,
    rows,
    current,
    hasRows,
    shown,
    /** The rows that are meant: those picked, or all. */
    meant: useMemo(() => {
      const picked = new Set(sheet.picked);
      return picked.size > 0 ? rows.filter((_, at) => picked.has(at)) : rows;
    }, [rows, sheet.picked]),
    set,
    take,
    edit,
    editColumn: (
      place: { rows: readonly number[]; column: number },
      change: (text: string) => string,
    ): void => set(editColumn(now().values, place, change)),
    map: (column: number, name: string | null) => {
      set({ columns: withColumn(sheet, column, name).columns });
      nameBy(designer, sheet, column, name);
    },
    clear: () => {
      setFile(null);
      set(NO_DATA);
    },
  };
};

export type Data = ReturnType<typeof useData>;
