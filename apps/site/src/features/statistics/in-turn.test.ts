import { CUT_OFF, fail, FONTS_CHANGED, ok } from '@yunbiao/contract/envelope';
import { expect, it } from 'vitest';
import type { Agreed } from '../../kit/printing/ask-again.ts';
import { inTurnAsking } from './in-turn.ts';

const FALLS_OFF = fail(409, '印到外面', { reason: CUT_OFF });
const OTHER_FONTS = fail(409, '字体换过了', { reason: FONTS_CHANGED });

/** Labels under 10 are of a batch with other fonts; 13 is gone. */
const printing = (agreed: boolean) => {
  const asked: string[] = [];
  const printed: number[] = [];
  const act = (label: number, { newFonts, allowCutOff }: Agreed) => {
    if (label === 13) return Promise.resolve(fail(404, '没有这张标签'));
    if (label === 5 && newFonts && !allowCutOff) return Promise.resolve(FALLS_OFF);
    return Promise.resolve(label < 10 && !newFonts ? OTHER_FONTS : ok(label));
  };
  const ask = (_: keyof Agreed, { msg }: { msg: string }) => {
    asked.push(msg);
    return Promise.resolve(agreed);
  };
  const run = (labels: readonly number[]) =>
    inTurnAsking(labels, act, { ask, onOk: (label) => printed.push(label) });
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

it('asks for each thing that has changed, once', async () => {
  const { asked, printed, run } = printing(true);
  expect(await run([1, 5, 5, 11])).toEqual({ ok: 4, failure: null });
  expect(asked).toEqual(['字体换过了', '印到外面']);
  expect(printed).toEqual([11, 1, 5, 5]);
});
