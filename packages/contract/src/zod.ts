import { z } from 'zod';

// In pages the compiling validator would probe `new Function`, which the content security policy reports.
if ('document' in globalThis) z.config({ jitless: true });

/** For schemas that pages load by themselves, ahead of the contract. */
export { z };
