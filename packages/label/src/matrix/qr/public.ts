/** Encodes a QR symbol to modules, for callers that draw it themselves. */
export { isDarkModule } from '../module-matrix.ts';
export { encodeQr, QR_QUIET_ZONE } from './encode.ts';
