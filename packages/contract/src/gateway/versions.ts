/** Parses a version like `v1.2.3-beta.1+build` (semver.org); the build is ignored. */
const parseSemver = (version: string): { core: number[]; pre: string[] } => {
  const [core = '', pre] = version.replace(/^v/i, '').split('+')[0]?.split(/-(.*)/s) ?? [];
  return {
    core: core.split('.').map((part) => Number.parseInt(part, 10) || 0),
    pre: pre ? pre.split('.') : [],
  };
};

const comparePrerelease = (a: string[], b: string[]): number => {
  // A release is newer than its prereleases (semver.org 2.0.0, clause 11).
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const [leftPart, right] = [a[i], b[i]];
    if (leftPart === undefined) return -1;
    if (right === undefined) return 1;
    if (leftPart === right) continue;
    const [leftNumber, rightNumber] = [/^\d+$/.test(leftPart), /^\d+$/.test(right)];
    if (leftNumber && rightNumber) return Number(leftPart) - Number(right);
    if (leftNumber !== rightNumber) return leftNumber ? -1 : 1;
    return leftPart < right ? -1 : 1;
  }
  return 0;
};

/**
 * Semantic version order, oldest first: `4.2.0-beta.2` < `4.2.0` < `4.10.0`. Missing parts count as
 * 0.
 */
export const compareVersions = (a: string, b: string): number => {
  const [leftVersion, right] = [parseSemver(a), parseSemver(b)];
  for (let i = 0; i < Math.max(leftVersion.core.length, right.core.length); i += 1) {
    const difference = (leftVersion.core[i] ?? 0) - (right.core[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePrerelease(leftVersion.pre, right.pre);
};
