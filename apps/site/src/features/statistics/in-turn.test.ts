import { fail, FONTS_CHANGED, ok } from '@yunbiao/contract/envelope';
import { expect, it } from 'vitest';
import { inTurnWithFonts } from './in-turn.ts';

const OTHER_FONTS = fail(409, '字体换过了', { reason: FONTS_CHANGED });

/** Labels under 10 are of a batch with other fonts; 13 is gone. */
const printing = (agreed: boolean) => {
  const asked: string[] = [];
  const printed: number[] = [];
  const act = (label: number, newFonts: boolean) => {
    if (label === 13) return Promise.resolve(fail(404, '没有这张标签'));
    return Promise.resolve(label < 10 && !newFonts ? OTHER_FONTS : ok(label));
  };
  const ask = ({ msg }: { msg: string }) => {
    asked.push(msg);
    return Promise.resolve(agreed);
  };
  const run = (labels: readonly number[]) =>
    inTurnWithFonts(labels, act, { ask, onOk: (label) => printed.push(label) });
  return { asked, printed, run };
};

it('asks once for all labels whose fonts have changed, and prints them when the member says so', async () => {
  const { asked, printed, run } = printing(true);
  expect(await run([1, 11, 2, 3, 12])).toEqual({ ok: 5, failure: null });
  expect(asked).toEqual(['字体换过了']);
  expect(printed).toEqual([11, 12, 1, 2, 3]);
});

it('prints the others when the member does not want them, and calls that no failure', async () => {
  const { printed, run } = printing(false);
  expect(await run([1, 11, 2])).toEqual({ ok: 1, failure: null });
  expect(printed).toEqual([11]);
});

it('asks nothing where fonts are the same, and tells what else went wrong', async () => {
  const { asked, run } = printing(true);
  expect(await run([11, 13])).toMatchObject({ ok: 1, failure: { code: 404 } });
  expect(asked).toEqual([]);
});
