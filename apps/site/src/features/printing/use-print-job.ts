import { EXPIRE_AFTER_S, MAX_LABELS, ROW_COPIES } from '@yunbiao/contract/limits/print';
import type { LabelData, LabelWarning, Media, Template } from '@yunbiao/label';
import { stockTrouble } from '@yunbiao/label/stock';
import { typedFields } from '@yunbiao/label/fields';
import { useDeferredValue, useMemo, useState } from 'react';
import { useEngine } from '../../kit/label/use-engine.ts';
import { getMedia } from '../../kit/printing/print-media.ts';
import { removedText } from '../../kit/printing/printer-words.ts';
import { chosenConfig, firstConfig } from './choose-config.ts';
import { chosenGroup, configOfGroup } from './choose-group.ts';
import type { Begun, Draft } from './draft.ts';
import { isBroken, isSent, getLeftOut, leftOutStop, sentAhead } from './left-out.ts';
import { isEmptyRow } from './paste.ts';
import type { PrintData } from './print-page.tsx';
import {
  type RowNumbers,
  type RowTroubles,
  type RowWarnings,
  useRowChecks,
} from '../../kit/data/row-warnings.ts';
import { comingNumbers, numbersByShape } from '../../kit/data/coming-numbers.ts';
import { listSamples } from '../../kit/label/samples.ts';
import { useClock } from '../../kit/label/use-clock.ts';
import { type Job, getMark, rowsToSend } from './submission.ts';
import { noteText, stopText, listTroubles } from './troubles.ts';
import type { OpenedTemplate } from './use-opened.ts';

const NO_WARNINGS: RowWarnings = new Map();
const NO_TROUBLES: RowTroubles = new Map();

const PLAIN: Media = { dpi: 203 };

const readCopies = (text: string): number => {
  const copies = Number(text.normalize('NFKC').trim());
  return Number.isInteger(copies) && copies >= ROW_COPIES.min && copies <= ROW_COPIES.max
    ? copies
    : Number.NaN;
};

/** What is wrong with the number of copies, for so many rows; '' when nothing is. */
const copiesTrouble = (copies: number, rows: number): string => {
  if (Number.isNaN(copies))
    return `填 ${ROW_COPIES.min} 到 ${ROW_COPIES.max.toLocaleString('zh-CN')} 的整数`;
  return rows * copies > MAX_LABELS
    ? `一批最多 ${MAX_LABELS.toLocaleString('zh-CN')} 张，现在是 ${(rows * copies).toLocaleString('zh-CN')} 张，分几批打`
    : '';
};

type Rows = { template: Template; rows: readonly LabelData[]; many: boolean };

/** What is wrong with the rows, those that are sent, and those that cannot be printed. */
const useSendable = ({ template, rows, many }: Rows, warnings: RowWarnings, found: RowTroubles) => {
  const troubles = useMemo(
    () => listTroubles({ template, rows, many, found }),
    [template, rows, many, found],
  );
  const leftOut = useMemo(
    () => getLeftOut({ template, rows, many, troubles, warnings }),
    [template, rows, many, troubles, warnings],
  );
  const sendable = useMemo(() => {
    const out = new Set(leftOut.map(({ row }) => row));
    return rowsToSend(
      template,
      rows.filter((_, at) => !out.has(at)),
    );
  }, [template, rows, leftOut]);
  return { troubles, leftOut, sendable };
};

/** What labels of this size were sent with from this tab, unless something was chosen; null when it is not to be had. */
const sentWith = (
  { begun }: Draft,
  size: string,
  configs: PrintData['configs']['list'],
): Begun | null =>
  begun?.size === size && configs.some(({ id, enabled }) => enabled && id === begun.id)
    ? begun
    : null;

/** What is about to be printed, derived from the page's data and what was typed. */
export const usePrintJob = (
  data: PrintData,
  item: OpenedTemplate,
  draft: Draft,
  update: (patch: Partial<Draft>) => void,
) => {
  const [picked, setCurrent] = useState(0);
  const engine = useEngine();
  const template = item.content;
  const size = `${template.widthMm} × ${template.heightMm}`;
  const begin = (): Begun => ({ size, id: firstConfig(data.configs.list, template)?.id ?? '' });
  // Once for labels of a size: a printer that goes offline while rows are typed does not send them to another.
  const [begun, setFirst] = useState(begin);
  const first =
    [sentWith(draft, size, data.configs.list), begun].find((one) => one?.size === size) ?? begin();
  if (begun.size !== size) setFirst(first);
  const group = chosenGroup(data.groups.list, draft.configId);
  const config =
    (group && configOfGroup(group, data.configs.list, template)) ??
    chosenConfig(data.configs.list, draft.configId, first.id, template);
  // In the place of one that is gone; that stays, too.
  if (!group && config && config.id !== draft.configId && config.id !== first.id)
    setFirst({ size, id: config.id });
  const media = useMemo(() => (config ? getMedia(config) : PLAIN), [config]);
  const typed = draft.typed[item.id];
  const one = useMemo(() => ({ ...listSamples(template), ...typed }), [template, typed]);
  const fields = useMemo(() => typedFields(template), [template]);
  const many = draft.mode === 'many' && fields.length > 0;
  const rows = useMemo<readonly LabelData[]>(
    () => (many ? draft.rows : [one]),
    [many, draft.rows, one],
  );
  const at = useClock(template);
  const numbers = useMemo(() => comingNumbers(item, { row: 0, copies: 1 }), [item]);
  const copiesText = draft.copies || String(config?.copies ?? 1);
  const copies = readCopies(copiesText);
  const copyCount = Number.isNaN(copies) ? 1 : copies;
  const listNumbers = useMemo(
    (): RowNumbers => ({
      of: numbersByShape(item, copyCount),
      isCounted: (row, said) => !isEmptyRow(row, fields) && isSent(said),
    }),
    [item, copyCount, fields],
  );
  const {
    warnings,
    troubles: found,
    checked,
  } = useRowChecks(engine, template, media, at, rows, listNumbers);
  const isChecking = checked < rows.length && engine.phase === 'ready';
  // Nothing is sent before all are checked: 10,000 rows are not gone through again with every stretch of them.
  const { troubles, leftOut, sendable } = useSendable(
    { template, rows, many },
    isChecking ? NO_WARNINGS : warnings,
    isChecking ? NO_TROUBLES : found,
  );

  const copiesError = copiesTrouble(copies, sendable.length);
  const wrong = new Set(troubles.map(({ row }) => row));
  const isWaiting = many && draft.waiting !== null;
  const stop =
    (isWaiting ? '贴进来的还没放进表里，先放进去，或者点“不贴了”' : '') ||
    stopText(troubles, many) ||
    (config ? removedText(config) || stockTrouble(template, config) : '') ||
    leftOutStop(leftOut, sendable.length, many);

  const configId = config?.id ?? '';
  const groupId = group?.id;
  const isChosen = group !== undefined || configId === draft.configId;
  const toSend = useMemo(
    (): Job => ({
      ...(groupId === undefined ? { printConfigId: configId } : { groupId }),
      templateId: item.id,
      rows: sendable,
      copies,
      expireAfter: EXPIRE_AFTER_S.usual,
    }),
    [configId, groupId, item.id, sendable, copies],
  );
  // Of 10,000 rows it takes a frame: only where it is asked for, and not with every key.
  const settled = useDeferredValue(toSend);
  const mark = useMemo(() => (draft.batchNo ? getMark(settled) : ''), [settled, draft.batchNo]);
  const current = Math.min(picked, Math.max(0, rows.length - 1));
  const ahead = useMemo(
    () => sentAhead(rows, leftOut, fields, current),
    [rows, leftOut, fields, current],
  );
  const count = copiesError === '' ? sendable.length * copies : 0;

  return {
    item,
    template,
    /** What one fills in; the rest is worked out. */
    fields,
    config,
    /** Whichever of its printers takes the labels; `config` is then what they are shown with. */
    group,
    media,
    at,
    numbers,
    one,
    rows,
    warnings,
    listWarnings: (row: LabelData): readonly LabelWarning[] => warnings.get(row) ?? [],
    current,
    /** How many rows are sent ahead of it. */
    ahead,
    setCurrent,
    copies: copiesText,
    /** The number of them; 1 while what is typed is none. */
    copyCount,
    copiesError,
    /** Labels that can be printed, as far as it is known: all rows are `isChecking` no more. */
    count,
    /** Nothing is filled in that could be printed. */
    isEmpty: sendable.length === 0,
    isReady: count > 0 && stop === '' && config !== undefined && !isChecking,
    isChecking,
    /** A paste is not in the table yet. */
    isWaiting,
    /** There are labels to print, and nothing is left to put right, wherever they are printed. */
    isWhole: !isChecking && !isWaiting && count > 0 && troubles.length === 0,
    /** Rows that cannot be printed, and are not sent. */
    leftOut,
    troubles,
    /** Why it cannot be sent as it is; '' when it can. */
    stop,
    note: many
      ? noteText({
          rows: rows.length,
          wrong: wrong.size,
          broken: leftOut.filter(({ row }) => !wrong.has(row)).length,
          warned: rows.filter(
            (row, at) => !wrong.has(at) && warnings.has(row) && !isBroken(warnings.get(row)),
          ).length,
          isChecking,
        })
      : '',
    type: (name: string, value: string) =>
      update({ typed: { ...draft.typed, [item.id]: { ...one, [name]: value } } }),
    /** What keeps it from being sent: field → message. */
    problems: (): Record<string, string> => ({
      ...(config ? {} : { printConfigId: '先选一个打印机配置' }),
      ...(copiesError ? { copies: copiesError } : {}),
      ...(stop ? { stop } : {}),
      ...(sendable.length === 0 && !stop ? { empty: many ? '至少贴一行' : '至少填一栏' } : {}),
    }),
    toSend,
    mark,
    /** For the draft to keep with what is sent: the same press after a reload goes to the same printer. */
    where: isChosen
      ? { configId: draft.configId }
      : { configId: '', begun: { size, id: configId } },
  };
};
