import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that mostly wait, for printers, restarts and slow lines, longest first. Vitest orders by what files took the last
 * time: several of these at once would leave the cores with nothing to do. In a new clone, where nobody knows what files
 * took, the longest of them would begin last, and the cores wait for it.
 */
export const WAITING = [
  'e2e/crash.test.ts',
  'e2e/columns.test.ts',
  'e2e/program.test.ts',
  'e2e/virtual.test.ts',
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

/** One that waits, one that works, and so on, until there are no more of either; each kind in the order it has. */
export const alternate = <T>(waiting: readonly T[], working: readonly T[]): T[] => {
  const order: T[] = [];
  for (let at = 0; at < Math.max(waiting.length, working.length); at += 1)
    order.push(...waiting.slice(at, at + 1), ...working.slice(at, at + 1));
  return order;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number =>
      WAITING.indexOf(relative(this.ctx.config.root, moduleId).split(sep).join('/'));
    // A worker goes on with a file of its own project only, so those of one stay together.
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((one) => {
      const own = sorted.filter(({ project }) => project === one);
      const waiting = own.filter((file) => place(file) !== -1);
      return alternate(
        waiting.toSorted((a, b) => place(a) - place(b)),
        own.filter((file) => place(file) === -1),
      );
    });
  }
}
