import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { RangePanel } from './range-panel.tsx';
import { NO_RANGE } from './range.ts';

const TODAY = '2026-03-05';
afterEach(() => vi.unstubAllGlobals());

it('opens on all days without calling a blank field wrong', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const ignoreChange = (): void => undefined;
  const html = renderToStaticMarkup(
    <RangePanel
      value={NO_RANGE}
      today={TODAY}
      max={TODAY}
      allowsEmpty
      onChoose={ignoreChange}
      onClose={ignoreChange}
    />,
  );
  expect(html.match(/aria-invalid="\w+"/g)).toEqual([
    'aria-invalid="false"',
    'aria-invalid="false"',
  ]);
  expect(html).not.toContain('field-box compact bad');
  expect(html).toContain('点两天，或者写下来');
});
