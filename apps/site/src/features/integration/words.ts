import type { KeyKind, Scope } from '@yunbiao/contract/actor';

/** What a key may do, as the page says it. */
export const SCOPE_WORDS: Record<Scope, string> = { print: '打印', read: '查询' };

/** The same, with what it means. */
export const SCOPE_HINTS: Record<Scope, string> = {
  print: '提交批次、取消没印的',
  read: '查进度、打印机和模板',
};

export const KIND_WORDS: Record<KeyKind, string> = { live: '正式', test: '测试' };

export const scopesText = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => SCOPE_WORDS[scope]).join('、');
