import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { softwareFields, defineTextField } from '../../core/fields.ts';
import { handbookPicture } from './handbook.ts';

/** Maximum length of a guide's name. */
const NAME_LENGTH = 40;

const guideName = z.object({ name: z.string(), title: z.string() });

const picture = handbookPicture.extend({
  /** What this picture shows; '' for the only picture of a figure. */
  note: z.string(),
});

/**
 * Lines have marks: `**保存配置**` is a name on screen, `[订单](/user/order)` a link to a path inside the
 * software.
 */
const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** What to do, in order. */
  z.object({ kind: z.literal('steps'), items: z.array(z.string()) }),
  /** A symptom and its remedy. */
  z.object({
    kind: z.literal('cases'),
    items: z.array(z.object({ seen: z.string(), mend: z.string() })),
  }),
  z.object({
    kind: z.literal('table'),
    head: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  }),
  z.object({ kind: z.literal('figure'), caption: z.string(), pictures: z.array(picture) }),
]);

const guideRow = guideName.extend({
  /** Group of the index. */
  group: z.string(),
  /** One or two sentences. */
  summary: z.string(),
});

export const guideCalls = {
  guideList: defineCall({
    method: 'GET',
    path: '/np/api/guide/list',
    audience: 'public',
    summary: '操作指南：有哪几篇',
    shows: ['software'],
    showsSoftware: 'one',
    input: z.object(softwareFields),
    output: z.object({ guides: z.array(guideRow) }),
  }),
  guideDetail: defineCall({
    method: 'GET',
    path: '/np/api/guide/detail',
    audience: 'public',
    summary: '一篇操作指南：步骤、图和看到的不一样怎么办',
    shows: ['software'],
    showsSoftware: 'one',
    input: z.object({ ...softwareFields, name: defineTextField('名称', NAME_LENGTH, 1) }),
    output: guideRow.extend({
      /** Words people search for. */
      also: z.array(z.string()),
      sections: z.array(z.object({ heading: z.string(), blocks: z.array(block) })),
      related: z.array(guideRow.pick({ name: true, title: true, summary: true })),
      previous: guideName.nullable(),
      next: guideName.nullable(),
    }),
  }),
};
