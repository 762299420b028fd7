import type { LabelData, Template } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';
import { leaveOf, readDraft, storeDraft } from '../form/drafts.ts';
import { dataDraft, NO_DATA, toStored } from './stored-data.ts';

/** Where 立即打印 keeps what is typed on it. */
export const printDraft = (alias: string): string => `print:${alias}`;

type Rows = {
  /** Whose they are: the member's id, '' for whoever is not signed in. */
  owner: string;
  alias: string;
  templateId: string;
  rows: readonly LabelData[];
};

/** 立即打印 begins with these rows and this template; what else is chosen there stays. False: no room for them. */
export const handToPrint = ({ owner, alias, templateId, rows }: Rows): boolean => {
  const was = readDraft(owner, printDraft(alias), 'tab')?.value;
  const kept = typeof was === 'object' && was !== null ? was : {};
  const draft = { ...kept, templateId, mode: 'many', rows, taken: [] };
  return storeDraft(leaveOf(owner), printDraft(alias), draft, 'tab');
};

/**
 * The designer of this template begins with these rows, of which those at `picked`, from 0, are meant; none: all of them.
 * False: no room for them.
 */
export const handToDesigner = (
  { owner, alias, templateId, rows }: Rows,
  template: Pick<Template, 'fields'>,
  picked: readonly number[] = [],
): boolean => {
  const fields = typedFields(template);
  const cells = [
    fields.map(({ label }) => label),
    ...rows.map((row) => fields.map(({ name }) => row[name] ?? '')),
  ];
  const stored = toStored({
    ...NO_DATA,
    name: '立即打印里的行',
    cells,
    hasHeader: true,
    columns: fields.map(({ name }) => name),
    picked,
  });
  return stored !== null && storeDraft(leaveOf(owner), dataDraft(alias, templateId), stored, 'tab');
};
