import { describe, expect, it } from 'vitest';
import { getExcerpt, renderMarkdown, renderMarkdownWithHeadings, renderPost } from './markdown.ts';

describe('a link', () => {
  it('to elsewhere opens apart and vouches for nothing', () => {
    expect(renderPost('见 https://example.com/a 。')).toContain(
      '<a href="https://example.com/a" rel="nofollow ugc noopener noreferrer" target="_blank">',
    );
  });

  it('of our own stays as it is', () => {
    expect(renderPost('[b](/yunbiao/download)')).toBe('<p><a href="/yunbiao/download">b</a></p>\n');
  });

  it.each(['//host/x', '/\\host/x', 'javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'to %s is none',
    (url) => {
      expect(renderPost(`[a](<${url}>)`)).not.toMatch(/href="(?!%5C|\/%5C)/);
    },
  );

  it('needs an address, not a file name', () => {
    expect(renderPost('运行 setup.exe 或 a.com')).toBe('<p>运行 setup.exe 或 a.com</p>\n');
  });
});

describe('a picture', () => {
  it('of ours carries the size its name tells', () => {
    expect(renderPost('![货架](/uploads/ab12-640x480.webp)')).toBe(
      '<p><img src="/uploads/ab12-640x480.webp" alt="货架" width="640" height="480" loading="lazy" decoding="async"></p>\n',
    );
  });

  it.each([
    'https://example.com/a.png',
    '/np/api/index',
    '/uploads/../np/api/index',
    '/uploads/a.svg',
    '//x/uploads/a.png',
  ])('from %s is left out', (src) => {
    expect(renderPost(`![a](${src})`)).not.toContain('<img');
  });
});

it('lets tables and code scroll on their own', () => {
  expect(renderPost('| a |\n| --- |\n| b |')).toMatch(
    /^<div class="md-scroll" tabindex="0"><table>/,
  );
  expect(renderPost('```js\nx\n```')).toContain('<pre tabindex="0"><code class="language-js">');
  expect(renderPost('    x')).toContain('<pre tabindex="0"><code>x');
});

it('shows HTML as text', () => {
  expect(renderMarkdown('<img src=x onerror=alert(1)>')).not.toContain('<img');
});

it('leaves a member’s headings out of the outline of the page', () => {
  expect(renderPost('# 怎么办\n\n文')).toBe('<p class="md-heading">怎么办</p>\n<p>文</p>\n');
});

it('gives an article’s headings ids, starting at the second level and skipping none', () => {
  const { html, headings } = renderMarkdownWithHeadings(
    '# 一、装 `驱动`\n\n### 小\n\n# 一、装 驱动\n\n# !!',
  );
  expect(html).toBe(
    [
      '<h2 id="s-一-装-驱动">一、装 <code>驱动</code></h2>',
      '<h3 id="s-小">小</h3>',
      '<h2 id="s-一-装-驱动-2">一、装 驱动</h2>',
      '<h2 id="s-x">!!</h2>',
      '',
    ].join('\n'),
  );
  expect(headings).toEqual([
    { id: 's-一-装-驱动', text: '一、装 驱动' },
    { id: 's-一-装-驱动-2', text: '一、装 驱动' },
    { id: 's-x', text: '!!' },
  ]);
  expect(renderMarkdownWithHeadings('文')).toEqual({ html: '<p>文</p>\n', headings: [] });
});

it('tells the first words of a text', () => {
  const source = '# 题\n\n第一*行*\n第二行 [连](/a) ![图](/uploads/a.png)\n\n```\ncode\n```\n- 项';
  expect(getExcerpt(source, 100)).toBe('题 第一行 第二行 连 项');
  expect(getExcerpt('一二三四五', 4)).toBe('一二三…');
  expect(getExcerpt('😀😀😀', 2)).toBe('😀…');
});

describe('tables', () => {
  const buildTable = (columns: number, rows: string) =>
    `${'a|'.repeat(columns)}\n${'-|'.repeat(columns)}\n${rows}`;

  it('may leave out cells, and be long', () => {
    expect(renderMarkdown(buildTable(5, 'x\n'.repeat(20)))).toMatch(/^<div[^>]*><table>/);
    expect(renderMarkdown(buildTable(12, `${'1|'.repeat(12)}\n`.repeat(400)))).toMatch(/<table>/);
  });

  it('are text when they would be a page of empty cells: what comes out stays near what was sent', () => {
    const source = buildTable(1_200, 'x\n'.repeat(2_500)).slice(0, 10_000);
    for (const render of [renderMarkdown, renderPost])
      expect(render(source).length).toBeLessThan(2 * source.length);
    expect(renderPost(`> ${source.replaceAll('\n', '\n> ')}`).length).toBeLessThan(
      2 * source.length,
    );
  });
});
