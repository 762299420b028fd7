const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/** `@oxfmt/binding-linux-arm64-musl` → { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }; null when unknown. */
export const getPlatform = (name) => {
  const words = name.split('/').at(-1).split('-');
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (os === undefined || cpu === undefined) return null;
  const libc = words.includes('musl')
    ? ['musl']
    : words.some((word) => word.startsWith('gnu')) && os === 'linux'
      ? ['glibc']
      : null;
  return { cpu: [cpu], os: [os], ...(libc === null ? {} : { libc }) };
};

/**
 * Adds packages for other operating systems that npm omitted from a lock file because its registry did not have them;
 * `npm ci` refuses a lock file without them. Returns the added names. Writes no integrity, because it is unknown: npm
 * takes the exact version.
 */
export const completeLock = (lock) => {
  const addedEntries = [];
  for (const parent of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      const platform = getPlatform(name);
      if (lock.packages[path] !== undefined || platform === null) continue;
      if (!/^\d+\.\d+\.\d+$/.test(version)) continue;
      lock.packages[path] = {
        version,
        ...(parent.dev ? { dev: true } : {}),
        optional: true,
        ...platform,
      };
      addedEntries.push(name);
    }
  }
  const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  return addedEntries;
};
