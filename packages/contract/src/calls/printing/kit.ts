import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineIdField,
  defineInstantField,
  defineTextField,
  emptyInput,
  emptyOutput,
} from '../../core/fields.ts';
import { KIT_NAME_LENGTH } from '../../limits/kit.ts';
import { TEMPLATE_DEPTH, TEMPLATE_FORM_BYTES, TEMPLATE_VALUES } from '../../limits/template.ts';
import { templateContent, writtenTemplate } from '../../printing/template.ts';

const member = { audience: 'member' } as const;

const defineNameField = () => defineTextField('套件名称', KIT_NAME_LENGTH, 1);

export const kitCalls = {
  kitList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/kitList',
    summary: '我的套件：保存起来的成套元素',
    input: emptyInput,
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Elements of the kit. */
          count: z.number(),
          createdAt: defineInstantField(),
        }),
      ),
    }),
  }),
  getKit: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/getKit',
    summary: '一个套件的内容',
    input: z.object({ id: defineIdField('套件') }),
    output: z.object({
      id: z.string(),
      name: z.string(),
      /** Elements, fields and pictures in the form of a template; its size means nothing. */
      content: templateContent,
    }),
  }),
  saveKit: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/saveKit',
    summary: '保存一个套件',
    input: z.object({ name: defineNameField(), content: writtenTemplate.meta({ title: '套件' }) }),
    output: z.object({ id: z.string() }),
    limit: { max: 60, windowS: 60, by: 'member' },
    limits: { bytes: TEMPLATE_FORM_BYTES, items: TEMPLATE_VALUES, depth: TEMPLATE_DEPTH },
    whole: ['content'],
  }),
  renameKit: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/renameKit',
    summary: '重命名套件',
    input: z.object({ id: defineIdField('套件'), name: defineNameField() }),
    output: emptyOutput,
  }),
  deleteKit: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deleteKit',
    summary: '删除套件；用它添加的元素不变',
    input: z.object({ id: defineIdField('套件') }),
    output: emptyOutput,
  }),
};
