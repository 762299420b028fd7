import type { CallOutput } from '@yunbiao/contract';

export type Log = CallOutput<'articleList'>['list'][number];
export type Kind = Log['changes'][number]['kind'];

export const KIND_NAMES: Record<Kind, string> = {
  add: '新增',
  improve: '改进',
  fix: '修正',
  other: '其他',
};

/** Kinds of changes for the filter. */
export const KINDS = ['add', 'improve', 'fix'] as const;

export const parseUpdateLogKind = (text: string | undefined): (typeof KINDS)[number] | undefined =>
  KINDS.find((kind) => kind === text);
