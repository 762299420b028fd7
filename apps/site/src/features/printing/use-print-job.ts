import type { LabelData, LabelWarning, Media, Template } from '@yunbiao/label';
import { stockTrouble } from '@yunbiao/label/stock';
import { useMemo, useState } from 'react';
import { useEngine } from '../../shell/label/use-engine.ts';
import { mediaOf, templateOf } from '../../shell/print-media.ts';
import { removedText } from '../../shell/printer-words.ts';
import type { Draft } from './draft.ts';
import { isBroken, leftOutOf, leftOutStop } from './left-out.ts';
import type { PrintData } from './print-page.tsx';
import { type RowTroubles, type RowWarnings, useRowChecks } from './row-warnings.ts';
import { samplesOf } from './samples.ts';
import { type Job, rowsToSend } from './submission.ts';
import { noteText, stopText, troublesOf } from './troubles.ts';

/** Seconds until unsent labels expire: a printer switched on next week prints nothing old. */
const EXPIRE_AFTER_S = 86_400;
const MAX_COPIES = 1000;
/** Labels one batch may hold; the server refuses more. */
const MAX_LABELS = 10_000;

const NO_WARNINGS: RowWarnings = new Map();
const NO_TROUBLES: RowTroubles = new Map();

const PLAIN: Media = { dpi: 203 };

const readCopies = (text: string): number => {
  const copies = Number(text.normalize('NFKC').trim());
  return Number.isInteger(copies) && copies >= 1 && copies <= MAX_COPIES ? copies : Number.NaN;
};

const chosenItem = (data: PrintData, draft: Draft, wanted: string | undefined) => {
  const { list } = data.templates;
  const item =
    list.find(({ id }) => id === draft.templateId) ??
    list.find(({ id }) => id === wanted) ??
    list[0];
  if (!item) throw new Error('print work needs a template');
  return item;
};

const chosenConfig = (data: PrintData, draft: Draft) => {
  const usable = data.configs.list.filter((config) => config.enabled);
  return (
    usable.find(({ id }) => id === draft.configId) ??
    usable.find((config) => config.isDefault) ??
    usable[0]
  );
};

type Rows = { template: Template; rows: readonly LabelData[]; many: boolean };

/** What is wrong with the rows, those that are sent, and those that cannot be printed. */
const useSendable = ({ template, rows, many }: Rows, warnings: RowWarnings, found: RowTroubles) => {
  const troubles = useMemo(
    () => troublesOf({ template, rows, many, found }),
    [template, rows, many, found],
  );
  const leftOut = useMemo(
    () => leftOutOf({ template, rows, many, troubles, warnings }),
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

/** What is about to be printed, derived from the page's data and what was typed. */
export const usePrintJob = (
  data: PrintData,
  draft: Draft,
  update: (patch: Partial<Draft>) => void,
  wanted: string | undefined,
) => {
  const [picked, setCurrent] = useState(0);
  const engine = useEngine();
  const item = chosenItem(data, draft, wanted);
  const config = chosenConfig(data, draft);
  const template = templateOf(item.content);
  const media = useMemo(() => (config ? mediaOf(config) : PLAIN), [config]);
  const typed = draft.typed[item.id];
  const one = useMemo(() => ({ ...samplesOf(template), ...typed }), [template, typed]);
  const many = draft.mode === 'many' && template.fields.length > 0;
  const rows = useMemo<readonly LabelData[]>(
    () => (many ? draft.rows : [one]),
    [many, draft.rows, one],
  );
  const { warnings, troubles: found, checked } = useRowChecks(engine, template, media, rows);
  const isChecking = checked < rows.length && engine.phase === 'ready';
  // Nothing is sent before all are checked: 10,000 rows are not gone through again with every stretch of them.
  const { troubles, leftOut, sendable } = useSendable(
    { template, rows, many },
    isChecking ? NO_WARNINGS : warnings,
    isChecking ? NO_TROUBLES : found,
  );

  const copiesText = draft.copies || String(config?.copies ?? 1);
  const copies = readCopies(copiesText);
  const wrong = new Set(troubles.map(({ row }) => row));
  const stop =
    stopText(troubles, many) ||
    (config ? removedText(config) || stockTrouble(template, config) : '') ||
    leftOutStop(leftOut, sendable.length, many);

  return {
    item,
    template,
    config,
    media,
    one,
    rows,
    warnings,
    warningsOf: (row: LabelData): readonly LabelWarning[] => warnings.get(row) ?? [],
    current: Math.min(picked, Math.max(0, rows.length - 1)),
    setCurrent,
    copies: copiesText,
    /** Labels that can be printed, as far as it is known: all rows are `isChecking` no more. */
    count: sendable.length * (Number.isNaN(copies) ? 1 : copies),
    isChecking,
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
    choose: (templateId: string) => update({ templateId }),
    type: (name: string, value: string) =>
      update({ typed: { ...draft.typed, [item.id]: { ...one, [name]: value } } }),
    /** What keeps it from being sent: field → message. */
    problems: (): Record<string, string> => ({
      ...(config ? {} : { printConfigId: '先选一个打印机配置' }),
      ...(Number.isNaN(copies) ? { copies: `份数填 1 到 ${MAX_COPIES} 的整数` } : {}),
      ...(sendable.length * copies > MAX_LABELS
        ? { copies: `一批最多 ${MAX_LABELS.toLocaleString('zh-CN')} 张，分几批打` }
        : {}),
      ...(stop ? { rows: stop } : {}),
      ...(sendable.length === 0 && !stop ? { rows: many ? '至少贴一行' : '至少填一栏' } : {}),
    }),
    toSend: (): Job => ({
      printConfigId: config?.id ?? '',
      templateId: item.id,
      rows: sendable,
      copies,
      expireAfter: EXPIRE_AFTER_S,
    }),
  };
};
