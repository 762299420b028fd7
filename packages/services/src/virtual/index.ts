export { openVirtual } from './open.ts';
export { virtualRoll } from './roll.ts';
export { virtualSwitch } from './switch.ts';
export { stillVirtual, virtualWithWork, wakeForWork } from './work.ts';
