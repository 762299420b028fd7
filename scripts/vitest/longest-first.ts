import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Journeys that take over a minute, most of it waiting for printers. Vitest orders by what files took the last time, which
 * nobody knows in a new clone: then the longest may begin last, and two cores wait for it.
 */
const LONGEST = ['crash.test.ts', 'session.test.ts', 'newcomer.test.ts', 'virtual.test.ts'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(basename(moduleId));
      return place === -1 ? LONGEST.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
