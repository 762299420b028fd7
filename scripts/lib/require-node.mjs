import { spawnSync } from 'node:child_process';
import { NODE_FLOOR, isNewEnough, pinnedNode, getPinnedNodeVersion } from './runtime.mjs';

/**
 * Restarts the script with the pinned Node when another version runs it. Exits with a message when the pinned one is
 * missing.
 */
export const requirePinnedNode = () => {
  if (isNewEnough(process.version)) return;
  if (getPinnedNodeVersion() === null) {
    console.error(
      `[云标] 需要 Node ${NODE_FLOOR}，当前是 ${process.version}。请在项目根目录运行 npm start，它会自动装好。`,
    );
    process.exit(1);
  }
  const result = spawnSync(pinnedNode, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(result.status ?? 1);
};
