export {
  canClientDraw,
  canClientDrawEverything,
  countUndrawableLabels,
  listClientsToUpdate,
} from './can-draw.ts';
export {
  addSetupNeeds,
  fillNeeds,
  joinFontNeeds,
  joinSetupNeeds,
  readBatchNeeds,
  computeTemplateNeeds,
} from './needs.ts';
