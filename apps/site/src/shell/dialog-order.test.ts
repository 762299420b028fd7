import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SITE = join(import.meta.dirname, '..');
/** A button that acts, directly before a button that closes or declines. */
const ACTION_FIRST =
  /className="button (?:primary|danger|destructive)"(?:(?!<button)[\s\S])*<\/button>\s*<button type="button" className="button" onClick=\{(?:onClose|\(\) => \w+\((?:false|null)\))/;

it('puts the button that closes a dialog before the one that acts, everywhere', () => {
  const wrong = globSync('**/*.tsx', { cwd: SITE }).filter((path) =>
    ACTION_FIRST.test(readFileSync(join(SITE, path), 'utf8')),
  );
  expect(wrong).toEqual([]);
});
