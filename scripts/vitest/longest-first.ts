import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that mostly wait for printers, restarts and slow connections, longest first. Vitest orders files by their last
 * duration, so several of them at once would leave the cores idle. In a new clone durations are unknown, and the
 * longest file would start last.
 */
export const MOSTLY_WAITING_FILES = [
  'e2e/crash.test.ts',
  'e2e/columns.test.ts',
  'e2e/program.test.ts',
  'e2e/virtual.test.ts',
  'e2e/nginx.test.ts',
  'e2e/systemd.test.ts',
  'e2e/newcomer.test.ts',
  'e2e/production.test.ts',
  'e2e/incident.test.ts',
  'e2e/network.test.ts',
  'e2e/agent.test.ts',
  'e2e/conditions.test.ts',
  'apps/agent/src/printer/zpl/status-driver.test.ts',
  'apps/agent/src/printer/tspl/driver.test.ts',
  'apps/agent/src/printer/escpos/driver.test.ts',
  'apps/agent/src/printer/worker.test.ts',
];

/** Alternates between the two lists, each in its own order, until both are empty. */
export const interleave = <T>(waiting: readonly T[], working: readonly T[]): T[] => {
  const order: T[] = [];
  for (let at = 0; at < Math.max(waiting.length, working.length); at += 1)
    order.push(...waiting.slice(at, at + 1), ...working.slice(at, at + 1));
  return order;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const findPosition = ({ moduleId }: TestSpecification): number =>
      MOSTLY_WAITING_FILES.indexOf(relative(this.ctx.config.root, moduleId).split(sep).join('/'));
    // A worker continues with files of its own project only, so the files of a project stay together.
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((projectName) => {
      const ownFiles = sorted.filter(({ project }) => project === projectName);
      const waiting = ownFiles.filter((file) => findPosition(file) !== -1);
      return interleave(
        waiting.toSorted((a, b) => findPosition(a) - findPosition(b)),
        ownFiles.filter((file) => findPosition(file) === -1),
      );
    });
  }
}
