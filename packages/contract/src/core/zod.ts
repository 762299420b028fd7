import { z } from 'zod';

// In pages the compiling validator would try `new Function`, which the content security policy
// reports.
if ('document' in globalThis) z.config({ jitless: true });

/** For schemas that pages load separately, before the contract. */
export { z };
