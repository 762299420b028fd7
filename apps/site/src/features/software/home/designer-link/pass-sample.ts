import type { PassResult } from '../../../../kit/design/pass-design.ts';
import type { Session } from '../../../../kit/site/stores.ts';
import type { HeroLabel } from '../home-data.ts';

const loadPassing = async () => {
  const [{ passDesign }, { fillSamples }] = await Promise.all([
    import('../../../../kit/design/pass-design.ts'),
    import('./fill-samples.ts'),
  ]);
  return { passDesign, fillSamples };
};

/**
 * Passes a sample with the typed values to the designer of a new label. `unloaded`: the scripts for
 * it did not arrive.
 */
export const passSample = async (
  { sample, values }: Pick<HeroLabel, 'sample'> & { values: Record<string, string> },
  place: { alias: string; session: Session },
  load = loadPassing,
): Promise<PassResult | 'unloaded'> => {
  const passing = await load().catch(() => null);
  if (!passing) return 'unloaded';
  const json = JSON.stringify(passing.fillSamples(sample.content, values));
  return passing.passDesign({ name: sample.name, json }, place).catch(() => 'failed' as const);
};
