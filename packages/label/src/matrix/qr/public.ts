/** The QR symbol as modules, for what draws it itself. */
export { isDark } from '../module-matrix.ts';
export { encodeQr, QR_QUIET_ZONE } from './encode.ts';
