export { drawZpl } from './draw/draw.ts';
export type { ZplField, ZplLabel, ZplOptions } from './label.ts';
export { ZPL_LIMITS } from './limits.ts';
export type { ZplLevel, ZplNotice } from './notice.ts';
export { readZpl } from './read.ts';
export type { ZplStream } from './read.ts';
export type { TemplateLimits } from './template/context.ts';
export { buildTemplateFromZpl } from './template/template.ts';
export type { ZplTemplate } from './template/template.ts';
