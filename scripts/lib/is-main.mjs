import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Whether the script was started directly, not imported. Old Node versions, which the caller reports, lack
 * `import.meta.main`.
 */
export const isMain = ({ url }) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
