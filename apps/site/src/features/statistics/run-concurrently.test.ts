import {
  CUT_OFF,
  createFailEnvelope,
  FONTS_CHANGED,
  createOkEnvelope,
} from '@yunbiao/contract/core/envelope';
import { expect, it } from 'vitest';
import type { ReprintConsent } from '../../kit/printing/reprint-questions.ts';
import { runConcurrentlyConfirming } from './run-concurrently.ts';

const FALLS_OFF = createFailEnvelope(409, '打印到外面', { reason: CUT_OFF });
const OTHER_FONTS = createFailEnvelope(409, '字体换过了', { reason: FONTS_CHANGED });

/**
 * Labels below 10 belong to a batch with other fonts. Label 5 would be cut off. Label 13 does not
 * exist.
 */
const runPrinting = (agreed: boolean) => {
  const asked: string[] = [];
  const printed: number[] = [];
  const act = (label: number, { newFonts, allowCutOff }: ReprintConsent) => {
    if (label === 13) return Promise.resolve(createFailEnvelope(404, '没有这张标签'));
    if (label === 5 && newFonts && !allowCutOff) return Promise.resolve(FALLS_OFF);
    return Promise.resolve(label < 10 && !newFonts ? OTHER_FONTS : createOkEnvelope(label));
  };
  const confirmNext = (_: keyof ReprintConsent, { msg }: { msg: string }) => {
    asked.push(msg);
    return Promise.resolve(agreed);
  };
  const run = (labels: readonly number[]) =>
    runConcurrentlyConfirming(labels, act, {
      ask: confirmNext,
      onOk: (label) => printed.push(label),
    });
  return { asked, printed, run };
};

it('asks once for all labels whose fonts have changed, and prints them when the member says so', async () => {
  const { asked, printed, run } = runPrinting(true);
  expect(await run([1, 11, 2, 3, 12])).toEqual({ ok: 5, failure: null });
  expect(asked).toEqual(['字体换过了']);
  expect(printed).toEqual([11, 12, 1, 2, 3]);
});

it('prints the others when the member does not want them, and calls that no failure', async () => {
  const { printed, run } = runPrinting(false);
  expect(await run([1, 11, 2])).toEqual({ ok: 1, failure: null });
  expect(printed).toEqual([11]);
});

it('asks nothing where fonts are the same, and tells what else went wrong', async () => {
  const { asked, run } = runPrinting(true);
  expect(await run([11, 13])).toMatchObject({ ok: 1, failure: { code: 404 } });
  expect(asked).toEqual([]);
});

it('asks for each thing that has changed, once', async () => {
  const { asked, printed, run } = runPrinting(true);
  expect(await run([1, 5, 5, 11])).toEqual({ ok: 4, failure: null });
  expect(asked).toEqual(['字体换过了', '打印到外面']);
  expect(printed).toEqual([11, 1, 5, 5]);
});
