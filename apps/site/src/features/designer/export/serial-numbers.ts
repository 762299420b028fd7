import type { CallOutput } from '@yunbiao/contract';
import { MAX_LABELS } from '@yunbiao/contract/limits/print';
import { findElementShowingField } from '@yunbiao/designer/fields';
import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { formatSerial } from '@yunbiao/label/serial';
import { previewSerialNumbers } from '../../../kit/data/serial-preview.ts';
import type { DesignFile } from '../file/source.ts';
import { createRefusal, type Refusal } from './refusal.ts';

/** Next number of each serial field. */
export type NextSerials = CallOutput<'printTemplate'>['serials'];

const listSerialFields = ({ fields }: Template): TemplateField[] =>
  fields.filter(({ serial }) => serial !== undefined);

export const hasSerialNumbers = (template: Template): boolean =>
  listSerialFields(template).length > 0;

const formatSerialRules = (template: Template): string =>
  JSON.stringify(listSerialFields(template).map(({ name, serial }) => [name, serial]));

const REASONS = {
  visitor: '流水号由服务器给，才不会重：先登录，保存这个模板，再导出',
  unsaved: '流水号由服务器按保存的模板给，才不会重：先保存这个模板，再导出',
  changed: '流水号的设置改过，服务器还按原来的给：先保存这个模板，再导出',
  many: `一次最多占用 ${MAX_LABELS.toLocaleString('zh-CN')} 个号：先选一部分行，再导出`,
} as const;

const findObstacle = (
  { source, stored }: Pick<DesignFile, 'source' | 'stored'>,
  { template, rows, isMember }: { template: Template; rows: number; isMember: boolean },
): keyof typeof REASONS | null => {
  if (!isMember) return 'visitor';
  if (source.id === null) return 'unsaved';
  if (formatSerialRules(template) !== formatSerialRules(stored.template)) return 'changed';
  return rows > MAX_LABELS ? 'many' : null;
};

/**
 * Why no serial numbers can be reserved for the labels; null when they can. The server counts them
 * for a member and a saved template.
 */
export const refuseReservation = (
  file: Pick<DesignFile, 'source' | 'stored'>,
  wanted: { template: Template; rows: number; isMember: boolean },
): Refusal | null => {
  const obstacle = findObstacle(file, wanted);
  const [field] = listSerialFields(wanted.template);
  if (obstacle === null || field === undefined) return null;
  return createRefusal(REASONS[obstacle], findElementShowingField(wanted.template, field.name));
};

const formatRun = (from: string, to: string): string => (from === to ? from : `${from}–${to}`);

/** The numbers of these labels from `serials` on: one range for each field, in words. */
const listRuns = (template: Template, serials: NextSerials, labels: number): string[] => {
  const runs = listSerialFields(template).flatMap(({ name, label, serial }) => {
    const next = serials.find(({ field }) => field === name)?.next;
    if (serial === undefined || next === undefined) return [];
    const to = formatSerial(serial, next + (labels - 1) * serial.step);
    return [{ label, text: formatRun(formatSerial(serial, next), to) }];
  });
  // A single field needs no label.
  return runs.map(({ label, text }) => (runs.length > 1 ? `${label} ${text}` : text));
};

/** What the member is asked before the numbers of these labels are taken. */
export const describeReservation = (
  template: Template,
  serials: NextSerials,
  labels: number,
): { message: string; detail: string } => {
  const runs = listRuns(template, serials, labels);
  const count = (labels * runs.length).toLocaleString('zh-CN');
  return {
    message: `会占用 ${count} 个号：${runs.join('，')}。`,
    detail: '占用了就不再给别的标签，导出失败也不退回。',
  };
};

/** Says which numbers were taken if they are not the announced ones; '' if they are. */
export const describeOtherNumbers = (
  template: Template,
  { announced, taken }: { announced: NextSerials; taken: NextSerials },
  labels: number,
): string => {
  const runs = listRuns(template, taken, labels).join('，');
  return runs === listRuns(template, announced, labels).join('，')
    ? ''
    : `别处刚用了几个号，这次占用的是 ${runs}`;
};

/** Rows with the numbers that a batch of one copy each would get from `serials` on. */
export const assignSerialNumbers = (
  template: Template,
  serials: NextSerials,
  rows: readonly LabelData[],
): LabelData[] =>
  rows.map((row, place) => ({
    ...row,
    ...previewSerialNumbers({ content: template, serials }, { row: place, copies: 1 }),
  }));
