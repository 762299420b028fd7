import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type CallName, calls } from './calls.ts';
import type { Call } from '../core/define.ts';
import { collectFieldMessages } from './messages.ts';

const all = Object.entries(calls) as [CallName, Call][];

type Node = {
  type: string;
  shape?: Record<string, Node>;
  element?: Node;
  in?: Node;
  out?: Node;
  options?: Node[];
  unwrap?: () => Node;
};

/** The schema inside its wrappers: `enum`, `object`, `string` … */
const unwrapNode = (node: Node): Node => {
  if (node.unwrap && node.type !== 'array') return unwrapNode(node.unwrap());
  if (node.in && node.out) return unwrapNode(node.out.type === 'transform' ? node.in : node.out);
  return node;
};

const isChoice = (node: Node): boolean =>
  ['enum', 'literal'].includes(node.type) ||
  (node.type === 'union' &&
    (node.options ?? []).every((item) => ['enum', 'literal'].includes(unwrapNode(item).type)));

/** Paths of all choice fields of an input. Not in arrays, which are accepted or rejected as one. */
const choicesIn = (node: Node, path: string[] = []): string[][] => {
  const inner = unwrapNode(node);
  if (isChoice(inner)) return [path];
  return Object.entries(inner.shape ?? {}).flatMap(([key, one]) => choicesIn(one, [...path, key]));
};

const nestValue = (path: readonly string[], value: unknown): Record<string, unknown> => {
  const [key = '', ...rest] = path;
  return { [key]: rest.length === 0 ? value : nestValue(rest, value) };
};

const listMessages = (schema: z.ZodType, value: unknown): Record<string, string> => {
  const parsed = schema.safeParse(value);
  return parsed.success ? {} : collectFieldMessages(schema, parsed.error, value);
};

describe('what a call says of a field', () => {
  it('asks for one that is missing, by its Chinese name', () => {
    for (const [name, { input }] of all)
      for (const [field, message] of Object.entries(listMessages(input, {})))
        expect([name, field, message]).toEqual([
          name,
          field,
          expect.stringMatching(/^请(?:填写|选择)\p{Script=Han}+|^请(?:填写|选择) ?[A-Z]/u),
        ]);
  });

  it('asks to choose where there is a choice, however nothing was chosen', () => {
    let asked = 0;
    for (const [name, { input }] of all) {
      const missing = listMessages(input, {});
      for (const path of choicesIn(input as unknown as Node)) {
        const field = path.join('.');
        if (missing[field] === undefined) continue;
        asked += 1;
        for (const nothing of [undefined, null, '']) {
          const message = listMessages(input, nestValue(path, nothing))[field];
          expect([name, field, message]).toEqual([name, field, expect.stringMatching(/^请选择/)]);
        }
      }
    }
    expect(asked).toBeGreaterThan(10);
  });

  it('names every field to choose from in Chinese when the choice is none of them', () => {
    for (const [name, { input }] of all)
      for (const path of choicesIn(input as unknown as Node)) {
        const field = path.join('.');
        const message = listMessages(input, nestValue(path, 'nonsense'))[field];
        expect([name, field, message]).toEqual([
          name,
          field,
          expect.stringMatching(/^(?!格式|输入)\p{Script=Han}{2,}/u),
        ]);
      }
  });

  it('says 请选择打印语言 where none was chosen', () => {
    const messages = listMessages(calls.savePrintConfig.input, { language: '' });
    expect(messages).toMatchObject({ language: '请选择打印语言', dpi: '请选择分辨率' });
  });
});

/** Optional texts that are not stored for later changes: `-` is a normal text there. */
const SAID_ONCE: Partial<Record<CallName, readonly string[]>> = {
  contactCode: ['password'],
  contactUnbind: ['password'],
  passkeyAddStart: ['password'],
  passkeyAdd: ['name'],
  passkeyRemove: ['password'],
  deletionAsk: ['password'],
  askReport: ['detail'],
  createOrder: ['discountCode'],
  orderList: ['q'],
  print: ['groupName'],
  ipRuleAdd: ['remark'],
};

it('an optional text that is kept is cleared by `-`, as by an empty one; where leaving it out clears it, that is said', () => {
  const cleared: string[] = [];
  for (const [name, { method, audience, input }] of all) {
    if (method === 'GET' || audience !== 'member') continue;
    const { shape = {} } = input as unknown as { shape?: Record<string, z.ZodType> };
    for (const [field, schema] of Object.entries(shape)) {
      const isText = unwrapNode(schema as unknown as Node).type === 'string';
      if (!isText || !schema.safeParse(undefined).success) continue;
      const dash = schema.safeParse('-');
      if (!dash.success || SAID_ONCE[name]?.includes(field)) continue;
      expect([name, field, dash.data]).toEqual([name, field, '']);
      expect([name, field, schema.safeParse('').data]).toEqual([name, field, '']);
      const isKept = schema.safeParse(undefined).data === undefined;
      const said = isKept || /不写/.test(schema.meta()?.description ?? '');
      expect([name, field, said]).toEqual([name, field, true]);
      cleared.push(`${name}.${field}`);
    }
  }
  expect(cleared).toEqual(
    expect.arrayContaining(['changeInfo.intro', 'authValueSet.value', 'renameTemplate.category']),
  );
});
