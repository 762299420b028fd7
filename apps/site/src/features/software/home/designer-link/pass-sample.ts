import type { PassResult } from '../../../../kit/design/pass-design.ts';
import type { Session } from '../../../../kit/site/stores.ts';
import type { HeroLabel } from '../home-data.ts';

const importPassDesign = async () => {
  const [{ passDesign }, { setFieldSamples }] = await Promise.all([
    import('../../../../kit/design/pass-design.ts'),
    import('./fill-samples.ts'),
  ]);
  return { passDesign, setFieldSamples };
};

/**
 * Passes a sample with the typed values to the designer of a new label. `unloaded`: the scripts for
 * it did not arrive.
 */
export const passSample = async (
  { sample, values }: Pick<HeroLabel, 'sample'> & { values: Record<string, string> },
  place: { alias: string; session: Session },
  load = importPassDesign,
): Promise<PassResult | 'unloaded'> => {
  const passing = await load().catch(() => null);
  if (!passing) return 'unloaded';
  const json = JSON.stringify(passing.setFieldSamples(sample.content, values));
  return passing.passDesign({ name: sample.name, json }, place).catch(() => 'failed' as const);
};
