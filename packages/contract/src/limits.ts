/**
 * Input limits, defined once: the call schemas check them, the services rely on them, and the
 * site's forms show them. No Zod here, so that a form does not load it into the browser; forms
 * import one area by name.
 */
export * from './limits/account.ts';
export * from './limits/client.ts';
export * from './limits/contact.ts';
export * from './limits/content.ts';
export * from './limits/forum.ts';
export * from './limits/image.ts';
export * from './limits/input.ts';
export * from './limits/integration.ts';
export * from './limits/money.ts';
export * from './limits/passkey.ts';
export * from './limits/print.ts';
export * from './limits/print-config.ts';
export * from './limits/template.ts';
