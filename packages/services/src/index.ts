export * from './bus.ts';
export * from './context.ts';
export * from './errors.ts';
export * from './files/store.ts';
export * from './presence.ts';
export * from './printing/details.ts';
export * from './time.ts';
