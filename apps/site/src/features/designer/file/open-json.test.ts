import { expect, it } from 'vitest';
import { readTemplateText } from './open-json.ts';

it.each([
  [
    'hiprint',
    {
      panels: [
        {
          index: 0,
          width: 60,
          height: 40,
          printElements: [{ options: { left: 9, top: 9 }, printElementType: { type: 'text' } }],
        },
      ],
    },
  ],
  ['Polotno', { width: 600, height: 400, pages: [{ id: 'a', children: [] }] }],
  ['Fabric.js', { version: '5.3.0', objects: [{ type: 'textbox' }] }],
])('names a template of %s', async (name, json) => {
  const { problem } = await readTemplateText(JSON.stringify(json));
  expect(problem).toMatch(`这是 ${name} 的模板，`);
});

it('says of other JSON what is wrong with it', async () => {
  expect((await readTemplateText('{"panels":[]}')).problem).toBe(
    '这个文件不是云标保存的模板：里面没有格式版本。',
  );
  expect((await readTemplateText('[1]')).problem).toMatch('这个文件读不了：');
  expect((await readTemplateText('<xml>')).problem).toMatch('这不是模板文件');
});
