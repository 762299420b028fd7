import { createEventLoopYielder } from '../yielder.ts';
import type { SearchPage } from './page.ts';
import { buildPageLayer, type PageLayer } from './page-layer.ts';
import { loadReadings } from './readings.ts';
import { createVocabulary, extendVocabulary, type Vocabulary } from './vocabulary.ts';

/** A layer with the greatest likeness that each of its phrases can reach. */
export type WeighedLayer<P extends SearchPage = SearchPage> = {
  layer: PageLayer<P>;
  /** Weight of all tokens of each phrase. */
  phraseTotals: Float64Array;
};

export type PageIndex<P extends SearchPage = SearchPage> = {
  layers: readonly WeighedLayer<P>[];
  vocabulary: Vocabulary;
  /** How much a token tells pages of all layers apart. */
  getRarity: (token: string) => number;
};

const addUpPhrases = async (
  { phrasePages, phrasesByToken }: PageLayer,
  getRarity: (token: string) => number,
): Promise<Float64Array> => {
  const yieldToOthers = createEventLoopYielder();
  const totals = new Float64Array(phrasePages.length);
  for (const [token, postings] of phrasesByToken) {
    await yieldToOthers();
    const rarity = getRarity(token);
    for (const { phrase, weight } of postings)
      totals[phrase] = (totals[phrase] ?? 0) + weight * rarity;
  }
  return totals;
};

const createIndexOfLayers = async <P extends SearchPage>(
  layers: readonly PageLayer<P>[],
  vocabulary: Vocabulary,
): Promise<PageIndex<P>> => {
  const pageCount = layers.reduce((sum, { pages }) => sum + pages.length, 0);
  const getRarity = (token: string): number => {
    let count = 0;
    for (const { postings } of layers) count += postings.get(token)?.length ?? 0;
    return Math.log(1 + (pageCount - count + 0.5) / (count + 0.5));
  };
  const weighed: WeighedLayer<P>[] = [];
  for (const layer of layers)
    weighed.push({ layer, phraseTotals: await addUpPhrases(layer, getRarity) });
  return { layers: weighed, vocabulary, getRarity };
};

/** Builds an index of pages in parts, between which other requests run. */
export const buildPageIndex = async <P extends SearchPage>(
  pages: readonly P[],
): Promise<PageIndex<P>> => {
  const vocabulary = await createVocabulary(pages, await loadReadings());
  return createIndexOfLayers([await buildPageLayer(pages, vocabulary)], vocabulary);
};

/** Builds an index of the pages of another one and more pages. The two share what they have in common. */
export const extendPageIndex = async <P extends SearchPage>(
  { layers, vocabulary }: PageIndex<P>,
  pages: readonly P[],
): Promise<PageIndex<P>> => {
  const base = layers.map(({ layer }) => layer);
  const extended = await extendVocabulary(vocabulary, pages);
  const addedLayer = await buildPageLayer(pages, extended, base[0]?.averageLength);
  return createIndexOfLayers([...base, addedLayer], extended);
};
