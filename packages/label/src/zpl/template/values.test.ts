import { describe, expect, it } from 'vitest';
import { listPlaceholderNames } from '../../placeholders.ts';
import { deflate, testFonts } from '../../testing/fixtures.ts';
import { getStream } from '../testing/drawing.ts';
import { limits } from '../testing/template-limits.ts';
import { buildTemplateFromZpl } from './template.ts';

/** Type and content of the elements created from the fields, in their order. */
function getContents(fields: string): [string, string][] {
  const { labels, lines } = getStream(`^XA${fields}^XZ`);
  const [label] = labels;
  if (label === undefined) return expect.unreachable();
  const { template } = buildTemplateFromZpl(label, { fonts: testFonts(), lines, limits, deflate });
  return (template?.elements ?? []).map((element) => [
    element.type,
    'content' in element ? element.content : '',
  ]);
}

const buildText = (data: string, more = ''): string => `^FO9,60^A0N,20^FD${data}^FS${more}`;

describe('braces of foreign text', () => {
  const value = '^FO9,9^A0N,20^FN7^FDsecret^FS';

  it.each(['{{FN7}}', '{{{FN7}}}', '{{{{FN7}}}}', '{{{{{FN7}}', 'a{{{{{{FN7}}}}b'])(
    'are none of a field of ours: %s',
    (data) => {
      const [first, second] = getContents(value + buildText(data));
      expect(first).toEqual(['text', '{{FN7}}']);
      expect(listPlaceholderNames(second?.[1] ?? '{{}}')).toEqual([]);
      expect(second?.[1].replaceAll('\u200b', '')).toBe(data);
    },
  );

  it.each(['{12', '{{12', '12}', '{12}', '{{12}}', '{{{12}}}'])(
    'do not complete those beside a number that counts: %s',
    (data) => {
      const [[, content] = ['', '']] = getContents(`^FO9,60^A0N,20^FD${data}^SFdd,1^FS`);
      expect(listPlaceholderNames(content)).toEqual(['流水号1']);
      expect(content).not.toMatch(/\{\{\{流|号1\}\}\}/);
      expect(content.replace('{{流水号1}}', '12').replaceAll('\u200b', '')).toBe(data);
    },
  );

  it.each([
    // Two braces that become adjacent only after the escapes between them are decoded.
    '^FO9,9^BCN,20^FD>:{>6{FN7}}^FS',
    '^FO9,9^BXN,3,200,,,,#^FD{#d123FN7}}^FS',
    '^FO9,9^BQN,2,3^FDQA,{{FN7}}^FS',
    '^FO9,9^BQN,2,3^FDQA,{12^SFdd,1^FS',
  ])('leave a code to be a picture: %s', (fields) => {
    expect(getContents(fields).map(([type]) => type)).toEqual(['image']);
  });
});
