export { openVirtual } from './open.ts';
export { virtualRoll } from './roll.ts';
export { virtualSwitch } from './switch.ts';
export { filterVirtual, listVirtualClientsWithWork, wakeForWork } from './work.ts';
