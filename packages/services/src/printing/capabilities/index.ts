export {
  canClientDraw,
  canClientDrawEverything,
  countUndrawableLabels,
  listOutdatedClientNames,
} from './can-draw.ts';
export {
  storeSetupNeeds,
  backfillBatchNeeds,
  mergeFontNeeds,
  mergeSetupNeeds,
  resolveBatchNeeds,
  computeTemplateNeeds,
} from './needs.ts';
