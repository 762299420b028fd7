import { calls, IMAGE_TEXT_LENGTH, TEMPLATE_DEPTH, encodeUrlForm } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addMember,
  addSoftware,
  addTemplate,
  createTestContext,
  TEST_TEMPLATE,
  type TestContext,
} from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';

type Envelope = { code: number; msg: string; data: Record<string, unknown> | null };

const TEXT = {
  id: 'price',
  type: 'text',
  xMm: 2,
  yMm: 2,
  widthMm: 30,
  heightMm: 8,
  rotation: 0,
  content: '¥{{价格}} [a]=b&c%',
  sizeMm: 4,
  weight: 700,
  align: 'left',
  fit: 'clip',
};
const CONTENT = { ...TEST_TEMPLATE, elements: [TEXT] };

describeEachDatabase((open) => {
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let token: string;
  let softwareId: number;
  let memberId: number;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    api = createApi(ctx);
    softwareId = await addSoftware(ctx, 'one');
    ({ token, id: memberId } = await addMember(ctx, 'keeper'));
  });

  const send = async (init: RequestInit & { type: string }): Promise<Envelope> => {
    const response = await api.request(calls.saveTemplate.path, {
      method: 'POST',
      headers: { 'X-Token': token, 'X-Domain': 'one', 'Content-Type': init.type },
      body: init.body ?? '',
    });
    return (await response.json()) as Envelope;
  };
  const saveForm = (input: Record<string, unknown>) =>
    send({
      type: 'application/x-www-form-urlencoded',
      body: encodeUrlForm(input, calls.saveTemplate.whole).toString(),
    });
  const saveJson = (input: Record<string, unknown>) =>
    send({ type: 'application/json', body: JSON.stringify(input) });
  const get = async (id: unknown, as = token): Promise<Envelope> => {
    const path = `${calls.templateGet.path}?id=${String(id)}`;
    const response = await api.request(path, { headers: { 'X-Token': as, 'X-Domain': 'one' } });
    return (await response.json()) as Envelope;
  };

  describe('a template that is saved', () => {
    it('arrives whole in a form and as JSON, blank texts and brackets too', async () => {
      const blank = {
        ...CONTENT,
        elements: [
          { ...TEXT, content: '' },
          { ...TEXT, id: 'b' },
        ],
      };
      for (const save of [saveForm, saveJson]) {
        const { code, data } = await save({ name: '价签', content: blank });
        expect([code, data?.['version']]).toEqual([200, 1]);
        expect((await get(data?.['id'])).data).toMatchObject({
          own: true,
          name: '价签',
          category: '',
          content: blank,
        });
      }
    });

    it('takes the largest pictures there may be', async () => {
      const images = [{ id: 'a', png: 'A'.repeat(IMAGE_TEXT_LENGTH) }];
      const { msg } = await saveForm({ name: '图', content: { ...CONTENT, images } });
      // The picture was parsed; the request was not rejected for its size.
      expect(msg).toMatch(/^图片“a”：.*PNG/u);
    });

    it('is refused with the element and the field that are wrong', async () => {
      const wrong = { ...CONTENT, elements: [{ ...TEXT, sizeMm: 900 }] };
      expect(await saveForm({ name: '价签', content: wrong })).toMatchObject({
        code: 400,
        msg: '元素“price”的字的大小不能大于 200',
        data: { fields: { 'content.elements.0.sizeMm': '元素“price”的字的大小不能大于 200' } },
      });
      const name = await saveForm({ name: '', content: CONTENT });
      expect(name.data).toEqual({ fields: { name: '请填写模板名称' } });
      const long = await saveForm({ name: 'x'.repeat(61), content: CONTENT });
      expect(long.msg).toBe('模板名称最多 60 个字');
    });

    it('is measured before it is read', async () => {
      const deep = '['.repeat(TEMPLATE_DEPTH) + ']'.repeat(TEMPLATE_DEPTH);
      const many = JSON.stringify(Array.from({ length: 40_000 }, () => 0));
      const saveContent = (content: string) => saveForm({ name: '价签', content });
      expect((await saveContent(deep)).msg).toBe('模板格式不对');
      expect((await saveContent(`[${deep}]`)).msg).toBe('内容嵌套太深');
      expect((await saveContent(many)).msg).toContain('内容的项目太多');
      expect((await saveContent('{"version":1')).code).toBe(400);
      const huge = await saveContent('x'.repeat(calls.saveTemplate.limits.bytes));
      expect([huge.code, huge.msg]).toEqual([413, '内容太大了，最多 3 MB']);
    });
  });

  describe('a template that is opened', () => {
    it('is the owner’s alone, and everybody’s when it is public', async () => {
      const own = await addTemplate(ctx, softwareId, memberId);
      const shown = await addTemplate(ctx, softwareId);
      const stranger = (await addMember(ctx, 'stranger')).token;
      expect((await get(own)).code).toBe(200);
      for (const as of ['', stranger, 'x'.repeat(43)]) {
        expect((await get(own, as)).code).toBe(404);
        expect((await get(shown, as)).code).toBe(200);
      }
    });

    it('by a code is asked for so many times a minute from one address', async () => {
      const { path, limit } = calls.sharedTemplate;
      const guessCode = async (n: number) => {
        const response = await api.request(
          `${path}?code=guess-${n}`,
          { headers: { 'X-Domain': 'one' } },
          { incoming: { socket: { remoteAddress: '192.0.2.7' } } },
        );
        return ((await response.json()) as Envelope).code;
      };
      for (let n = 0; n < limit.max; n += 1) expect(await guessCode(n)).toBe(404);
      expect(await guessCode(limit.max)).toBe(429);
    });
  });
});
