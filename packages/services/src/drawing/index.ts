export { canClientDraw, countUndrawn, listClientsToUpdate, listUndrawnNeeds } from './can-draw.ts';
export { addSetupNeeds, fillNeeds, joinSetupNeeds, workOutNeeds } from './needs.ts';
