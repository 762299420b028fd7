import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CellRow } from './cell-shape.tsx';

const listPaths = (html: string): string[] =>
  [...html.matchAll(/<path (?:data-cell="(\w+)" )?d="([^"]*)"/g)].map(
    ([, kind = 'cut', d]) => `${kind} ${d}`,
  );

it('draws neighbours of one kind as one path, each cell in its place', () => {
  const html = renderToStaticMarkup(<CellRow kinds={['ok', 'ok', 'uncertain', 'ok', 'sent']} />);
  expect(listPaths(html)).toEqual([
    'ok M0 0h10v12h-10zM12 0h10v12h-10z',
    'uncertain M29 0l5 6-5 6-5-6z',
    'ok M36 0h10v12h-10z',
    'sent M49 1h8v10h-8z',
  ]);
  expect(html).toContain('viewBox="0 0 58 12"');
});

it('cuts the arrow out of the one on the printer', () => {
  const html = renderToStaticMarkup(<CellRow kinds={['running']} />);
  expect(listPaths(html)).toEqual(['running M0 0h10v12h-10z', 'cut M3 3l5 3-5 3z']);
});
