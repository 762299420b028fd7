import type { PrinterUse } from '@yunbiao/contract/calls/community/printer-models';
import type { ListedBrand, Model } from './load-printer-models.ts';

export type ModelGroup = { models: Model[]; facts: Model };

/** What models must share to stand in one group: all but their names and reports. */
const getGroupKey = (model: Model): string =>
  JSON.stringify({ ...model, name: '', title: '', reports: 0 });

/** Models of the same facts and the same source, in the order of their first. */
export const groupModels = (models: readonly Model[]): ModelGroup[] =>
  [...Map.groupBy(models, getGroupKey).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ models: group, facts: first }] : [];
  });

/** `ZD-421 ` → `zd421`: people leave out hyphens and spaces. */
const normalizeModelName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\-_/.]+/g, '');

/**
 * Brands and models whose name contains `q`. A brand that matches by its own names keeps all its
 * models. `isUsable`: only models that can be used.
 */
export const filterBrands = (
  brands: readonly ListedBrand[],
  { q, isUsable }: { q: string; isUsable: boolean },
): ListedBrand[] => {
  const wantedName = normalizeModelName(q);
  return brands.flatMap((brand) => {
    const { title, latin, also } = brand;
    const names = [title, latin, ...also].map(normalizeModelName);
    const isBrandWanted = names.some((name) => name.includes(wantedName));
    const models = brand.models.filter(
      (model) =>
        (!isUsable || isUsableModel(model)) &&
        (isBrandWanted ||
          normalizeModelName(model.title).includes(wantedName) ||
          names.some((name) => (name + normalizeModelName(model.title)).includes(wantedName))),
    );
    return models.length > 0 ? [{ ...brand, models }] : [];
  });
};

export const isUsableModel = ({ use }: { use: PrinterUse }): boolean =>
  use === 'language' || use === 'queue';
