import { spawnSync } from 'node:child_process';
import { NODE_FLOOR, isNewEnough, pinnedNode, pinnedVersion } from './runtime.mjs';

/** Goes on with the pinned Node when started by another one; ends with a sentence when there is none. */
export const requirePinnedNode = () => {
  if (isNewEnough(process.version)) return;
  if (pinnedVersion() === null) {
    console.error(
      `[云标] 需要 Node ${NODE_FLOOR}，当前是 ${process.version}。请在项目根目录运行 npm start，它会自动装好。`,
    );
    process.exit(1);
  }
  const result = spawnSync(pinnedNode, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(result.status ?? 1);
};
