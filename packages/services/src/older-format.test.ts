import { parseTemplate } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { FORMAT_STEPS } from '@yunbiao/label/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listApiTemplates } from './printing/integration/templates.ts';
import { getTemplate } from './printing/library/get-template.ts';
import { saveTemplate } from './printing/library/save.ts';
import { getTemplateVersion, listTemplateVersions } from './printing/library/versions.ts';
import {
  addMember,
  addSoftware,
  addTemplate,
  createTestContext,
  TEST_TEMPLATE,
  type TestContext,
} from './testing.ts';
import { parseStoredTemplate } from './platform/template/parse-stored.ts';

/** A template as a format before the first might have stored it. */
const { widthMm, elements, ...rest } = TEST_TEMPLATE;
const OLD = JSON.stringify({ ...rest, version: 0, width: widthMm, parts: elements });

beforeEach(() => {
  FORMAT_STEPS.set(0, ({ width, parts, ...others }) => ({
    ...others,
    widthMm: width,
    elements: parts,
  }));
});
afterEach(() => {
  FORMAT_STEPS.delete(0);
});

it('is of the newest format, whatever was stored', () => {
  expect(parseStoredTemplate(OLD)).toEqual(TEST_TEMPLATE);
});

describeEachDatabase((open) => {
  let ctx: TestContext;
  let which: { ctx: TestContext; memberId: number; softwareId: number; id: number };

  beforeEach(async () => {
    ctx = createTestContext(await open());
    const softwareId = await addSoftware(ctx, 'shop');
    const memberId = (await addMember(ctx, 'keeper')).id;
    const id = await addTemplate(ctx, softwareId, memberId);
    await ctx.db.kysely
      .updateTable('template')
      .set({ content: OLD })
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    which = { ctx, softwareId, memberId, id };
  });

  it('is opened, listed and told to other systems as one of the newest', async () => {
    expect((await getTemplate(which)).content).toEqual(TEST_TEMPLATE);
    expect((await getTemplateVersion({ ...which, version: 1 })).content).toEqual(TEST_TEMPLATE);
    const { list } = await listApiTemplates({
      ctx,
      memberId: which.memberId,
      software: { id: which.softwareId },
    });
    expect(list[0]?.fields.map(({ name }) => name)).toEqual(
      TEST_TEMPLATE.fields.map(({ name }) => name),
    );
  });

  it('becomes a version that is opened as one of the newest, and stays as it was stored', async () => {
    const content = parseTemplate({ ...TEST_TEMPLATE, heightMm: 77 });
    const input = { id: String(which.id), version: 1, name: '样张', category: '', content };
    await saveTemplate({ ...which, input });
    expect((await getTemplateVersion({ ...which, version: 1 })).content).toEqual(TEST_TEMPLATE);
    const { list } = await listTemplateVersions(which);
    expect(list.map((item) => item.elements)).toEqual([elements.length, elements.length]);
    const kept = await ctx.db.kysely.selectFrom('template_version').select('content').execute();
    expect(kept).toEqual([{ content: OLD }]);
  });
});
