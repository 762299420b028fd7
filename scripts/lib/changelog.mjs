/** `0001`–`0046` */
const RANGE = /(`\d{4}`–`)(\d{4})(?=`)/g;

/**
 * Splits a changelog before its first released section. A released section starts with the version number and never
 * changes.
 */
const splitAtReleased = (text) => {
  const released = text.search(/^## \d/m);
  return released < 0 ? [text, ''] : [text.slice(0, released), text.slice(released)];
};

/** Extends the migration ranges of unreleased sections to the newest migration. */
export const updateMigrationRanges = (text, newest) => {
  const [current, released] = splitAtReleased(text);
  return current.replaceAll(RANGE, `$1${newest}`) + released;
};

/**
 * Ranges of unreleased sections that end before the newest migration.
 * @returns {string[]} one `file:line what` per finding
 */
export const findStaleMigrations = ({ file, text, newest }) =>
  splitAtReleased(text)[0]
    .split('\n')
    .flatMap((line, i) =>
      Array.from(line.matchAll(RANGE), (match) => match[2])
        .filter((last) => last !== newest)
        .map((last) => `${file}:${i + 1} 迁移已经到 ${newest}，这里写的是 ${last}`),
    );
