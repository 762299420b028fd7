export { canClientDraw, canDrawAll, countUndrawn, listClientsToUpdate } from './can-draw.ts';
export {
  addSetupNeeds,
  fillNeeds,
  joinFontNeeds,
  joinSetupNeeds,
  readNeeds,
  workOutNeeds,
} from './needs.ts';
