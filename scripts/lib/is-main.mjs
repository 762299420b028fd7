import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether a script was started by name, not imported. An older Node, which is to be told, knows no `import.meta.main`. */
export const isMain = ({ url }) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
