export { deletePrinterGroup } from './delete.ts';
export { printerGroupList } from './list.ts';
export { savePrinterGroup } from './save.ts';
export { moveBatch } from './batch-move.ts';
export { createFailover, type Failover } from './failover.ts';
export { type Again, printerForAgain } from './again.ts';
export { noteMoves } from './moves.ts';
export { keepPlace, setupsAt } from './place.ts';
export { configsOfGroup, type GroupName, printerOfGroup } from './target.ts';
