/**
 * What may be put in, said once: the schemas of the calls check it, the services count on it and the site's forms show
 * it. No Zod here, so that a form brings none into the browser; there one area is imported by its name.
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
