export { canClientDraw, canDrawAll, countUndrawn, listClientsToUpdate } from './can-draw.ts';
export { addSetupNeeds, fillNeeds, joinSetupNeeds, workOutNeeds } from './needs.ts';
